import { z } from 'zod'
import { storedBase, storedOptions, withOwnTools } from '../shared/agent-request.ts'

export const ModuleRequest = withOwnTools({
  ...storedBase,
  ...storedOptions,
  kind: z.literal('module'),
  timeoutMs: z.number(),
})
export type ModuleRequest = z.infer<typeof ModuleRequest>
