import { z } from 'zod'
import { flattened, storedBase, storedOptions, withOwnTools } from '../shared/agent-request.ts'

const Command = withOwnTools({
  ...storedBase,
  ...storedOptions,
  kind: z.literal('command'),
  /** where it is started */
  folder: z.string(),
  timeoutMs: z.number(),
})
export type CommandRequest = z.infer<typeof Command>
export const CommandRequest: z.ZodType<CommandRequest> = z.preprocess(flattened, Command)
