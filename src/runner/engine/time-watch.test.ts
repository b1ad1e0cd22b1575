import fc from 'fast-check'
import { expect, test } from 'vitest'
import { watchTime } from './time-watch.ts'

function watched() {
  const state = { wall: 1_800_000_000_000, ticks: 0 }
  let beat = (): void => undefined
  const jumps: number[] = []
  const watch = watchTime(
    {
      wall: () => state.wall,
      ticks: () => state.ticks,
      every: (_, run) => {
        beat = run
        return () => undefined
      },
    },
    (ms) => void jumps.push(ms),
  )
  const pass = (ms: number): void => {
    state.wall += ms
    state.ticks += ms
  }
  return { state, watch, jumps, pass, beat: () => beat() }
}

test('the wall clock may be set: nothing is counted, and the jump is known', () => {
  const { state, watch, jumps, pass, beat } = watched()
  for (const set of [7_200_000, -7_200_000]) {
    const before = watch.now()
    pass(1000)
    state.wall += set
    beat()
    expect(watch.now() - before).toBe(1000)
  }
  expect(jumps).toEqual([7_200_000, -7_200_000])
})

test('a machine that slept: its clock stood still, the wall clock did not', () => {
  const { state, watch, beat } = watched()
  state.wall += 900_000
  expect(watch.jumps()).toBe(1)
  beat()
  expect([watch.now(), watch.jumps()]).toEqual([0, 1])
})

test('a process that was stopped does not count the pause, whichever timer rings first', () => {
  const { watch, jumps, pass } = watched()
  pass(900_000)
  expect(watch.now()).toBe(1000)
  expect(jumps).toEqual([899_000])
})

test('time never goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(100_000), fc.integer({ min: -1e7, max: 1e7 }))), (steps) => {
      const { state, watch, pass, beat } = watched()
      let last = watch.now()
      for (const [ms, set] of steps) {
        pass(ms)
        state.wall += set
        if (ms % 2 === 0) beat()
        const now = watch.now()
        expect(now).toBeGreaterThanOrEqual(last)
        last = now
      }
    }),
  )
})
