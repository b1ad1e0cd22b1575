import { FAILURES } from './failure-codes.ts'
import type { ModelFailure } from './model-failed.ts'

/** How long a model is waited for, and how often it is asked again. */
export type RetryPolicy = {
  /** one try */
  readonly timeoutMs: number
  readonly firstWaitMs: number
  readonly waitMsMax: number
  /** a provider that asks for a longer pause is asked again after this one */
  readonly retryAfterMsMax: number
}

/** A pause longer than this is a mistake of the provider's: it is ignored. */
const ABSURD_PAUSE_MS = 3_600_000
/** Of all causes together. */
const ATTEMPTS_MAX = 20

/** How long a provider that asked for a pause is left alone; null: it did not ask, or for nonsense. */
export const pauseFor = (askedMs: number | null, { retryAfterMsMax }: RetryPolicy): number | null =>
  askedMs === null || askedMs > ABSURD_PAUSE_MS ? null : Math.min(askedMs, retryAfterMsMax)

/** Ten tries with these waits outlast a provider that is down for a minute. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  timeoutMs: 180_000,
  firstWaitMs: 500,
  waitMsMax: 20_000,
  retryAfterMsMax: 120_000,
}

/** An address that has never answered is more likely wrong than down. */
const UNKNOWN_ADDRESS_ATTEMPTS_MAX = 4

/**
 * `attempt`: tries made so far; `ofCause`: those that failed for this cause. `chance`: a draw from 0 to 1. `reached`: this
 * provider has answered before.
 */
type SoFar = {
  readonly attempt: number
  readonly ofCause: number
  readonly chance: number
  readonly reached: boolean
}

export type AfterFailure = { readonly do: 'again'; readonly waitMs: number } | { readonly do: 'give-up' }

/**
 * What to do after a failure. A provider's own word on how long to wait is kept, with a little more so that not everybody
 * returns at once; else the wait doubles, half of it drawn.
 */
export function afterFailure(
  failure: ModelFailure,
  { attempt, ofCause, chance, reached }: SoFar,
  policy: RetryPolicy,
): AfterFailure {
  const isUnknown = failure.code === 'unreachable' && !reached
  if (attempt >= ATTEMPTS_MAX) return { do: 'give-up' }
  if (ofCause >= (isUnknown ? UNKNOWN_ADDRESS_ATTEMPTS_MAX : FAILURES[failure.code].attemptsMax))
    return { do: 'give-up' }
  const pauseMs = pauseFor(failure.retryAfterMs, policy)
  if (pauseMs !== null) return { do: 'again', waitMs: pauseMs + chance * policy.firstWaitMs }
  const full = Math.min(policy.waitMsMax, policy.firstWaitMs * 2 ** (attempt - 1))
  return { do: 'again', waitMs: full / 2 + (chance * full) / 2 }
}
