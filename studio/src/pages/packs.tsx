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
            {packs.map((pack) => (
              <li key={pack}>
                <Link
                  to="/packs/$pack"
                  params={{ pack }}
                  className="card block px-5 py-4 font-medium text-ink hover:border-line-strong"
                >
                  {pack}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </>
  )
}
