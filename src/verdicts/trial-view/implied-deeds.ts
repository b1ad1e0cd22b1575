import { memo } from '../../base/memo.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { followers } from './ways.ts'

/** Topics that are told only after a deed: to say "it is cancelled" is to say that the cancellation was made. */
export const deedsImplied = (graph: Graph, topic: string): readonly string[] =>
  impliedBy(graph).get(topic) ?? []

const impliedBy = memo((graph: Graph): ReadonlyMap<string, readonly string[]> => {
  const before = toolsOnEveryWay(graph)
  const implied = new Map<string, readonly string[]>()
  for (const step of graph.steps.values()) {
    if (step.kind !== 'tell' || step.about === null) continue
    const tools = [...(before.get(step.id) ?? [])]
    implied.set(step.about, implied.get(step.about)?.filter((tool) => tools.includes(tool)) ?? tools)
  }
  return implied
})

/** For each step the tools whose acts lie on every way to it. The steps form a DAG: each is settled after all before it. */
function toolsOnEveryWay(graph: Graph): ReadonlyMap<StepId, ReadonlySet<string>> {
  const waiting = new Map<StepId, number>()
  for (const step of graph.steps.values())
    for (const next of followers(step)) waiting.set(next, (waiting.get(next) ?? 0) + 1)
  const tools = new Map<StepId, ReadonlySet<string>>()
  const ready = [...graph.steps.keys()].filter((id) => !waiting.has(id))
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    const step = graph.steps.get(id)
    if (step === undefined) continue
    const own = tools.get(id) ?? new Set<string>()
    const onward = step.kind === 'act' ? new Set([...own, step.tool]) : own
    for (const next of followers(step)) {
      const other = tools.get(next)
      tools.set(next, other === undefined ? onward : new Set([...other].filter((tool) => onward.has(tool))))
      const left = (waiting.get(next) ?? 1) - 1
      waiting.set(next, left)
      if (left === 0) ready.push(next)
    }
  }
  return tools
}
