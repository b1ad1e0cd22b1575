import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lanes begun in one turn of the event loop. */
const A_TURN = 16

/**
 * Begins so many lanes, a few in each turn of the event loop, and waits for all. If a thousand began in one turn, the first call
 * would go out when the last conversation is prepared, and all of them would go on in step, waiting for each other.
 */
export async function playLanes(count: number, lane: () => Promise<void>): Promise<void> {
  const begun: Promise<void>[] = []
  while (begun.length < count) {
    if (begun.length > 0 && begun.length % A_TURN === 0) await nextTurn()
    begun.push(lane())
  }
  await Promise.all(begun)
}
