/** Every loop of a conversation ends by one of these; hitting one is an ending, not an exception. */
export type TalkLimits = {
  /** customer messages */
  readonly turnsMax: number
  readonly toolCallsPerTurnMax: number
  /** times an agent is asked within one turn: one more than the rounds of calls it may make */
  readonly asksPerTurnMax: number
  /** characters of one agent message; what is longer is cut and the trial ends */
  readonly messageCharsMax: number
}

export const DEFAULT_LIMITS: TalkLimits = {
  turnsMax: 8,
  toolCallsPerTurnMax: 24,
  asksPerTurnMax: 16,
  messageCharsMax: 200_000,
}
