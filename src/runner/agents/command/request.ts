import { z } from 'zod'
import { storedBase, storedOptions, withOwnTools } from '../shared/agent-request.ts'

export const CommandRequest = withOwnTools({
  ...storedBase,
  ...storedOptions,
  kind: z.literal('command'),
  /** where it is started */
  folder: z.string(),
  timeoutMs: z.number(),
})
export type CommandRequest = z.infer<typeof CommandRequest>
