import { z } from 'zod'
import { flattened, storedBase, storedOptions, withOwnTools } from '../shared/agent-request.ts'

const Module = withOwnTools({
  ...storedBase,
  ...storedOptions,
  kind: z.literal('module'),
  timeoutMs: z.number(),
})
export type ModuleRequest = z.infer<typeof Module>
export const ModuleRequest: z.ZodType<ModuleRequest> = z.preprocess(flattened, Module)
