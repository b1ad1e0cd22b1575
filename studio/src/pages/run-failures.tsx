import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BrokenSentence } from '../../../src/report/result/report.ts'
import { wasCompared } from '../../../src/report/result/was-compared.ts'
import { useQueries } from '../data/queries.ts'
import { sayDeed } from '../ui/deed.ts'
import { Answered } from '../ui/states.tsx'
import { words } from '../words.ts'

const route = getRouteApi('/runs/$run')
const SHOWN_FIRST = 12

/** Failures by the SOP sentence at which conversations first left the procedure. */
export function RunFailures({ run, version }: { readonly run: string; readonly version: string }) {
  const report = useQuery(useQueries().report(run, version))
  const { agent } = route.useSearch()
  return (
    <section aria-label={words.run.failures} className="min-w-0">
      <h2 className="text-lg font-semibold tracking-tight">{words.run.failures}</h2>
      <p className="mb-3 text-soft">{words.run.failuresNote}</p>
      <Answered query={report} loading={words.counting}>
        {({ broken, agents }) => {
          const isShown = (one: { readonly agent: string }): boolean =>
            agent === undefined || one.agent === agent
          return (
            <Groups broken={broken.filter(isShown)} compared={agents.filter(isShown).some(wasCompared)} />
          )
        }}
      </Answered>
    </section>
  )
}

function Groups({
  broken,
  compared,
}: {
  readonly broken: readonly BrokenSentence[]
  readonly compared: boolean
}) {
  const [all, setAll] = useState(false)
  if (broken.length === 0)
    return (
      <p className="card px-4 py-3 text-soft">{compared ? words.run.noFailures : words.run.notCompared}</p>
    )
  return (
    <>
      <ol className="space-y-2">
        {(all ? broken : broken.slice(0, SHOWN_FIRST)).map((one) => (
          <Group key={`${one.agent} ${one.pack} ${one.clauses.join()} ${one.sentence}`} one={one} />
        ))}
      </ol>
      {!all && broken.length > SHOWN_FIRST && (
        <button type="button" onClick={() => setAll(true)} className="mt-3 text-accent hover:underline">
          {words.run.more(broken.length - SHOWN_FIRST)}
        </button>
      )}
    </>
  )
}

function Group({ one }: { readonly one: BrokenSentence }) {
  const { run } = route.useParams()
  const left = `${one.pack} ${one.clauses[0] ?? ''}`.trim()
  const search = route.useSearch()
  const chosen = search.left === left && search.agent === one.agent
  return (
    <li>
      <Link
        to="/runs/$run"
        params={{ run }}
        search={{ agent: one.agent, left }}
        aria-current={chosen ? 'true' : undefined}
        className={`card block px-4 py-2.5 text-ink hover:border-line-strong hover:no-underline ${chosen ? 'border-accent' : ''}`}
      >
        <span className="flex items-baseline justify-between gap-3 text-[13px]">
          <span className="font-medium">{one.agent}</span>
          <span className="num whitespace-nowrap text-soft">
            {words.run.conversationsAt(one.conversations)}
          </span>
        </span>
        {one.sentence !== '' && <span className="mt-1 block">“{one.sentence}”</span>}
        <span className="mt-1 line-clamp-3 text-[13px] text-soft" title={one.did}>
          {words.run.did} {sayDeed(one.did)}
        </span>
        <span className="block truncate text-[12px] text-faint">
          {one.pack} {one.clauses.join(', ')}
        </span>
      </Link>
    </li>
  )
}
