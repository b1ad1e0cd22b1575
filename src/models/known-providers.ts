import type { ErrorCode } from '../base/error.ts'
import { nearest } from '../base/files/suggest.ts'
import type { ModelSettings } from './chat-model.ts'

/** How a provider is spoken to. */
export type ProviderKind = 'openai' | 'anthropic' | 'google' | 'compatible'

export type Provider = {
  readonly kind: ProviderKind
  /** null: where the SDK says */
  readonly baseUrl: string | null
  /** environment variables that may hold the key, the first that is set counts; none: it needs no key */
  readonly keyEnv: readonly string[]
}

const local = (port: number): Provider => ({
  kind: 'compatible',
  baseUrl: `http://localhost:${port}/v1`,
  keyEnv: [],
})

/** Providers known by name. Any other server that speaks OpenAI's protocol is named under `providers:` in sage.yaml. */
export const KNOWN_PROVIDERS: Readonly<Record<string, Provider>> = {
  openai: { kind: 'openai', baseUrl: null, keyEnv: ['OPENAI_API_KEY'] },
  anthropic: { kind: 'anthropic', baseUrl: null, keyEnv: ['ANTHROPIC_API_KEY'] },
  google: { kind: 'google', baseUrl: null, keyEnv: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'] },
  openrouter: {
    kind: 'compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyEnv: ['OPENROUTER_API_KEY'],
  },
  ollama: local(11434),
  lmstudio: local(1234),
  vllm: local(8000),
}

/** `providers:` of sage.yaml. */
export type OwnProviders = Readonly<
  Record<string, { readonly baseUrl: string; readonly keyEnv: string | null }>
>

/** A model and where it lives. */
export type ModelPlace = Provider & {
  readonly provider: string
  readonly model: string
  /** `provider:model`, as transcripts name it */
  readonly id: string
}

type Misplaced = { readonly code: ErrorCode; readonly message: string; readonly hint: string }

/** Finds what `provider:name` means; what the agent says itself (base_url, key_env) wins over the provider's. */
export function placeOf(
  spec: string,
  settings: Pick<ModelSettings, 'baseUrl' | 'keyEnv'>,
  own: OwnProviders,
): { readonly place: ModelPlace } | { readonly misplaced: Misplaced } {
  const colon = spec.indexOf(':')
  const given = settings.baseUrl !== undefined
  const provider = colon > 0 ? spec.slice(0, colon) : given ? 'custom' : ''
  const model = spec.slice(colon + 1)
  const known = knownProvider(provider, own) ?? (given ? { ...local(0), baseUrl: null } : undefined)
  if (provider === '' || model === '' || known === undefined)
    return { misplaced: misplaced(spec, provider, own) }
  const place: ModelPlace = {
    ...known,
    ...(settings.baseUrl === undefined ? {} : { baseUrl: settings.baseUrl }),
    ...(settings.keyEnv === undefined ? {} : { keyEnv: [settings.keyEnv] }),
    provider,
    model,
    id: `${provider}:${model}`,
  }
  return { place }
}

function knownProvider(name: string, own: OwnProviders): Provider | undefined {
  const mine = Object.hasOwn(own, name) ? own[name] : undefined
  if (mine !== undefined) {
    const keyEnv = mine.keyEnv === null ? [] : [mine.keyEnv]
    return { kind: 'compatible', baseUrl: mine.baseUrl, keyEnv }
  }
  return Object.hasOwn(KNOWN_PROVIDERS, name) ? KNOWN_PROVIDERS[name] : undefined
}

function misplaced(spec: string, provider: string, own: OwnProviders): Misplaced {
  const names = [...Object.keys(own), ...Object.keys(KNOWN_PROVIDERS)]
  const exist = `Providers: ${names.join(', ')}. Any other OpenAI-compatible server: providers: in sage.yaml, or base_url.`
  if (provider === '' || names.includes(provider))
    return { code: 'model-name', message: `"${spec}" is not a model name. Use provider:model.`, hint: exist }
  const near = nearest(provider, names)
  return {
    code: 'unknown-provider',
    message: `There is no provider "${provider}".`,
    hint: near === undefined ? exist : `Did you mean "${near}"? ${exist}`,
  }
}
