import type { CasePreview } from '../../../src/report/studio-views/desk-view.ts'
import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'
import { sayRule } from '../metric-facts.ts'
import { EventBody, isShown } from '../pages/trial-event.tsx'
import { sayHeadline } from '../ui/deed.ts'
import { words } from '../words.ts'

/** The same case with an agent that follows the procedure, and with one that gives in. */
export function CasePreviews({ preview }: { readonly preview: CasePreview }) {
  return (
    <div className="space-y-5">
      <ul className="space-y-1 text-[14px]">
        {preview.problems.map((problem) => (
          <li key={problem} className="border-l-2 border-warn pl-2 [overflow-wrap:anywhere]">
            {problem}
          </li>
        ))}
      </ul>
      {preview.trials.map((trial, at) => (
        <Played key={trial.agent} trial={trial} weak={at === 0 ? null : preview.weak} />
      ))}
    </div>
  )
}

function Played({ trial, weak }: { readonly trial: TrialView; readonly weak: CasePreview['weak'] }) {
  return (
    <article className="card px-4 py-3" aria-label={trial.agent}>
      <h3 className="font-medium">{words.bench.cases.with[trial.agent] ?? trial.agent}</h3>
      {weak !== null && <p className="text-[13.5px]">{words.bench.cases.weak(weak)}</p>}
      <p className="text-[13.5px] text-soft first-letter:uppercase">{sayHeadline(trial.says)}</p>
      {trial.notes.length > 0 && (
        <ul className="mt-1 space-y-1 text-[13.5px]">
          {trial.notes.map(({ rule, n, because }) => (
            <li key={`${rule} ${n}`} className="border-l-2 border-bad pl-2">
              <span className="font-medium text-bad">{sayRule(rule)}</span> {because}
            </li>
          ))}
        </ul>
      )}
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="mt-3 max-h-[32rem] space-y-3 overflow-y-auto"
      >
        {trial.events.filter(isShown).map((event) => (
          <li key={event.n}>
            <EventBody event={event} view={trial} />
          </li>
        ))}
      </ol>
    </article>
  )
}
