import type { ModelSettings } from '../chat-model.ts'
import type { LanguageModel, SdkPlace } from './load-sdk.ts'

type PassedSetting = Pick<
  Parameters<LanguageModel['doGenerate']>[0],
  'temperature' | 'seed' | 'maxOutputTokens' | 'providerOptions'
>

/** Tokens to think with, where a provider wants a number instead of a word. */
const BUDGET_TOKENS = { low: 2_048, medium: 8_192, high: 24_576 } as const

/** An agent's settings in the words of its provider. What was not said is not sent: the provider's default stands. */
export function settingsFor(place: SdkPlace, settings: ModelSettings): PassedSetting {
  const { temperature, seed, maxOutputTokens, reasoning } = settings
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(reasoning === undefined ? {} : { providerOptions: reasoningFor(place, reasoning) }),
  }
}

function reasoningFor(
  { kind }: SdkPlace,
  reasoning: NonNullable<ModelSettings['reasoning']>,
): NonNullable<PassedSetting['providerOptions']> {
  switch (kind) {
    case 'openai':
      return { openai: { reasoningEffort: reasoning } }
    case 'anthropic':
      return {
        anthropic:
          reasoning === 'none'
            ? { thinking: { type: 'disabled' } }
            : { thinking: { type: 'enabled', budgetTokens: BUDGET_TOKENS[reasoning] } },
      }
    case 'google':
      return {
        google: { thinkingConfig: { thinkingBudget: reasoning === 'none' ? 0 : BUDGET_TOKENS[reasoning] } },
      }
  }
}
