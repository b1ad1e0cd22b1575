import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useQueries } from '../data/queries.ts'
import { PageHead } from '../ui/parts.tsx'
import { RunChoice } from '../ui/run-choice.tsx'
import { Answered, Loading } from '../ui/states.tsx'
import { words } from '../words.ts'
import { NoRuns } from './runs.tsx'

const route = getRouteApi('/figures')
const FigureList = lazy(async () => ({ default: (await import('../draw/figure-list.tsx')).FigureList }))

export function FiguresPage() {
  const query = useQuery(useQueries().runs())
  return (
    <Answered query={query}>
      {(runs) => (runs.length === 0 ? <NoRuns /> : <Figures latest={runs.at(-1)?.run ?? ''} />)}
    </Answered>
  )
}

function Figures({ latest }: { readonly latest: string }) {
  const { run = latest } = route.useSearch()
  const navigate = route.useNavigate()
  const report = useQuery(useQueries().report(run))
  return (
    <>
      <PageHead title={words.figures.title} lead={words.figures.lead}>
        <RunChoice value={run} onChange={(next) => void navigate({ search: { run: next } })} />
      </PageHead>
      <Answered query={report} loading={words.counting}>
        {(data) => (
          <Suspense fallback={<Loading />}>
            <FigureList report={data} />
          </Suspense>
        )}
      </Answered>
    </>
  )
}
