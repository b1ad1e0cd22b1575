import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Compared as CompareView } from '../../../src/report/result/compared.ts'
import type { RunRow } from '../../../src/report/studio-views/run-row.ts'
import { useQueries } from '../data/queries.ts'
import { SourceError } from '../data/source.ts'
import { Choice, PageHead } from '../ui/parts.tsx'
import { RunChoice } from '../ui/run-choice.tsx'
import { Answered, Empty, Failed } from '../ui/states.tsx'
import { words } from '../words.ts'
import { CompareCases } from './compare-cases.tsx'
import { CompareTable } from './compare-table.tsx'
import { NoRuns } from './runs.tsx'

const route = getRouteApi('/compare')

export function ComparePage() {
  const query = useQuery(useQueries().runs())
  return (
    <>
      <PageHead title={words.compare.title} lead={words.compare.lead} />
      <Answered query={query}>
        {(runs) => (runs.length === 0 ? <NoRuns /> : <Compare runs={runs} />)}
      </Answered>
    </>
  )
}

function Compare({ runs }: { readonly runs: readonly RunRow[] }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (change: Readonly<Record<string, string | undefined>>) =>
    void navigate({
      search: ({ left: _, right: __, anyway: ___, ...before }) => withoutEmpty({ ...before, ...change }),
      replace: true,
    })
  const agents = (run: string | undefined): readonly string[] =>
    runs.find((one) => one.run === run)?.about?.agents.map(({ agent }) => agent) ?? []
  const side = (which: 'a' | 'b', agent: 'agentA' | 'agentB') => (
    <fieldset className="flex flex-wrap gap-3 rounded-[10px] border border-line px-4 pb-3 pt-1">
      <legend className="px-1 text-[13px] text-faint">{words.compare[which]}</legend>
      <RunChoice
        value={search[which]}
        any={words.compare.choose}
        onChange={(run) => set({ [which]: run === '' ? undefined : run, [agent]: agents(run)[0] })}
      />
      <Choice
        label={words.run.agent}
        value={search[agent]}
        any={words.compare.choose}
        options={agents(search[which]).map((id) => [id, id])}
        onChange={(id) => set({ [agent]: id })}
      />
    </fieldset>
  )
  const ready =
    search.a !== undefined &&
    search.b !== undefined &&
    search.agentA !== undefined &&
    search.agentB !== undefined
  return (
    <>
      <div className="mb-6 grid gap-4 md:grid-cols-2">
        {side('a', 'agentA')}
        {side('b', 'agentB')}
      </div>
      {ready ? (
        <Compared onAnyway={() => set({ anyway: 'yes' })} />
      ) : (
        <Empty title={words.compare.start} hint={words.compare.startHint} />
      )}
    </>
  )
}

const withoutEmpty = (search: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

function Compared({ onAnyway }: { readonly onAnyway: () => void }) {
  const { a = '', b = '', agentA, agentB, anyway } = route.useSearch()
  const query = useQuery(
    useQueries().compare({ a, b, agentA, agentB, ...(anyway === 'yes' ? { anyway: 'yes' as const } : {}) }),
  )
  if (query.error instanceof SourceError && query.error.code === 'not-comparable')
    return (
      <>
        <Failed error={new SourceError(query.error.code, query.error.message, words.compare.differ)} />
        <button
          type="button"
          onClick={onAnyway}
          className="mt-3 rounded-md border border-line-strong px-3 py-1 hover:bg-sunken"
        >
          {words.compare.anyway}
        </button>
      </>
    )
  return (
    <Answered query={query} loading={words.counting}>
      {(view) => <Result view={view} />}
    </Answered>
  )
}

function Result({ view }: { readonly view: CompareView }) {
  return (
    <>
      <p className="mb-4 text-soft">
        {words.compare.pairs(view.pairs)}
        {view.differs.length > 0 && (
          <strong className="block font-medium text-warn">
            {words.compare.although(view.differs.join('; '))}
          </strong>
        )}
      </p>
      <CompareCases cases={view.cases} />
      <CompareTable view={view} />
    </>
  )
}
