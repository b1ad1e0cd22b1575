import { z } from 'zod'
import { oursOnly, storedBase, storedService } from '../shared/agent-request.ts'

export const McpRequest = z
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
export type McpRequest = z.infer<typeof McpRequest>

/** It is a service that is told of the desk; otherwise a command that is started. */
export const isService = ({ target }: Pick<McpRequest, 'target'>): boolean => /^https?:\/\//.test(target[0])
