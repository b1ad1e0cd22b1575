import type { StepId } from '../../base/values/ids.ts'
import type { Graph, Step } from './graph.ts'

/** Where a step leads, in order, without regard to guards. */
export function nextOf(step: Step): readonly StepId[] {
  switch (step.kind) {
    case 'decide':
      return step.edges.map((edge) => edge.to)
    case 'confirm':
      return step.ifRefused === null ? [step.next] : [step.next, step.ifRefused]
    case 'handover':
    case 'end':
    case 'resume':
      return []
    default:
      return [step.next]
  }
}

export function waysOn(graph: Graph, id: StepId): readonly StepId[] {
  const step = graph.steps.get(id)
  return step === undefined ? [] : nextOf(step)
}

/** The starts and everything that can be reached from them, nearest first. Without recursion: ways may be long. */
export function reachable<Node>(
  starts: Iterable<Node>,
  next: (node: Node) => Iterable<Node>,
): ReadonlySet<Node> {
  const seen = new Set(starts)
  // A set that grows while it is walked is walked to its end.
  for (const node of seen) for (const to of next(node)) seen.add(to)
  return seen
}
