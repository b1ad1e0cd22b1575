import type { Json } from '../../src/base/values/json.ts'

/** What a script sees of one request, whatever protocol it came in. */
export type Asked = {
  readonly protocol: 'openai' | 'anthropic' | 'google'
  readonly model: string
  readonly system: string
  readonly messages: readonly AskedMessage[]
  /** names of the tools on offer */
  readonly tools: readonly string[]
  readonly stream: boolean
  /** the request as it was sent, to be searched for what must not be there */
  readonly raw: string
  readonly headers: Readonly<Record<string, string>>
  /** how many requests the server has had before this one */
  readonly nth: number
}

export type AskedMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly AskedCall[] }
  | { readonly role: 'result'; readonly id: string; readonly content: string }
export type AskedCall = { readonly id: string; readonly tool: string; readonly input: Json }

/** What the server is to answer. */
export type Scripted = {
  readonly text?: string
  /** `raw` instead of `input`: arguments exactly as written, valid or not; `id`: of the call, else by its place */
  readonly calls?: readonly {
    readonly tool: string
    readonly input?: Json
    readonly raw?: string
    readonly id?: string
  }[]
  /** Anthropic only: a signed thought before the rest */
  readonly thought?: { readonly text: string; readonly signature: string }
  readonly stopped?: 'stop' | 'calls' | 'length' | 'refusal'
  readonly usage?: {
    readonly input?: number
    readonly output?: number
    readonly cached?: number
    readonly reasoning?: number
    readonly cost?: number
  }
  readonly headers?: Readonly<Record<string, string>>
  readonly afterMs?: number
  readonly fault?: Fault
}

/** How a server, or the way to it, can misbehave. */
export type Fault =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: Json
    }
  /** takes the request and never answers */
  | { readonly kind: 'hang' }
  /** cuts the connection before the first byte */
  | { readonly kind: 'reset' }
  /** cuts the connection in the middle of the answer */
  | { readonly kind: 'truncated' }
  /** 200, and a piece of the answer twice, though its length was announced */
  | { readonly kind: 'doubled' }
  /** 200, and half a JSON document */
  | { readonly kind: 'malformed' }
  /** 200, and a web page */
  | { readonly kind: 'html' }
  /** the whole answer, a few bytes at a time */
  | { readonly kind: 'slow'; readonly pieces: number; readonly everyMs: number }

export type Script = (asked: Asked) => Scripted | Promise<Scripted>

/** Plays its answers in order; asked once more than it has answers, it repeats the last. */
export const inTurn =
  (...answers: readonly Scripted[]): Script =>
  ({ nth }) =>
    answers[Math.min(nth, answers.length - 1)] ?? {}
