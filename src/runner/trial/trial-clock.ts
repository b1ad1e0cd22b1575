import { setMaxListeners } from 'node:events'
import type { HideSecrets } from '../../base/secrets.ts'
import type { TalkLimits } from '../../conversation/protocol/limits.ts'
import { TIME_UP } from '../../conversation/protocol/stopped.ts'
import type { EventOf, Transcript } from '../../transcript/event.ts'

/** What bounds the time and money of a trial, and stops it together with its run. */
export type TrialBounds = {
  /** aborted: the run stops, and so does this trial */
  readonly signal: AbortSignal
  /** they override the pack's and the defaults */
  readonly limits: Partial<TalkLimits>
  readonly usdOf: (use: EventOf<'usage.recorded'>) => number
  /** takes keys out of an error's words before they are recorded */
  readonly hide: HideSecrets
  /** milliseconds; never goes back */
  readonly clock: () => number
  /** how often the machine slept or its clock was set so far */
  readonly jumps: () => number
  /** calls `run` after `ms`; returns a function that cancels it */
  readonly after: (ms: number, run: () => void) => () => void
}

/** One trial's time, from start to `close`. */
export type TrialClock = {
  /** aborted when the run stops, or with reason `TIME_UP` when the trial's own time is up */
  readonly signal: AbortSignal
  readonly seconds: () => number
  readonly close: () => void
}

/** `recorded`: what happened before the trial was stopped; the time it took counts too. */
export function openTrialClock(
  { signal, clock, after, jumps }: TrialBounds,
  { secondsMax }: Pick<TalkLimits, 'secondsMax'>,
  recorded: Transcript,
): TrialClock {
  const stop = new AbortController()
  const before = takenBefore(recorded)
  const startedAt = clock()
  const onStop = (): void => stop.abort(signal.reason)
  // There is one listener for each trial under way. Without this, Node warns of a leak.
  setMaxListeners(0, signal)
  if (signal.aborted) onStop()
  else signal.addEventListener('abort', onStop, { once: true })
  const timer = Number.isFinite(secondsMax)
    ? startTimer({ clock, after, jumps }, Math.max(0, secondsMax * 1000 - before), () => stop.abort(TIME_UP))
    : { cancel: () => undefined }
  return {
    signal: stop.signal,
    seconds: () => (before + Math.max(0, clock() - startedAt)) / 1000,
    close: () => {
      timer.cancel()
      signal.removeEventListener('abort', onStop)
    },
  }
}

/** Rings after `ms` that this run was awake: a timer that was due while the machine slept is set again. */
function startTimer(
  { clock, after, jumps }: Pick<TrialBounds, 'clock' | 'after' | 'jumps'>,
  ms: number,
  ring: () => void,
): { readonly cancel: () => void } {
  const until = clock() + ms
  let seen = jumps()
  const set = (wait: number): (() => void) =>
    after(wait, () => {
      const jumped = jumps() !== seen
      seen = jumps()
      if (jumped && clock() < until) cancelNow = set(until - clock())
      else ring()
    })
  let cancelNow = set(ms)
  return { cancel: () => cancelNow() }
}

/** Milliseconds of a recorded trial's model calls and waits: the clock of the earlier process is gone. */
const takenBefore = (recorded: Transcript): number =>
  recorded.reduce((sum, event) => {
    if (event.type === 'usage.recorded') return sum + event.took_ms
    return event.type === 'call.retried' ? sum + event.waited_ms : sum
  }, 0)
