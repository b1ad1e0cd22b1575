import { expect, test } from 'vitest'
import { chanceOf, exp, log } from '../../../tools/reader/trained/exact.ts'

test('powers and logarithms are those of mathematics, to the last digits but one', () => {
  for (const x of [-600, -30.25, -1, -1e-9, 0, 1e-9, 0.5, 1, 2.75, 88, 600]) {
    expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(1e-13)
  }
  for (const x of [1e-300, 1e-6, 0.3, 1, 1.5, 7, 1e12]) {
    expect(Math.abs(log(x) - Math.log(x))).toBeLessThan(1e-13 * Math.max(1, Math.abs(Math.log(x))))
  }
})

test('a chance is between nought and one', () => {
  expect(chanceOf(0)).toBe(0.5)
  expect(chanceOf(1e9)).toBe(1)
  expect(chanceOf(-1e9)).toBeLessThan(1e-200)
})
