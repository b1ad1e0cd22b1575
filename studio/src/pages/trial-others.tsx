import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'
import { useQueries, useServed } from '../data/queries.ts'
import { MarkSign } from '../ui/mark.tsx'
import { words } from '../words.ts'

const OTHERS_MAX = 12

/** The same situation with other agents, or once more with this one: each can be put beside this conversation. */
export function TrialOthers({ view }: { readonly view: TrialView }) {
  const served = useServed()
  const query = useQuery({
    ...useQueries().matrix(view.run, { text: view.case, intensity: String(view.intensity) }, 0, 0),
    enabled: served,
  })
  const { agents = [], page = [] } = query.data ?? {}
  const line = page.find((each) => each.case === view.case && each.intensity === view.intensity)
  const others = (line?.cells ?? []).flatMap((marks, at) =>
    marks.filter(({ trial }) => trial !== view.trial).map((mark) => ({ ...mark, agent: agents[at] ?? '' })),
  )
  if (others.length === 0) return null
  return (
    <section aria-label={words.beside.others} className="card mt-6 px-5 py-4">
      <h2 className="font-medium">{words.beside.others}</h2>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {others.slice(0, OTHERS_MAX).map(({ trial, mark, agent }) => (
          <li key={trial} className="flex items-center gap-1.5">
            <MarkSign mark={mark} />
            <Link to="/beside" search={{ left: view.trial, right: trial }}>
              {words.beside.with(agent)}
            </Link>
            <span className="sr-only">{words.mark[mark]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
