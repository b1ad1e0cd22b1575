import type { ModelSettings } from '../../models/chat-model.ts'
import type { WrittenModelSettings } from './run-settings.ts'

/** Only what was said: a provider's own default stands for the rest. */
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
