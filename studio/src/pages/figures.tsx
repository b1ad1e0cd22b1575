import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Report } from '../../../src/report/result/report.ts'
import type { PackLine } from '../../../src/report/studio-views/pack-line.ts'
import { useQueries } from '../data/queries.ts'
import { PageHead } from '../ui/parts.tsx'
import { latestOf, RunChoice } from '../ui/run-choice.tsx'
import { Answered, Loading } from '../ui/states.tsx'
import { words } from '../words.ts'
import { NoRuns } from './runs.tsx'

const route = getRouteApi('/figures')
const FigureList = lazy(async () => ({ default: (await import('../draw/figure-list.tsx')).FigureList }))

export function FiguresPage() {
  const query = useQuery(useQueries().runs())
  return (
    <Answered query={query}>
      {(runs) => (runs.length === 0 ? <NoRuns /> : <Figures latest={latestOf(runs)} />)}
    </Answered>
  )
}

function Figures({ latest }: { readonly latest: string }) {
  const { run = latest } = route.useSearch()
  const navigate = route.useNavigate()
  const report = useQuery(useQueries().report(run))
  const packs = useQuery(useQueries().packs())
  return (
    <>
      <PageHead title={words.figures.title} lead={words.figures.lead}>
        <RunChoice value={run} onChange={(next) => void navigate({ search: { run: next } })} />
      </PageHead>
      <Answered query={report} loading={words.counting}>
        {(data) => (
          <Suspense fallback={<Loading />}>
            <FigureList report={data} currency={currencyOf(data, packs.data ?? [])} />
          </Suspense>
        )}
      </Answered>
    </>
  )
}

/** What all packs of a run count their money in; null: not the same in all, or not known any more. */
function currencyOf({ versions }: Report, packs: readonly PackLine[]): string | null {
  const found = new Set(
    Object.keys(versions.packs).map((id) => packs.find(({ pack }) => pack === id)?.currency ?? null),
  )
  const [only = null] = found
  return found.size === 1 ? only : null
}
