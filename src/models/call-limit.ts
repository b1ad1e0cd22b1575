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
  /** processes that share the provider: together they grow by one a round */
  readonly among: number
}

export const NO_CALL_LIMIT: CallLimit = {
  limit: Number.POSITIVE_INFINITY,
  inFlight: 0,
  opensAt: 0,
  cutAt: -1,
  among: 1,
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
  return { ...after, limit: halfOf(Math.min(limits.limit, limits.inFlight)), cutAt: now }
}

/** What another process was told by the provider. `calls`: what it allows itself now; null: it was not told to slow down. */
export type OthersWord = { readonly calls: number | null; readonly pauseMs: number }

/** A complaint to them is one to us. A process that has no call under way gets as much as the one that was told. */
export function otherTold(limits: CallLimit, { calls, pauseMs }: OthersWord, now: number): CallLimit {
  const opensAt = Math.max(limits.opensAt, pauseMs > 0 ? now + pauseMs : 0)
  if (calls === null) return { ...limits, opensAt }
  const used = limits.inFlight === 0 ? 2 * calls : limits.inFlight
  return { ...limits, opensAt, limit: halfOf(Math.min(limits.limit, used)), cutAt: now }
}

const halfOf = (calls: number): number => Math.max(1, Math.floor(calls / 2))

/** By one for every round of calls, and only where the limits was full: unused limits proves nothing. */
const grown = ({ limit, inFlight, among }: CallLimit): number =>
  limit !== Number.POSITIVE_INFINITY && inFlight >= Math.floor(limit) ? limit + 1 / (limit * among) : limit
