import { expect, test } from 'vitest'
import { addsExactly, summable } from './summable.ts'

test('whole numbers and numbers on the grid add up exactly, others and larger sums do not', () => {
  expect(addsExactly([1, 2, 3_000_000])).toBe(true)
  expect(addsExactly([1, summable(0.1), summable(2 / 3)])).toBe(true)
  expect(addsExactly([1, 0.1])).toBe(false)
  expect(addsExactly([200_000, summable(0.1)])).toBe(false)
  expect(addsExactly([200_000], [summable(0.1)])).toBe(false)
  expect(addsExactly([2 ** 53, 1])).toBe(false)
})
