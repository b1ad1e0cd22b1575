import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChangedCase, ChangedCases } from '../../../src/report/result/changed-cases.ts'
import { MarkSign } from '../ui/mark.tsx'
import { Section } from '../ui/parts.tsx'
import { words } from '../words.ts'
import { SideBySide } from './side-by-side.tsx'

const route = getRouteApi('/compare')
const SHOWN_FIRST = 10
const LISTS = ['newly_harmful', 'newly_failing', 'flaky', 'newly_passing'] as const

/** Cases that went another way after than before, and where two of their conversations part. */
export function CompareCases({ cases }: { readonly cases: ChangedCases }) {
  const { left, right } = route.useSearch()
  return (
    <Section title={words.compare.cases} note={words.compare.casesNote}>
      {left !== undefined && right !== undefined && <SideBySide left={left} right={right} />}
      {LISTS.every((list) => cases[list].length === 0) && (
        <p className="text-soft">{words.compare.noCases}</p>
      )}
      {LISTS.map((list) =>
        cases[list].length === 0 ? null : (
          <CaseList key={list} title={words.compare.lists[list]} cases={cases[list]} chosen={left} />
        ),
      )}
    </Section>
  )
}

function CaseList({
  title,
  cases,
  chosen,
}: {
  readonly title: string
  readonly cases: readonly ChangedCase[]
  readonly chosen: string | undefined
}) {
  const [all, setAll] = useState(false)
  const shown = all ? cases : cases.slice(0, SHOWN_FIRST)
  return (
    <>
      <h3 className="mb-2 mt-4 font-medium">{`${title}: ${cases.length}`}</h3>
      <ul className="card divide-y divide-line">
        {shown.map((each) => (
          <CaseLine key={each.a.trial} of={each} chosen={each.a.trial === chosen} />
        ))}
      </ul>
      {shown.length < cases.length && (
        <button type="button" onClick={() => setAll(true)} className="mt-3 text-accent hover:underline">
          {words.compare.more(cases.length - shown.length)}
        </button>
      )}
    </>
  )
}

/** Of the conversation that went worst. */
const markOf = ({ harmed, failed, passed }: ChangedCase['a']) =>
  harmed > 0 ? 'unsafe' : failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'unknown'

function CaseLine({
  of: { a, b, case: id, intensity },
  chosen,
}: {
  readonly of: ChangedCase
  readonly chosen: boolean
}) {
  return (
    <li className={chosen ? 'bg-accent-soft' : ''}>
      <Link
        to="/compare"
        search={(before) => ({ ...before, left: a.trial, right: b.trial })}
        resetScroll={false}
        className="flex items-center gap-3 px-5 py-2 text-ink hover:bg-sunken hover:no-underline"
      >
        <MarkSign mark={markOf(a)} />
        <span aria-hidden="true" className="text-faint">
          →
        </span>
        <MarkSign mark={markOf(b)} />
        <span className="sr-only">
          {words.mark[markOf(a)]} → {words.mark[markOf(b)]}
        </span>
        <span className="min-w-0">
          <span className="block truncate font-mono text-[13px]">{id}</span>
          <span className="text-[13px] text-soft">{b.says ?? a.says}</span>
        </span>
        <span className="ml-auto whitespace-nowrap text-[13px] text-faint">
          {words.trial.intensity(intensity)}
        </span>
      </Link>
    </li>
  )
}
