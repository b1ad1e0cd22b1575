import type { z } from 'zod'
import type { Json } from '../base/values/json.ts'

/**
 * The one port to language models. In: a system text, messages, maybe tools or a schema the answer must fit. Out: text,
 * calls and what they cost. A provider implements it; agents, customers, judges, recognisers and the compiler only know
 * this. Retries and limits are wrapped around it (`retrying-model.ts`), so whoever calls `complete` sees the last word.
 */
export type ChatMessage = { readonly role: 'user' | 'assistant'; readonly content: string }

export type ChatRequest = {
  readonly system: string
  readonly messages: readonly ChatMessage[]
  /** where given, the text is to be JSON that fits; the caller still checks it */
  readonly schema?: z.ZodType
  readonly signal?: AbortSignal
}

export type ChatUsage = {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens: number
  readonly reasoningTokens: number
}

export type ChatReply = { readonly text: string; readonly usage: ChatUsage }

export type ChatModel = {
  /** `provider:name`, for the transcript */
  readonly id: string
  readonly complete: (request: ChatRequest) => Promise<ChatReply>
}

/** A conversation with tools, as providers take it: calls and their results stand between the words. */
export type ToolTalk =
  | ChatMessage
  | {
      readonly role: 'calls'
      readonly text: string
      readonly calls: readonly ModelCall[]
      /** from the reply that made these calls, where it is still at hand; handed back as it came */
      readonly kept?: KeptParts
    }
  | {
      readonly role: 'result'
      readonly id: string
      readonly tool: string
      readonly output: Json
      readonly ok: boolean
    }

/**
 * What a provider wants to see again with a reply's calls (signed thoughts, call signatures): opaque to everybody but the
 * provider that made it. Without it a conversation can still go on; some providers refuse to while a model is thinking.
 */
export type KeptParts = { readonly by: string; readonly parts: Json }

export type ModelCall = {
  readonly id: string
  readonly tool: string
  /** as parsed; the raw text where it was no JSON */
  readonly input: Json
}

export type ToolRequest = {
  readonly system: string
  readonly messages: readonly ToolTalk[]
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly parameters: Json
  }[]
  readonly signal?: AbortSignal
}

export type ToolReply = {
  readonly text: string
  readonly calls: readonly ModelCall[]
  readonly stopped: Stopped
  readonly usage: ChatUsage
  readonly kept?: KeptParts
}

/** Why a model stopped: done, wants its calls answered, cut off, would not go on, or something else. */
export type Stopped = 'stop' | 'calls' | 'length' | 'refusal' | 'other'

/** A model that can also call tools: what an agent is played by. */
export type ToolModel = ChatModel & { readonly step: (request: ToolRequest) => Promise<ToolReply> }

/** Settings passed through to a provider as they are. */
export type ModelSettings = {
  readonly temperature?: number
  readonly seed?: number
  readonly reasoning?: 'none' | 'low' | 'medium' | 'high'
  readonly maxOutputTokens?: number
  /** how long one answer may take */
  readonly timeoutMs?: number
  /** address of an OpenAI-compatible server */
  readonly baseUrl?: string
  /** name of the environment variable that holds the key */
  readonly keyEnv?: string
}

/** From `provider:name` to a model; wired by the doors (cli, index.ts) only. Throws a usage error that says what exists. */
export type ModelSource = (spec: string, settings: ModelSettings, watch: ModelWatch) => ToolModel

/** Who wants to know what a model's calls came to: a trial's transcript, a judge's book. */
export type ModelWatch = {
  readonly used: (use: {
    readonly model: string
    readonly usage: ChatUsage
    readonly tookMs: number
    /** what the provider says it charged */
    readonly usd: number | null
    readonly stopped: Stopped
  }) => void
  readonly retried: (retry: { readonly code: string; readonly waitedMs: number }) => void
}
