import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CompareView } from '../../../src/report/studio-views/compare-view.ts'
import { type Flip, firstDifference } from '../../../src/report/studio-views/flips.ts'
import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'
import { useQueries } from '../data/queries.ts'
import { sayHeadline } from '../ui/deed.ts'
import { MarkSign } from '../ui/mark.tsx'
import { Section } from '../ui/parts.tsx'
import { Answered } from '../ui/states.tsx'
import { words } from '../words.ts'
import { EventBody, isShown } from './trial-event.tsx'

const route = getRouteApi('/compare')
const SHOWN_FIRST = 15

/** Situations that went well on one side and badly on the other, and where the two conversations part. */
export function CompareFlips({ view }: { readonly view: CompareView }) {
  const [all, setAll] = useState(false)
  const { left, right } = route.useSearch()
  if (view.flips.length === 0)
    return (
      <Section title={words.compare.flips}>
        <p className="text-soft">{words.compare.noFlips}</p>
      </Section>
    )
  const shown = all ? view.flips : view.flips.slice(0, SHOWN_FIRST)
  return (
    <Section title={words.compare.flips} note={words.compare.flipsNote(view.flips.length)}>
      {left !== undefined && right !== undefined && <SideBySide left={left} right={right} view={view} />}
      <ul className="card divide-y divide-line">
        {shown.map((flip) => (
          <FlipLine key={flip.a.trial} flip={flip} chosen={flip.a.trial === left} />
        ))}
      </ul>
      {!all && view.flips.length > SHOWN_FIRST && (
        <button type="button" onClick={() => setAll(true)} className="mt-3 text-accent hover:underline">
          {words.compare.more(view.flips.length - SHOWN_FIRST)}
        </button>
      )}
    </Section>
  )
}

function FlipLine({ flip, chosen }: { readonly flip: Flip; readonly chosen: boolean }) {
  return (
    <li className={chosen ? 'bg-accent-soft' : ''}>
      <Link
        to="/compare"
        search={(before) => ({ ...before, left: flip.a.trial, right: flip.b.trial })}
        resetScroll={false}
        className="flex items-center gap-3 px-5 py-2 text-ink hover:bg-sunken hover:no-underline"
      >
        <MarkSign mark={flip.a.mark} />
        <span aria-hidden="true" className="text-faint">
          →
        </span>
        <MarkSign mark={flip.b.mark} />
        <span className="sr-only">
          {words.mark[flip.a.mark]} → {words.mark[flip.b.mark]}
        </span>
        <span className="min-w-0 truncate font-mono text-[13px]">{flip.case}</span>
        <span className="ml-auto whitespace-nowrap text-[13px] text-faint">
          {words.trial.intensity(flip.intensity)}
        </span>
      </Link>
    </li>
  )
}

function SideBySide({
  left,
  right,
  view,
}: {
  readonly left: string
  readonly right: string
  readonly view: CompareView
}) {
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
                  <Side name={view.a.agent} trial={one} from={parting?.a ?? null} same={parting === null} />
                  <Side name={view.b.agent} trial={other} from={parting?.b ?? null} same={parting === null} />
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
