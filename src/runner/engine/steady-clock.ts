/** Milliseconds that never go back, even if the clock is set back: durations are never negative. */
export function steadyClock(clock: () => number): () => number {
  let last = clock()
  let steady = last
  return () => {
    const now = clock()
    steady += Math.max(0, now - last)
    last = now
    return steady
  }
}
