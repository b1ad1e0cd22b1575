/** Milliseconds that never go back, however often somebody sets the clock: durations stay sane. */
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
