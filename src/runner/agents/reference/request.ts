import { z } from 'zod'
import { oursOnly, storedBase } from '../shared/agent-request.ts'

export const ReferenceRequest = z
  .object({ ...storedBase, ...oursOnly, kind: z.literal('reference') })
  .readonly()
export type ReferenceRequest = z.infer<typeof ReferenceRequest>

/** A built-in agent as a run would ask for it. */
export const referenceRequest = (name: string): ReferenceRequest => ({
  id: name,
  kind: 'reference',
  protocol: 'declared',
  target: [name],
  sop: 'prompt',
  tools: 'ours',
})
