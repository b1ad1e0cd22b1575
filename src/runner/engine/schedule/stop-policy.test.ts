import fc from 'fast-check'
import { expect, test } from 'vitest'
import { budgetStop } from './stop-policy.ts'

const NOTHING = {
  usd: 0,
  before: { usd: 0, trials: 0 },
  usdOfFinished: 0,
  finished: 0,
  underWay: 0,
  elapsedMs: 0,
}
const MINUTE = 60_000

test.each([
  ['no budget', { usd: null, minutes: null }, { usd: 1e9, elapsedMs: 1e12 }, null],
  ['time is left', { usd: null, minutes: 2 }, { elapsedMs: 2 * MINUTE - 1 }, null],
  ['time is up', { usd: null, minutes: 2 }, { elapsedMs: 2 * MINUTE }, 'budget-minutes'],
  ['the first trial may begin', { usd: 1, minutes: null }, {}, null],
  ['all is spent', { usd: 1, minutes: null }, { usd: 1 }, 'budget-usd'],
  ['another one fits', { usd: 1, minutes: null }, { usd: 0.6, usdOfFinished: 0.6, finished: 2 }, null],
  [
    'another one does not',
    { usd: 1, minutes: null },
    { usd: 0.75, usdOfFinished: 0.75, finished: 2 },
    'budget-usd',
  ],
  [
    'money is kept back for what is under way',
    { usd: 1, minutes: null },
    { usd: 0.5, usdOfFinished: 0.5, finished: 2, underWay: 2 },
    'budget-usd',
  ],
  [
    'what a trial costs is known from before the stop',
    { usd: 1, minutes: null },
    { usd: 0.9, before: { usd: 0.9, trials: 3 } },
    'budget-usd',
  ],
] as const)('%s', (_, budget, spending, stop) => {
  expect(budgetStop(budget, { ...NOTHING, ...spending })).toBe(stop)
})

test('trials that cost the same never exceed it, however many are held at once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 50 }), (cents, lanes) => {
      const [budget, each] = [{ usd: 10, minutes: null }, cents / 100]
      let [finished, underWay] = [0, 0]
      const spending = () => ({
        ...NOTHING,
        usd: finished * each,
        usdOfFinished: finished * each,
        finished,
        underWay,
      })
      for (let step = 0; step < 2000 && budgetStop(budget, spending()) === null; step += 1) {
        underWay += 1
        // The first runs alone; then as many as there are lanes.
        if (finished === 0 || underWay >= lanes) [finished, underWay] = [finished + 1, underWay - 1]
      }
      expect((finished + underWay) * each).toBeLessThanOrEqual(10 + 1e-9)
    }),
  )
})
