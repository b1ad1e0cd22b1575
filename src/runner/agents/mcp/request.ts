import { z } from 'zod'
import { flattened, oursOnly, storedBase, storedService } from '../shared/agent-request.ts'

const Mcp = z
  .object({
    ...storedBase,
    ...oursOnly,
    ...storedService,
    kind: z.literal('mcp'),
    /** where its command is started */
    folder: z.string(),
    timeoutMs: z.number(),
  })
  .readonly()
export type McpRequest = z.infer<typeof Mcp>
export const McpRequest: z.ZodType<McpRequest> = z.preprocess(flattened, Mcp)

/** It is a service that is told of the desk; otherwise a command that is started. */
export const isService = ({ target }: Pick<McpRequest, 'target'>): boolean => /^https?:\/\//.test(target[0])
