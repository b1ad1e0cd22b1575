import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import type { ModelPlace } from '../known-providers.ts'

/** A model as the AI SDK's providers make it; `ai` itself is not needed for single steps. */
export type LanguageModel = ReturnType<OpenAICompatibleProvider['chatModel']>

export type SdkParts = {
  readonly key: string | null
  readonly fetch: typeof globalThis.fetch
}

/** Loads the one SDK this model needs, when it is first asked: offline runs load none. */
export async function loadSdk(place: ModelPlace, { key, fetch }: SdkParts): Promise<LanguageModel> {
  const { kind, provider: name, model, baseUrl } = place
  // An empty key keeps an SDK from looking into the environment by itself.
  const common = { apiKey: key ?? '', fetch, ...(baseUrl === null ? {} : { baseURL: baseUrl }) }
  switch (kind) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(common).chat(model)
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(common)(model)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(common)(model)
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const settings = { name, baseURL: baseUrl ?? '', fetch, ...(key === null ? {} : { apiKey: key }) }
      return createOpenAICompatible({ ...settings, transformRequestBody: askForCost(name) }).chatModel(model)
    }
  }
}

/** OpenRouter tells what a call cost where it is asked to; others would refuse a key they do not know. */
const askForCost =
  (provider: string) =>
  (body: Record<string, unknown>): Record<string, unknown> =>
    provider === 'openrouter' ? { ...body, usage: { include: true } } : body
