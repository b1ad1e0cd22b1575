import { assertNever } from '../base/assert.ts'
import type { StepId } from '../base/values/ids.ts'
import type { Graph, Step } from '../graph/model/graph.ts'

/** The graph as someone walks it who takes these steps as done: every way to one of them leads to what follows it. */
export function bypass(graph: Graph, skipped: ReadonlySet<StepId>): Graph {
  if (skipped.size === 0) return graph
  const onward = (id: StepId): StepId => {
    // The steps form a DAG, so following `next` ends.
    const step = graph.steps.get(id)
    const next = step === undefined || !skipped.has(id) ? undefined : nextOf(step)
    return next === undefined ? id : onward(next)
  }
  const steps = new Map([...graph.steps].map(([id, step]) => [id, rewired(step, onward)] as const))
  return {
    ...graph,
    steps,
    procedures: graph.procedures.map((procedure) => ({ ...procedure, start: onward(procedure.start) })),
    interrupts: graph.interrupts.map((interrupt) => ({ ...interrupt, start: onward(interrupt.start) })),
  }
}

function nextOf(step: Step): StepId | undefined {
  return 'next' in step ? step.next : undefined
}

function rewired(step: Step, onward: (id: StepId) => StepId): Step {
  switch (step.kind) {
    case 'decide':
      return { ...step, edges: step.edges.map((edge) => ({ ...edge, to: onward(edge.to) })) }
    case 'confirm':
      return {
        ...step,
        next: onward(step.next),
        ifRefused: step.ifRefused === null ? null : onward(step.ifRefused),
      }
    case 'learn':
    case 'check':
    case 'act':
    case 'tell':
      return { ...step, next: onward(step.next) }
    case 'handover':
    case 'end':
    case 'resume':
      return step
    default:
      return assertNever(step)
  }
}
