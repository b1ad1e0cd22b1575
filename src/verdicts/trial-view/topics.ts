import { memo } from '../../base/memo.ts'
import type { TellAct } from '../../base/values/acts.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { followers } from './ways.ts'

/** What the graph says of each topic, worked out once: the acts that tell it, and the deeds it is told right after. */
type Topics = {
  readonly acts: ReadonlyMap<string, ReadonlySet<TellAct>>
  /** tool -> topics told next after its act: what comes after them has words of its own */
  readonly after: ReadonlyMap<string, readonly string[]>
}

const topicsOf = memo((graph: Graph): Topics => {
  const acts = new Map<string, Set<TellAct>>()
  for (const step of graph.steps.values())
    if (step.kind === 'tell' && step.about !== null)
      acts.set(step.about, (acts.get(step.about) ?? new Set()).add(step.act))
  return { acts, after: topicsAfter(graph) }
})

function topicsAfter(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const after = new Map<string, Set<string>>()
  for (const act of graph.steps.values()) {
    if (act.kind !== 'act') continue
    const topics = after.get(act.tool) ?? new Set<string>()
    after.set(act.tool, topics)
    const todo = [...followers(act)]
    const seen = new Set(todo)
    for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
      const step = graph.steps.get(id)
      if (step === undefined || step.kind === 'act') continue
      if (step.kind === 'tell' && step.about !== null) {
        topics.add(step.about)
        continue
      }
      for (const next of followers(step)) if (!seen.has(next)) todo.push(next)
      for (const next of followers(step)) seen.add(next)
    }
  }
  return new Map([...after].map(([tool, topics]) => [tool, [...topics]]))
}

/**
 * The act by which the graph tells a topic: the topic tells, not the act word. Where the SOP makes a difference (one topic,
 * told and declined) the act that was read decides.
 */
export function actTelling(graph: Graph, topic: string, read: TellAct): TellAct {
  const acts = topicsOf(graph).acts.get(topic)
  if (acts === undefined || acts.has(read)) return read
  const [first, ...others] = [...acts].filter((act) => (act === 'decline') === (read === 'decline'))
  const [any] = acts
  return others.length === 0 ? (first ?? any ?? read) : (first ?? read)
}

export const isTopic = (graph: Graph, topic: string): boolean => topicsOf(graph).acts.has(topic)

/** Is telling this topic always a no? */
export function isRefusal(graph: Graph, topic: string): boolean {
  const acts = topicsOf(graph).acts.get(topic)
  return acts?.size === 1 && acts.has('decline')
}

/** Topics that a truthful claim of the deed tells (E3). */
export const topicsToldAfter = (graph: Graph, tool: string): readonly string[] =>
  topicsOf(graph).after.get(tool) ?? []
