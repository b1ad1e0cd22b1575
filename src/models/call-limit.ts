/**
 * How many calls one provider takes at once: additive growth, multiplicative retreat. It starts without a bound, because
 * the run's own concurrency is one; the first "slow down" halves what is under way, and then it grows by one a round.
 * Pure: `call-queue.ts` keeps the queue.
 */
export type CallLimit = {
  /** calls that may be under way; Infinity until a provider complains */
  readonly limit: number
  readonly inFlight: number
  /** no call begins before this moment */
  readonly opensAt: number
  /** when the limit was last cut: calls begun before then tell nothing new */
  readonly cutAt: number
}

export const NO_CALL_LIMIT: CallLimit = {
  limit: Number.POSITIVE_INFINITY,
  inFlight: 0,
  opensAt: 0,
  cutAt: -1,
}

export const mayCall = (limits: CallLimit, now: number): boolean =>
  now >= limits.opensAt && limits.inFlight < Math.floor(limits.limit)

export const callBegan = (limits: CallLimit): CallLimit => ({ ...limits, inFlight: limits.inFlight + 1 })

/** How a call ended, as far as the limit cares. `pauseMs`: the provider wants quiet for so long. */
export type CallEnd = {
  readonly went: 'well' | 'crowded' | 'otherwise'
  readonly pauseMs: number
  readonly beganAt: number
}

export function callEnded(limits: CallLimit, { went, pauseMs, beganAt }: CallEnd, now: number): CallLimit {
  const opensAt = Math.max(limits.opensAt, pauseMs > 0 ? now + pauseMs : 0)
  const after = { ...limits, opensAt, inFlight: limits.inFlight - 1 }
  if (went === 'well') return { ...after, limit: grown(limits) }
  // A burst of refusals is one message, not thirty: only calls begun after the last cut may cut again.
  if (went !== 'crowded' || beganAt <= limits.cutAt) return after
  const half = Math.floor(Math.min(limits.limit, limits.inFlight) / 2)
  return { ...after, limit: Math.max(1, half), cutAt: now }
}

/** By one for every round of calls, and only where the limits was full: unused limits proves nothing. */
const grown = ({ limit, inFlight }: CallLimit): number =>
  limit !== Number.POSITIVE_INFINITY && inFlight >= Math.floor(limit) ? limit + 1 / limit : limit
