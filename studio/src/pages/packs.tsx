import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useQueries } from '../data/queries.ts'
import { PageHead } from '../ui/parts.tsx'
import { Answered } from '../ui/states.tsx'
import { words } from '../words.ts'

export function PacksPage() {
  const query = useQuery(useQueries().packs())
  return (
    <>
      <PageHead title={words.packs.title} lead={words.packs.lead} />
      <Answered query={query}>
        {(packs) => (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {packs.map(({ pack, title }) => (
              <li key={pack}>
                <Link
                  to="/packs/$pack"
                  params={{ pack }}
                  className="card block h-full px-5 py-4 text-ink hover:border-line-strong hover:no-underline"
                >
                  <span className="font-medium">{pack}</span>
                  <span className="mt-0.5 block text-[14px] text-soft">{title ?? words.packs.gone}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </>
  )
}
