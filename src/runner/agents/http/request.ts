import { z } from 'zod'
import { storedBase, storedOptions, storedService, withOwnTools } from '../shared/agent-request.ts'

export const HttpRequest = withOwnTools({
  ...storedBase,
  ...storedOptions,
  ...storedService,
  kind: z.literal('http'),
  timeoutMs: z.number(),
})
export type HttpRequest = z.infer<typeof HttpRequest>
