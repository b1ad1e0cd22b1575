import { z } from 'zod'
import type { ModelSettings } from '../../../models/chat-model.ts'
import { keySetting, name, timeoutSetting } from './agent-settings.ts'

/** Settings that are passed to a model as they are. */
export const modelSettings = {
  base_url: z.url().optional().describe('address of an OpenAI-compatible server'),
  ...keySetting,
  temperature: z.number().min(0).max(2).optional(),
  seed: z.int().optional(),
  reasoning: z.enum(['none', 'low', 'medium', 'high']).optional(),
  max_output_tokens: z.int().min(1).optional(),
} as const
const WrittenModelSettings = z.object(modelSettings)
type WrittenModelSettings = z.infer<typeof WrittenModelSettings>

/** Only what was written: the provider's default applies to the rest. */
export function modelSettingsOf(
  written: WrittenModelSettings & { readonly timeout_seconds?: number | undefined },
): ModelSettings {
  const { base_url: baseUrl, key_env: keyEnv, temperature, seed, reasoning } = written
  const { max_output_tokens: maxOutputTokens, timeout_seconds: timeoutSeconds } = written
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(keyEnv === undefined ? {} : { keyEnv }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }),
  }
}

/** A model that plays a part beside the agent: the customer, the reader. */
export const ModelParty = z.strictObject({
  model: name.describe('provider:name'),
  ...timeoutSetting,
  ...modelSettings,
})
export type ModelParty = z.infer<typeof ModelParty>
