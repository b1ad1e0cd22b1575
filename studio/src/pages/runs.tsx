import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RunRow } from '../../../src/report/studio-views/run-row.ts'
import { useEditing } from '../data/bench.ts'
import { useQueries } from '../data/queries.ts'
import { PageHead, ScrollBox, sayTime, Tag } from '../ui/parts.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { words } from '../words.ts'

export function RunsPage() {
  const query = useQuery(useQueries().runs())
  return (
    <>
      <PageHead title={words.runs.title} />
      <Answered query={query}>
        {(runs) => (runs.length === 0 ? <NoRuns /> : <RunTable runs={[...runs].reverse()} />)}
      </Answered>
    </>
  )
}

export function NoRuns() {
  const { editing } = useEditing()
  return (
    <Empty title={words.runs.none} hint={words.runs.noneHint} command={words.runs.noneCommand}>
      {editing && (
        <p className="mt-4">
          <a href="#/desks">{words.runs.toBench}</a>
        </p>
      )}
    </Empty>
  )
}

function RunTable({ runs }: { readonly runs: readonly RunRow[] }) {
  return (
    <ScrollBox label={words.runs.title}>
      <table className="w-full text-left">
        <thead className="border-b border-line text-[13px] text-faint">
          <tr>
            {[
              words.runs.run,
              words.runs.started,
              words.runs.suite,
              words.runs.agents,
              words.runs.packs,
              words.runs.state,
            ].map((name) => (
              <th key={name} scope="col" className="px-4 py-2 font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunLine key={run.run} run={run} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function RunLine({ run: { run, started_at, finished_at, live, about } }: { readonly run: RunRow }) {
  return (
    <tr className="border-b border-line align-top last:border-0">
      <td className="whitespace-nowrap px-4 py-2.5 font-mono text-[13.5px]">
        <Link to="/runs/$run" params={{ run }}>
          {run}
        </Link>
      </td>
      <td className="whitespace-nowrap px-4 py-2.5 text-soft">{sayTime(started_at)}</td>
      <td className="px-4 py-2.5">{about?.suite ?? ''}</td>
      <td className="min-w-40 px-4 py-2.5">{about?.agents.map(({ agent }) => agent).join(', ') ?? ''}</td>
      <td className="min-w-32 px-4 py-2.5 text-soft">
        {about === null ? '' : Object.keys(about.packs).join(', ')}
      </td>
      <td className="whitespace-nowrap px-4 py-2.5">
        {about === null ? (
          <Tag tone="warn">{words.runs.unreadable}</Tag>
        ) : live ? (
          <Tag tone="accent">{words.runs.live}</Tag>
        ) : finished_at === null ? (
          <Tag tone="warn">{words.runs.unfinished}</Tag>
        ) : (
          <Tag>{words.runs.finished}</Tag>
        )}
      </td>
    </tr>
  )
}
