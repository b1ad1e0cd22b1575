import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { PackView } from '../../../src/report/studio-views/pack-view.ts'
import { useQueries } from '../data/queries.ts'
import { PageHead, Tag } from '../ui/parts.tsx'
import { Answered } from '../ui/states.tsx'
import { words } from '../words.ts'
import { PackAudit } from './pack-audit.tsx'
import { PackCases } from './pack-cases.tsx'
import { PackCoverage } from './pack-coverage.tsx'
import { PackProcedure } from './pack-procedure.tsx'
import { PackTools } from './pack-tools.tsx'

const route = getRouteApi('/packs/$pack')
const TABS = ['procedure', 'cases', 'tools', 'coverage', 'audit'] as const

export function PackPage() {
  const { pack } = route.useParams()
  const query = useQuery(useQueries().pack(pack))
  return <Answered query={query}>{(view) => <PackDetail view={view} />}</Answered>
}

function PackDetail({ view }: { readonly view: PackView }) {
  const { tab: asked } = route.useSearch()
  const tab = TABS.find((name) => name === asked) ?? 'procedure'
  return (
    <>
      <PageHead
        title={view.title}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <Tag>{view.pack}</Tag>
            <Tag>{view.language}</Tag>
            <span className="text-[13.5px]">
              {words.packs.about(view.cases.length, view.tools.length, view.sop.clauses.length)}
            </span>
          </span>
        }
      />
      <nav aria-label={words.packs.parts} className="mb-5 flex gap-1 overflow-x-auto border-b border-line">
        {TABS.map((name) => (
          <Link
            key={name}
            to="/packs/$pack"
            params={{ pack: view.pack }}
            search={name === 'procedure' ? {} : { tab: name }}
            aria-current={name === tab ? 'page' : undefined}
            className={`whitespace-nowrap border-b-2 px-3 py-2 hover:no-underline ${name === tab ? 'border-ink text-ink' : 'border-transparent text-soft hover:text-ink'}`}
          >
            {words.packs.tab[name]}
          </Link>
        ))}
      </nav>
      {tab === 'procedure' && <PackProcedure view={view} />}
      {tab === 'cases' && <PackCases view={view} />}
      {tab === 'tools' && <PackTools view={view} />}
      {tab === 'coverage' && <PackCoverage pack={view.pack} />}
      {tab === 'audit' && <PackAudit pack={view.pack} />}
    </>
  )
}
