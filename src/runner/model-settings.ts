import type { ModelSettings } from '../models/chat-model.ts'
import type { WrittenModelSettings } from './run-settings.ts'

/** Only what was said: a provider's own default stands for the rest. */
export function modelSettingsOf(written: WrittenModelSettings): ModelSettings {
  const { base_url: baseUrl, key_env: keyEnv, temperature, seed, reasoning } = written
  const maxOutputTokens = written.max_output_tokens
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(keyEnv === undefined ? {} : { keyEnv }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  }
}
