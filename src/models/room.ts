/**
 * How many calls one provider takes at once: additive growth, multiplicative retreat. It starts without a bound, because
 * the run's own concurrency is one; the first "slow down" halves what is under way, and then it grows by one a round.
 * Pure: `gate.ts` keeps the queue.
 */
export type Room = {
  /** calls that may be under way; Infinity until a provider complains */
  readonly limit: number
  readonly inFlight: number
  /** no call begins before this moment */
  readonly opensAt: number
  /** when the limit was last cut: calls begun before then tell nothing new */
  readonly cutAt: number
}

export const OPEN_ROOM: Room = { limit: Number.POSITIVE_INFINITY, inFlight: 0, opensAt: 0, cutAt: -1 }

export const hasPlace = (room: Room, now: number): boolean =>
  now >= room.opensAt && room.inFlight < Math.floor(room.limit)

export const entered = (room: Room): Room => ({ ...room, inFlight: room.inFlight + 1 })

/** How a call ended, as far as the room cares. `pauseMs`: the provider wants quiet for so long. */
export type Left = {
  readonly went: 'well' | 'crowded' | 'otherwise'
  readonly pauseMs: number
  readonly beganAt: number
}

export function left(room: Room, { went, pauseMs, beganAt }: Left, now: number): Room {
  const opensAt = Math.max(room.opensAt, pauseMs > 0 ? now + pauseMs : 0)
  const after = { ...room, opensAt, inFlight: room.inFlight - 1 }
  if (went === 'well') return { ...after, limit: grown(room) }
  // A burst of refusals is one message, not thirty: only calls begun after the last cut may cut again.
  if (went !== 'crowded' || beganAt <= room.cutAt) return after
  const half = Math.floor(Math.min(room.limit, room.inFlight) / 2)
  return { ...after, limit: Math.max(1, half), cutAt: now }
}

/** By one for every round of calls, and only where the room was full: unused room proves nothing. */
const grown = ({ limit, inFlight }: Room): number =>
  limit !== Number.POSITIVE_INFINITY && inFlight >= Math.floor(limit) ? limit + 1 / limit : limit
