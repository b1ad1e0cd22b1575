import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'
import { plain, sayRule } from '../metric-facts.ts'
import { sayDeed } from '../ui/deed.ts'
import { Tag } from '../ui/parts.tsx'
import { words } from '../words.ts'
import { deskScore } from './trial-steps.ts'

/** What happened, before anybody scrolls: who wanted what, which sentence decides, what the rules say. */
export function TrialStory({
  view,
  onEvent,
}: {
  readonly view: TrialView
  readonly onEvent: (n: number) => void
}) {
  const { desk, score } = view
  const divergence = deskScore(view)?.divergence ?? null
  const decided = desk?.decided_by ?? null
  const others = score.verdicts.filter(({ outcome }) => outcome !== 'fail')
  return (
    <section aria-label={words.trial.story} className="card px-5 py-4">
      {desk?.customer != null && (
        <p>
          <span className="font-medium">{desk.customer.name}</span> {words.trial.wants}{' '}
          {desk.customer.wants.join('; ')}.
          {desk.customer.lies !== null && (
            <span className="text-soft">
              {' '}
              {words.trial.lies} “{bare(desk.customer.lies)}”.
            </span>
          )}
          {desk.customer.hides !== null && (
            <span className="text-soft">
              {' '}
              {words.trial.hides} “{bare(desk.customer.hides)}”.
            </span>
          )}
        </p>
      )}
      {decided !== null && view.clauses[decided] !== undefined && (
        <p className="mt-2 text-soft">
          {words.trial.decides} ({decided}): “{view.clauses[decided]}”
        </p>
      )}
      {divergence !== null && (
        <p className="mt-2">
          {words.trial.left}{' '}
          <button type="button" onClick={() => onEvent(divergence.n)} className="text-accent hover:underline">
            {words.trial.event(divergence.n)}
          </button>
          : <span className="[overflow-wrap:anywhere]">{sayDeed(divergence.did)}</span>.
          {divergence.due.length > 0 && (
            <span className="text-soft">
              {' '}
              {words.trial.dueWas} {divergence.due.map(stepInWords).join(', ')}.
            </span>
          )}
        </p>
      )}
      {view.notes.length > 0 && (
        <ul aria-label={words.trial.verdicts} className="mt-3 flex flex-wrap gap-1.5">
          {view.notes.map((note) => (
            <li key={`${note.rule} ${note.n}`}>
              <button
                type="button"
                onClick={() => onEvent(note.n)}
                className="rounded bg-bad-soft px-2 py-0.5 text-left text-[13px] text-bad hover:underline"
              >
                {sayRule(note.rule)} · {words.trial.event(note.n)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <details className="mt-3 text-[14px]">
        <summary className="text-soft">{words.trial.allVerdicts(score.verdicts.length)}</summary>
        <ul className="mt-2 space-y-1">
          {others.map((verdict) => (
            <li key={`${verdict.rule} ${verdict.request ?? ''}`} className="flex gap-2">
              <span className="w-48 shrink-0 text-soft">{plain(verdict.rule)}</span>
              <span className="w-28 shrink-0">
                <Tag tone={verdict.outcome === 'pass' ? 'good' : 'calm'}>
                  {words.trial.outcome[verdict.outcome]}
                </Tag>
              </span>
              <span className="min-w-0 text-soft">{verdict.because}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

/** `procedure/step~2` without its round. */
export const stepName = (step: string): string => step.replace(/~\d+/g, '')

/** `order/offer-return~2` is "offer return". */
const stepInWords = (step: string): string => plain(stepName(step)).replace(/^.*\//, '').replaceAll('-', ' ')

/** Authors may have quoted it themselves. */
const bare = (text: string): string => text.replace(/^["“]|["”]$/g, '')
