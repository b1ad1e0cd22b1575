import { expect, test } from 'vitest'
import { trial } from '../../test/support/metrics/trials.ts'
import { seededChance } from '../base/chance.ts'
import { compare } from './compare.ts'
import { openTally } from './tally.ts'

const ONLY_OUTCOME = 'outcome_accuracy'

/** Two agents on the same cases, each right or wrong as given. */
function compared(
  pairs: readonly (readonly [boolean, boolean])[],
  trials = 1,
  only: string | undefined = ONLY_OUTCOME,
) {
  const tally = openTally()
  pairs.forEach(([a, b], i) => {
    for (let repeat = 0; repeat < trials; repeat += 1) {
      tally.add(trial({ agent: 'a', case: `p/${i}`, repeat, score: { outcome: a ? 'right' : 'wrong' } }))
      tally.add(trial({ agent: 'b', case: `p/${i}`, repeat, score: { outcome: b ? 'right' : 'wrong' } }))
    }
  })
  const [a, b] = [tally.agents().get('a'), tally.agents().get('b')]
  if (a === undefined || b === undefined) throw new Error('no tally')
  return compare(a, b, { tally, wanted: 0.05, ...(only === undefined ? {} : { only }) })
}
const pairs = (n: number, pair: readonly [boolean, boolean]) => Array.from({ length: n }, () => pair)

test('[M16] 12 of 40 cases got worse and 1 better: worse, by McNemar', () => {
  const { pairs: n, metrics } = compared([
    ...pairs(27, [true, true]),
    ...pairs(12, [true, false]),
    ...pairs(1, [false, true]),
  ])
  expect(n).toBe(40)
  expect(metrics['outcome_accuracy']).toMatchObject({ a: 39 / 40, b: 28 / 40, says: 'worse' })
  expect(metrics['outcome_accuracy']?.p).toBeCloseTo((2 * (1 + 13)) / 2 ** 13, 9)
})

test('[M16] two worse and one better of 40: cannot tell, and says how many trials would be needed', () => {
  const difference = compared([
    ...pairs(37, [true, true]),
    ...pairs(2, [true, false]),
    ...pairs(1, [false, true]),
  ]).metrics['outcome_accuracy']
  expect(difference?.says).toBe('cannot tell')
  expect(difference?.detectable).toBeGreaterThan(0.05)
  expect(difference?.trials_needed).toBeGreaterThan(40)
})

test('[M16] only situations that both ran are compared', () => {
  const tally = openTally()
  for (const i of [1, 2, 3]) tally.add(trial({ agent: 'a', case: `p/${i}` }))
  for (const i of [2, 3, 4]) tally.add(trial({ agent: 'b', case: `p/${i}` }))
  const [a, b] = [tally.agents().get('a'), tally.agents().get('b')]
  if (a === undefined || b === undefined) throw new Error('no tally')
  expect(compare(a, b, { tally, wanted: 0.05 }).pairs).toBe(2)
})

test('[M16] two identical agents are found different no more often than the nominal rate', () => {
  const chance = seededChance(5)
  const SETS = 400
  let different = 0
  for (let set = 0; set < SETS; set += 1) {
    const random = Array.from({ length: 60 }, () => [chance.hits(0.7), chance.hits(0.7)] as const)
    if (compared(random).metrics['outcome_accuracy']?.says !== 'cannot tell') different += 1
  }
  expect(different / SETS).toBeLessThan(0.08)
})
