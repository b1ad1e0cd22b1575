import fc from 'fast-check'
import { expect, test } from 'vitest'
import { steadyClock } from './steady-clock.ts'

test('never goes back, and goes on as fast as the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 })), (steps) => {
      let now = 0
      const steady = steadyClock(() => now)
      const from = steady()
      let forward = 0
      for (const step of steps) {
        now += step
        forward += Math.max(0, step)
        expect(steady() - from).toBe(forward)
      }
    }),
  )
})
