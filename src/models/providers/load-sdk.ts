import type { OpenAIProvider } from '@ai-sdk/openai'
import type { ModelPlace } from '../known-providers.ts'

/** A model as the AI SDK's providers make it; `ai` itself is not needed for single steps. */
export type LanguageModel = ReturnType<OpenAIProvider['chat']>

/** Servers that speak OpenAI's chat completions are asked without an SDK (`completions-model.ts`). */
export type SdkPlace = ModelPlace & { readonly kind: 'openai' | 'anthropic' | 'google' }

export type SdkParts = {
  readonly key: string | null
  readonly fetch: typeof globalThis.fetch
}

/** Loads the one SDK this model needs, when it is first asked: offline runs load none. */
export async function loadSdk(place: SdkPlace, { key, fetch }: SdkParts): Promise<LanguageModel> {
  const { kind, model, baseUrl } = place
  // An empty key keeps an SDK from looking into the environment by itself.
  const common = { apiKey: key ?? '', fetch, ...(baseUrl === null ? {} : { baseURL: baseUrl }) }
  switch (kind) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(common).chat(model)
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(common)(model)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(common)(model)
  }
}
