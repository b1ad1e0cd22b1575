import type { StepId } from '../../base/values/ids.ts'
import type { Step } from './graph.ts'

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
