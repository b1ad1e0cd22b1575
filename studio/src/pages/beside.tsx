import { getRouteApi, Link } from '@tanstack/react-router'
import { PageHead } from '../ui/parts.tsx'
import { Empty } from '../ui/states.tsx'
import { words } from '../words.ts'
import { SideBySide } from './side-by-side.tsx'

const route = getRouteApi('/beside')

/** Any two conversations of the store, side by side from their first difference. */
export function BesidePage() {
  const { left, right } = route.useSearch()
  if (left === undefined || right === undefined)
    return <Empty title={words.error.notFound} hint={words.error.notFoundHint} />
  return (
    <>
      <PageHead
        title={words.beside.title}
        lead={
          <Link to="/trial" search={{ id: left }}>
            {words.beside.back}
          </Link>
        }
      />
      <SideBySide left={left} right={right} />
    </>
  )
}
