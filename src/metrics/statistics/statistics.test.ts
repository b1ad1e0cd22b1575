import { expect, test } from 'vitest'
import { krippendorffAlpha } from './agreement.ts'
import { holm, mcNemarExact } from './exact-tests.ts'

test('McNemar, exact: 10 against 2 is 158 of 4096', () => {
  expect(mcNemarExact(10, 2)).toBeCloseTo(158 / 4096, 12)
  expect(mcNemarExact(0, 0)).toBe(1)
})

test("Krippendorff's published example: nominal .743, interval .849", () => {
  const raters = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
    [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
  ]
  const units = Array.from({ length: 12 }, (_, unit) => raters.flatMap((rater) => rater[unit] ?? []))
  expect(krippendorffAlpha(units, 'nominal')).toBeCloseTo(0.743, 3)
  expect(krippendorffAlpha(units, 'interval')).toBeCloseTo(0.849, 3)
})

test('Holm corrects step by step and never lowers a p below a smaller one', () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06])
})
