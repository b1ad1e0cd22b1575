import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cohenKappa, krippendorffAlpha, meanAbsoluteDifference } from './agreement.ts'
import { fisherExact, holm, mcNemarExact } from './exact-tests.ts'

const choose = (n: number, k: number): number =>
  k < 0 || k > n ? 0 : k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k

test('Fisher: 2 against 7 of 18 is the published .12: a safe and a reckless agent do not differ', () => {
  expect(fisherExact({ hits: 2, of: 18 }, { hits: 7, of: 18 })).toBeCloseTo(0.12, 2)
})

test('Fisher equals the enumeration of all tables with the same margins', () => {
  fc.assert(
    fc.property(
      fc.nat(9),
      fc.nat(9),
      fc.integer({ min: 9, max: 12 }),
      fc.integer({ min: 9, max: 12 }),
      (x, y, m, n) => {
        const probability = (k: number) => (choose(m, k) * choose(n, x + y - k)) / choose(m + n, x + y)
        const seen = probability(x)
        let expected = 0
        for (let k = 0; k <= m; k += 1) if (probability(k) <= seen * (1 + 1e-7)) expected += probability(k)
        expect(fisherExact({ hits: x, of: m }, { hits: y, of: n })).toBeCloseTo(Math.min(1, expected), 9)
      },
    ),
  )
})

test('McNemar, exact: 10 against 2 is 158 of 4096', () => {
  expect(mcNemarExact(10, 2)).toBeCloseTo(158 / 4096, 12)
  expect(mcNemarExact(0, 0)).toBe(1)
})

test("Cohen's kappa of the textbook table 20, 5, 10, 15 is 0.4", () => {
  const pairs = (n: number, a: string, b: string) => Array.from({ length: n }, () => [a, b] as const)
  expect(
    cohenKappa([
      ...pairs(20, 'y', 'y'),
      ...pairs(5, 'y', 'n'),
      ...pairs(10, 'n', 'y'),
      ...pairs(15, 'n', 'n'),
    ]),
  ).toBeCloseTo(0.4, 12)
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

test('mean absolute difference', () => {
  expect(
    meanAbsoluteDifference([
      [0.5, 0.75],
      [1, 0.5],
    ]),
  ).toBeCloseTo(0.375, 12)
})
