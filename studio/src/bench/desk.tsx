import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ProcedureView } from '../../../src/report/studio-views/desk-view.ts'
import { benchQueries, useEditing } from '../data/bench.ts'
import { useAuthor } from '../ui/author.ts'
import { PageHead, Tag } from '../ui/parts.tsx'
import { Answered } from '../ui/states.tsx'
import { words } from '../words.ts'
import { DeskProcedure } from './desk-procedure.tsx'
import { DeskSignoff } from './desk-signoff.tsx'
import { ReadOnly } from './desks.tsx'

const route = getRouteApi('/desks/$desk')
const TABS = ['procedure', 'signoff'] as const

/** One desk on the bench: from the text of its procedure to a run. */
export function DeskPage() {
  const { desk } = route.useParams()
  const query = useQuery(benchQueries.procedure(desk))
  return <Answered query={query}>{(view) => <Desk view={view} />}</Answered>
}

function Desk({ view }: { readonly view: ProcedureView }) {
  const { desk } = view
  const { tab: asked } = route.useSearch()
  const tab = TABS.find((name) => name === asked) ?? 'procedure'
  const { editing, known } = useEditing()
  const [typed, setAuthor] = useAuthor()
  const author = typed === '' ? known : typed
  const rows = [...view.sections.flatMap(({ lines }) => lines), ...view.gaps]
  const open = rows.filter((row) => row.open !== null).length
  return (
    <>
      <PageHead
        title={view.title}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <Tag>{desk}</Tag>
            <Tag tone={open === 0 ? 'good' : 'warn'}>
              {open === 0 ? words.bench.state.accepted : words.bench.draft(open)}
            </Tag>
            <Link to="/packs/$pack" params={{ pack: desk }} className="text-[13.5px]">
              {words.bench.asPack}
            </Link>
            <Link to="/start" search={{ pack: desk }} className="text-[13.5px]">
              {words.bench.runIt}
            </Link>
          </span>
        }
      >
        {editing && (
          <label className="text-[12.5px] text-faint">
            {words.bench.author}
            <input
              value={author}
              onChange={({ target }) => setAuthor(target.value)}
              className="block h-8 w-56 rounded-md border border-line-strong bg-raised px-2 text-[14px] text-ink"
            />
            <span>{words.bench.unverified}</span>
          </label>
        )}
      </PageHead>
      {!editing && <ReadOnly />}
      <nav aria-label={words.packs.parts} className="mb-5 flex gap-1 overflow-x-auto border-b border-line">
        {TABS.map((name) => (
          <Link
            key={name}
            to="/desks/$desk"
            params={{ desk }}
            search={name === 'procedure' ? {} : { tab: name }}
            aria-current={name === tab ? 'page' : undefined}
            className={`whitespace-nowrap border-b-2 px-3 py-2 hover:no-underline ${name === tab ? 'border-ink text-ink' : 'border-transparent text-soft hover:text-ink'}`}
          >
            {words.bench.tab[name]}
          </Link>
        ))}
      </nav>
      {tab === 'procedure' ? <DeskProcedure view={view} author={author} /> : <DeskSignoff desk={desk} />}
    </>
  )
}
