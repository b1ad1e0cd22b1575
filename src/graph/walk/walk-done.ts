import type { StepId } from '../../base/values/ids.ts'
import type { Edge } from '../model/graph.ts'
import { liveRequests } from './walk-due.ts'
import type { Judgement } from './walk-judge.ts'
import { type Conversation, type Request, type Way, waysOf } from './walk-state.ts'
import type { JudgedAction } from './walk-types.ts'

/** S7: an ending that was due ends every live request. */
export function endLive(it: Conversation, n: number, touched: Map<Request, Set<string>>): void {
  for (const request of liveRequests(it)) {
    request.deeds.endings.push(n)
    if (!touched.has(request)) touched.set(request, new Set())
  }
}

/** S3: a due action that, of the ways through an unmade choice, is due only on those along one edge makes it. Returns whether there was one to make. */
export function choose({ class: kind, due }: Judgement, n: number): boolean {
  const walker = due[0]?.walker
  if (kind !== 'due' || walker === undefined || walker.way === null || walker.way.forks.length === 0)
    return false
  const edges = edgesTo(walker.way, new Set(due.map((one) => one.way)))
  for (const [choice, along] of edges) {
    const made = walker.made.get(choice)
    const [edge] = along
    if (along.size === 1 && edge !== undefined && made !== undefined) made.chosen ??= { edge, n }
  }
  return true
}

/** For each unmade choice: its edges that lie on a way on which the action is due. */
function edgesTo(root: Way, due: ReadonlySet<Way>): ReadonlyMap<StepId, ReadonlySet<Edge>> {
  const edges = new Map<StepId, Set<Edge>>()
  for (const leaf of waysOf(root)) {
    const whole = leaf.forks.length > 0 ? [] : chainOf(leaf)
    if (!whole.some((way) => due.has(way))) continue
    for (const { parent, edge } of whole) {
      const choice = parent?.stop?.step.id
      if (choice !== undefined && edge !== null) edges.set(choice, (edges.get(choice) ?? new Set()).add(edge))
    }
  }
  return edges
}

const chainOf = (way: Way): readonly Way[] => (way.parent === null ? [way] : [...chainOf(way.parent), way])

export const judgedAction = (n: number, what: JudgedAction['what'], judgement: Judgement): JudgedAction => ({
  n,
  what,
  class: judgement.class,
  request: judgement.request?.id ?? null,
  step: judgement.step,
  open: judgement.open,
  because: judgement.because,
  forbids: judgement.forbids,
})
