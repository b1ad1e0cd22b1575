/**
 * Time as a run counts it. Limits and durations use a clock that nobody can set; it is compared with the wall clock and
 * with our own heartbeat, because it does not see a sleeping machine (Linux), and runs on while the process is stopped.
 */
export type TimeWatch = {
  /** milliseconds that this run was awake; never goes back */
  readonly now: () => number
  /** how often the machine slept, the process was stopped, or the wall clock was set */
  readonly jumps: () => number
  readonly close: () => void
}

export type TimeSources = {
  /** milliseconds since 1970 */
  readonly wall: () => number
  /** milliseconds that nobody can set back or forward */
  readonly ticks: () => number
  /** calls `run` every `ms`; returns a function that ends that */
  readonly every: (ms: number, run: () => void) => () => void
}

const BEAT_MS = 1000
/** A busy machine is late by less; a person closes a laptop for longer. */
const JUMP_MS = 10_000

/** `onJump`: by how many milliseconds; negative: the wall clock was set back. */
export function watchTime({ wall, ticks, every }: TimeSources, onJump: (ms: number) => void): TimeWatch {
  let [lastWall, lastTicks, lost, jumps] = [wall(), ticks(), 0, 0]
  // A pause may show only after part of it was counted.
  let shown = Number.NEGATIVE_INFINITY
  const look = (): void => {
    const [wallNow, ticksNow] = [wall(), ticks()]
    const passed = ticksNow - lastTicks
    const apart = wallNow - lastWall - passed
    const late = passed - BEAT_MS
    lastWall = wallNow
    lastTicks = ticksNow
    if (late > JUMP_MS) lost += late
    if (late <= JUMP_MS && Math.abs(apart) <= JUMP_MS) return
    jumps += 1
    onJump(late > JUMP_MS ? late : apart)
  }
  const stop = every(BEAT_MS, look)
  return {
    // A timer that was due during a pause may ring before our own.
    now: () => {
      if (ticks() - lastTicks > JUMP_MS + BEAT_MS) look()
      shown = Math.max(shown, ticks() - lost)
      return shown
    },
    jumps: () => {
      if (Math.abs(wall() - lastWall - (ticks() - lastTicks)) > JUMP_MS) look()
      return jumps
    },
    close: stop,
  }
}

/** The machine's own clocks. */
export const machineTime = (wall: () => number): TimeSources => ({
  wall,
  ticks: () => performance.now(),
  every: (ms, run) => {
    const timer = setInterval(run, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
})
