import type { StepFile } from '../../graph/file/graph-file.ts'

/** Where a procedure is not written further: a person takes over. It is an assumption until somebody accepts it. */
export const TAIL = {
  name: 'person',
  step: { handover: 'not_covered', assumed: 'no sentence says what happens then' },
} as const satisfies { readonly name: string; readonly step: StepFile }

const REASONS: readonly string[] = ['not_covered', 'not_read_yet']

export const isTail = (step: StepFile): boolean =>
  'handover' in step && step.assumed !== undefined && REASONS.includes(step.handover)
