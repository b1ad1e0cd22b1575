import { z } from 'zod'
import { oursOnly, storedBase } from '../shared/agent-request.ts'

const StoredModelSettings = z
  .object({
    temperature: z.number().exactOptional(),
    seed: z.number().exactOptional(),
    reasoning: z.enum(['none', 'low', 'medium', 'high']).exactOptional(),
    maxOutputTokens: z.number().exactOptional(),
    timeoutMs: z.number().exactOptional(),
    baseUrl: z.string().exactOptional(),
    keyEnv: z.string().exactOptional(),
  })
  .readonly()

export const ModelRequest = z
  .object({
    ...storedBase,
    ...oursOnly,
    kind: z.literal('model'),
    model: StoredModelSettings,
    prompt: z.string().exactOptional(),
  })
  .readonly()
export type ModelRequest = z.infer<typeof ModelRequest>
