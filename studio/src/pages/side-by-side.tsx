import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'
import { firstDifference } from '../data/first-difference.ts'
import { useQueries } from '../data/queries.ts'
import { sayHeadline } from '../ui/deed.ts'
import { Answered } from '../ui/states.tsx'
import { words } from '../words.ts'
import { EventBody, isShown } from './trial-event.tsx'

/** Two conversations beside each other, from where they part. */
export function SideBySide({ left, right }: { readonly left: string; readonly right: string }) {
  const ask = useQueries()
  const [a, b] = [useQuery(ask.trial(left)), useQuery(ask.trial(right))]
  return (
    <div className="mb-4">
      <Answered query={a}>
        {(one) => (
          <Answered query={b}>
            {(other) => {
              const parting = firstDifference(one.events, other.events)
              return (
                <div className="grid gap-4 lg:grid-cols-2">
                  <Side name={one.agent} trial={one} from={parting?.a ?? null} same={parting === null} />
                  <Side name={other.agent} trial={other} from={parting?.b ?? null} same={parting === null} />
                </div>
              )
            }}
          </Answered>
        )}
      </Answered>
    </div>
  )
}

function Side({
  name,
  trial,
  from,
  same,
}: {
  readonly name: string
  readonly trial: TrialView
  readonly from: number | null
  readonly same: boolean
}) {
  const shown = trial.events.filter(isShown)
  const after = from === null ? [] : shown.filter(({ n }) => n >= from)
  const before = shown.length - after.length
  return (
    <article className="card min-w-0 px-4 py-3">
      <h3 className="flex items-baseline justify-between gap-3 font-medium">
        {name}
        <Link
          to="/trial"
          search={{ id: trial.trial, ...(from === null ? {} : { at: String(from) }) }}
          className="text-[13px] font-normal"
        >
          {words.compare.open}
        </Link>
      </h3>
      <p className="text-[13px] text-soft first-letter:uppercase">{sayHeadline(trial.says)}</p>
      <p className="my-2 border-y border-line py-1 text-[13px] text-faint">
        {same ? words.compare.same : words.compare.parting(before)}
      </p>
      <ol className="space-y-3">
        {after.map((event) => (
          <li key={event.n}>
            <EventBody event={event} view={trial} />
          </li>
        ))}
      </ol>
    </article>
  )
}
