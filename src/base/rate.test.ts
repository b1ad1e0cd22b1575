import { expect, test } from 'vitest'
import { effectiveSample, medianOf, rateOf, wilson } from './rate.ts'

const singles = (hits: number, of: number) =>
  Array.from({ length: of }, (_, i) => ({ hits: i < hits ? 1 : 0, of: 1 }))

test('Wilson gives the published digits for 2 of 18, 7 of 18 and 0 of 18', () => {
  expect(wilson(2 / 18, 18).low).toBeCloseTo(0.031, 3)
  expect(wilson(2 / 18, 18).high).toBeCloseTo(0.328, 3)
  expect(wilson(7 / 18, 18).low).toBeCloseTo(0.203, 3)
  expect(wilson(7 / 18, 18).high).toBeCloseTo(0.614, 3)
  expect(wilson(0, 18)).toEqual({ low: 0, high: expect.closeTo(0.176, 3) })
})

test('one trial a case: the effective sample is the number of trials', () => {
  expect(effectiveSample(singles(2, 18))).toBe(18)
})

test('ten repetitions of traps that always answer alike are worth the traps, not the trials', () => {
  const clusters = [...Array(2).fill({ hits: 10, of: 10 }), ...Array(16).fill({ hits: 0, of: 10 })]
  expect(effectiveSample(clusters)).toBeLessThan(18.1)
  expect(effectiveSample(clusters)).toBeGreaterThan(16)
})

test('no hit at all in repeated trials: the effective sample is the number of cases', () => {
  expect(effectiveSample(Array(18).fill({ hits: 0, of: 3 }))).toBe(18)
})

test('no data has no value', () => {
  expect(rateOf([], [])).toEqual({ value: null, of: 0 })
})

test('median of an even number of runs is the middle of the middle two', () => {
  expect(medianOf([3, 1, 2, 10])).toBe(2.5)
})
