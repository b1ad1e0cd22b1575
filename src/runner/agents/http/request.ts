import { z } from 'zod'
import { flattened, storedBase, storedOptions, storedService, withOwnTools } from '../shared/agent-request.ts'

const Http = withOwnTools({
  ...storedBase,
  ...storedOptions,
  ...storedService,
  kind: z.literal('http'),
  timeoutMs: z.number(),
})
export type HttpRequest = z.infer<typeof Http>
export const HttpRequest: z.ZodType<HttpRequest> = z.preprocess(flattened, Http)
