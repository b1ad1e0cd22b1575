import type { TalkLimit } from '../../transcript/event.ts'

/** Every loop of a conversation ends by one of these; hitting one is an ending, not an exception. */
export type TalkLimits = {
  /** customer messages */
  readonly turnsMax: number
  readonly toolCallsPerTurnMax: number
  /** times an agent is asked within one turn: one more than the rounds of calls it may make */
  readonly asksPerTurnMax: number
  /** characters of one agent message; what is longer is cut and the trial ends */
  readonly messageCharsMax: number
  /** of the whole conversation, all parties together; Infinity: no limit */
  readonly toolCallsMax: number
  readonly tokensMax: number
  readonly secondsMax: number
  readonly usdMax: number
}

export const DEFAULT_LIMITS: TalkLimits = {
  turnsMax: 8,
  toolCallsPerTurnMax: 24,
  asksPerTurnMax: 16,
  messageCharsMax: 200_000,
  toolCallsMax: Number.POSITIVE_INFINITY,
  tokensMax: Number.POSITIVE_INFINITY,
  secondsMax: Number.POSITIVE_INFINITY,
  usdMax: Number.POSITIVE_INFINITY,
}

/** What a conversation has used up so far. */
export type Spent = {
  readonly toolCalls: number
  readonly tokens: number
  readonly seconds: number
  readonly usd: number
}

/** The limit because of which no party is asked again; null: none is reached. */
export function limitReached(limits: TalkLimits, spent: Spent): TalkLimit | null {
  if (spent.toolCalls >= limits.toolCallsMax) return 'tool-calls'
  if (spent.tokens >= limits.tokensMax) return 'tokens'
  if (spent.usd >= limits.usdMax) return 'money'
  if (spent.seconds >= limits.secondsMax) return 'seconds'
  return null
}
