import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CoverageView } from '../../../src/report/view/pack-view.ts'
import { useQueries } from '../data/queries.ts'
import { Section } from '../ui/parts.tsx'
import { Answered } from '../ui/states.tsx'
import { words } from '../words.ts'

const SHOWN_FIRST = 20
const PARTS = ['steps', 'edges', 'boundaries', 'pairs', 'paths', 'interrupts'] as const

export function PackCoverage({ pack }: { readonly pack: string }) {
  const query = useQuery(useQueries().coverage(pack))
  return (
    <Answered query={query} loading={words.packs.covering}>
      {(view) => <Covered pack={pack} view={view} />}
    </Answered>
  )
}

function Covered({ pack, view }: { readonly pack: string; readonly view: CoverageView }) {
  const [all, setAll] = useState(false)
  return (
    <>
      <p className="mb-5 max-w-3xl text-soft">{words.packs.coverLead}</p>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-[10px] border border-line bg-line sm:grid-cols-3 lg:grid-cols-6">
        {PARTS.map((part) => (
          <Count key={part} name={words.packs.cover[part]} counted={view.counts[part]} />
        ))}
      </dl>
      <Section
        title={words.packs.never}
        note={view.never.length === 0 ? words.packs.neverNone : words.packs.neverNote}
      >
        <ul className="card divide-y divide-line">
          {(all ? view.never : view.never.slice(0, SHOWN_FIRST)).map(({ id, kind, what, clauses }) => (
            <li
              key={id}
              className="grid gap-x-4 px-5 py-2.5 [content-visibility:auto] sm:grid-cols-[6rem_minmax(0,1fr)_minmax(0,1.4fr)]"
            >
              <span className="text-[13px] text-faint">{kind}</span>
              <span className="font-mono text-[13px] [overflow-wrap:anywhere]">
                {kind === 'step' ? (
                  <Link to="/packs/$pack" params={{ pack }} search={{ step: id }}>
                    {what}
                  </Link>
                ) : (
                  what
                )}
              </span>
              <span className="text-[13.5px] text-soft">
                {clauses[0] === undefined ? '' : `${clauses[0].id} “${clauses[0].text}”`}
              </span>
            </li>
          ))}
        </ul>
        {!all && view.never.length > SHOWN_FIRST && (
          <button type="button" onClick={() => setAll(true)} className="mt-3 text-accent hover:underline">
            {words.packs.neverMore(view.never.length - SHOWN_FIRST)}
          </button>
        )}
      </Section>
    </>
  )
}

function Count({ name, counted }: { readonly name: string; readonly counted: unknown }) {
  const [hit, of] = [numberIn(counted, 'hit'), numberIn(counted, 'of')]
  return (
    <div className="flex flex-col-reverse bg-raised px-4 py-2.5">
      <dt className="text-[13px] text-faint">{name}</dt>
      <dd className="num text-lg font-medium">
        {hit === null || of === null ? words.packs.tooMany : `${hit} / ${of}`}
      </dd>
    </div>
  )
}

const numberIn = (of: unknown, name: string): number | null => {
  const value: unknown = typeof of === 'object' && of !== null ? Reflect.get(of, name) : null
  return typeof value === 'number' ? value : null
}
