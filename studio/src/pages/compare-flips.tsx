import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CompareView } from '../../../src/report/studio-views/compare-view.ts'
import type { Flip } from '../../../src/report/studio-views/flips.ts'
import { MarkSign } from '../ui/mark.tsx'
import { Section } from '../ui/parts.tsx'
import { words } from '../words.ts'
import { SideBySide } from './side-by-side.tsx'

const route = getRouteApi('/compare')
const SHOWN_FIRST = 15

/** Situations that went well on one side and badly on the other, and where the two conversations part. */
export function CompareFlips({ view }: { readonly view: CompareView }) {
  const [all, setAll] = useState(false)
  const { left, right } = route.useSearch()
  if (view.flips.length === 0)
    return (
      <Section title={words.compare.flips}>
        <p className="text-soft">{view.complete ? words.compare.noFlips : words.compare.flipsSoFar}</p>
      </Section>
    )
  const shown = all ? view.flips : view.flips.slice(0, SHOWN_FIRST)
  return (
    <Section title={words.compare.flips} note={words.compare.flipsNote(view.flips.length)}>
      {!view.complete && <p className="mb-3 text-soft">{words.compare.flipsSoFar}</p>}
      {left !== undefined && right !== undefined && <SideBySide left={left} right={right} />}
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
