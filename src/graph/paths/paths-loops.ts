import { memo } from '../../base/memo.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Edge, Graph, Step } from '../model/graph.ts'
import { reachable, waysOn } from '../model/next-of.ts'

/** One taking of a loop's edge: which loop, the how-manieth time in a row, and whether the bound is reached with it. */
export type LoopTaking = { readonly loop: string; readonly times: number; readonly last: boolean }

/**
 * Every looping edge of the unrolled graph with its place in its series. The loop of an inner round is counted anew in
 * each outer round: a series follows only ways that take no other looping edge.
 */
export const loopTakings = memo((graph: Graph): ReadonlyMap<string, LoopTaking> => {
  const looping = [...graph.steps.values()].flatMap((step) =>
    step.kind !== 'decide'
      ? []
      : step.edges.flatMap((edge, index) => (edge.loops ? [{ edge, loop: loopOf(step, index) }] : [])),
  )
  const byLoop = new Map<string, Edge[]>()
  for (const { edge, loop } of looping) byLoop.set(loop, [...(byLoop.get(loop) ?? []), edge])
  const next = new Map(
    looping.map(({ edge, loop }) => [edge.id, following(graph, edge, byLoop.get(loop) ?? [])]),
  )
  const followed = new Set([...next.values()].flatMap((edge) => (edge === undefined ? [] : [edge.id])))
  const takings = new Map<string, LoopTaking>()
  for (const { edge, loop } of looping) {
    if (followed.has(edge.id)) continue
    let times = 0
    for (let at: Edge | undefined = edge; at !== undefined; at = next.get(at.id)) {
      times += 1
      takings.set(at.id, { loop, times, last: next.get(at.id) === undefined })
    }
  }
  return takings
})

/** `procedure/step~2` without its rounds, and which of its edges. */
const loopOf = (step: Step, index: number): string => `${step.id.replace(/~\d+/g, '')}#${index}`

/** The edge that takes the same loop once more, right in the round that this one begins. */
function following(graph: Graph, edge: Edge, same: readonly Edge[]): Edge | undefined {
  const wanted = new Set(same.filter((one) => one !== edge).map((one) => one.id))
  if (wanted.size === 0) return undefined
  for (const id of reachable([edge.to], (at) => waysWithoutLooping(graph, at))) {
    const step = graph.steps.get(id)
    const found =
      step?.kind === 'decide' ? step.edges.find((one) => one.loops && wanted.has(one.id)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function waysWithoutLooping(graph: Graph, id: StepId): readonly StepId[] {
  const step = graph.steps.get(id)
  if (step?.kind !== 'decide') return waysOn(graph, id)
  return step.edges.filter((edge) => !edge.loops).map((edge) => edge.to)
}
