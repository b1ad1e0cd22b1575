import { expect, test } from 'vitest'
import { TIME_UP } from '../../conversation/protocol/stopped.ts'
import type { Transcript } from '../../transcript/event.ts'
import { openTrialClock } from './trial-clock.ts'

const waited = (ms: number): Transcript => [
  { n: 1, type: 'call.retried', role: 'agent', code: 'slow', waited_ms: ms },
]

function clockWith(secondsMax: number, recorded: Transcript = []) {
  const run = new AbortController()
  const timers: { readonly ms: number; readonly ring: () => void }[] = []
  let [now, cancelled, jumps] = [0, 0, 0]
  const bounds = {
    signal: run.signal,
    limits: {},
    usdOf: () => 0,
    jumps: () => jumps,
    hide: (text: string) => text,
    clock: () => now,
    after: (ms: number, ring: () => void) => {
      timers.push({ ms, ring })
      return () => {
        cancelled += 1
      }
    },
  }
  const clock = openTrialClock(bounds, { secondsMax }, recorded)
  return {
    clock,
    run,
    timers,
    cancelled: () => cancelled,
    pass: (ms: number) => (now += ms),
    jump: () => (jumps += 1),
  }
}

test('time that a recorded part took counts, against the limit too', () => {
  const { clock, timers, pass } = clockWith(10, waited(4000))
  pass(1500)
  expect(clock.seconds()).toBe(5.5)
  expect(timers.map(({ ms }) => ms)).toEqual([6000])
})

test('its own time ends the trial by its limit; a stop of the run does not', () => {
  const late = clockWith(10)
  late.timers[0]?.ring()
  expect(late.clock.signal.reason).toBe(TIME_UP)
  const stopped = clockWith(10)
  stopped.run.abort('Ctrl-C')
  expect(stopped.clock.signal.reason).toBe('Ctrl-C')
})

test('a timer that was due while the machine slept is set again', () => {
  const { clock, timers, pass, jump } = clockWith(10)
  pass(1000)
  jump()
  timers[0]?.ring()
  expect([clock.signal.aborted, timers[1]?.ms]).toEqual([false, 9000])
  pass(9000)
  timers[1]?.ring()
  expect(clock.signal.reason).toBe(TIME_UP)
})

test('no limit sets no timer; a closed clock no longer listens', () => {
  expect(clockWith(Number.POSITIVE_INFINITY).timers).toEqual([])
  const { clock, run, cancelled } = clockWith(10)
  clock.close()
  run.abort()
  expect([cancelled(), clock.signal.aborted]).toEqual([1, false])
})
