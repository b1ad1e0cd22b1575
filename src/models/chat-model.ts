import type { z } from 'zod'

/**
 * The one port to language models. In: a system text, messages, maybe a schema the answer must fit. Out: text and what
 * it cost. A provider implements it; customers, judges, recognisers and the compiler only know this.
 */
export type ChatMessage = { readonly role: 'user' | 'assistant'; readonly content: string }

export type ChatRequest = {
  readonly system: string
  readonly messages: readonly ChatMessage[]
  /** where given, the text is to be JSON that fits; the caller still checks it */
  readonly schema?: z.ZodType
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
