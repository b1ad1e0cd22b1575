import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { CoverageView } from '../../../src/report/studio-views/pack-view.ts'
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
  const groups = useMemo(() => bySentence(view.never), [view])
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
          {(all ? groups : groups.slice(0, SHOWN_FIRST)).map(({ id, sentence, ones }) => (
            <li key={id} className="px-5 py-2.5">
              {sentence !== '' && (
                <p>
                  “{sentence}” <span className="text-[13px] text-faint">{id}</span>
                </p>
              )}
              <Untested pack={pack} ones={ones} />
            </li>
          ))}
        </ul>
        {!all && groups.length > SHOWN_FIRST && (
          <button type="button" onClick={() => setAll(true)} className="mt-3 text-accent hover:underline">
            {words.packs.neverMore(groups.length - SHOWN_FIRST)}
          </button>
        )}
      </Section>
    </>
  )
}

type Never = CoverageView['never'][number]

/** One sentence often misses several things: it is told once. */
function bySentence(never: readonly Never[]) {
  const groups = new Map<string, { id: string; sentence: string; ones: Never[] }>()
  for (const one of never) {
    const [clause] = one.clauses
    const id = clause?.id ?? ''
    const group = groups.get(id) ?? { id, sentence: clause?.text ?? '', ones: [] }
    group.ones.push(one)
    groups.set(id, group)
  }
  return [...groups.values()]
}

const THINGS_MAX = 6

function Untested({ pack, ones }: { readonly pack: string; readonly ones: readonly Never[] }) {
  const more = ones.length - THINGS_MAX
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-[13px]">
      {ones.slice(0, THINGS_MAX).map(({ id, kind, what }) => (
        <li key={id} className="min-w-0 [overflow-wrap:anywhere]">
          <span className="text-faint">{kind}</span>{' '}
          {kind === 'step' ? (
            <Link to="/packs/$pack" params={{ pack }} search={{ step: id }} className="font-mono">
              {what}
            </Link>
          ) : (
            <span className="font-mono">{what}</span>
          )}
        </li>
      ))}
      {more > 0 && <li className="text-faint">{words.packs.andMore(more)}</li>}
    </ul>
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
