import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aCase } from '../../../test/support/base/ids.ts'
import { seededChance } from '../../base/chance.ts'
import { krippendorffAlpha } from '../statistics/agreement.ts'
import { openAgreementBook } from './judge-agreement.ts'

type Pairs = readonly (readonly [number, number])[]
const shareOf = (pairs: Pairs, holds: (pair: readonly [number, number]) => boolean): number =>
  pairs.filter(holds).length / pairs.length
const meanDifference = (pairs: Pairs): number =>
  pairs.reduce((sum, [a, b]) => sum + Math.abs(a - b), 0) / pairs.length

/** Cohen's kappa of yes (1) and no (0); undefined where chance alone agrees on everything. */
function cohenKappa(pairs: Pairs): number | undefined {
  const [yes, too] = [shareOf(pairs, ([a]) => a === 1), shareOf(pairs, ([, b]) => b === 1)]
  const expected = yes * too + (1 - yes) * (1 - too)
  return expected === 1 ? undefined : (shareOf(pairs, ([a, b]) => a === b) - expected) / (1 - expected)
}

test("Cohen's kappa of the textbook table 20, 5, 10, 15 is 0.4", () => {
  const times = (n: number, a: number, b: number) => Array.from({ length: n }, () => [a, b] as const)
  expect(
    cohenKappa([...times(20, 1, 1), ...times(5, 1, 0), ...times(10, 0, 1), ...times(15, 0, 0)]),
  ).toBeCloseTo(0.4, 12)
})

const level = fc.constantFrom(0, 0.25, 0.5, 0.75, 1)
const items = fc.array(fc.record({ case: fc.constantFrom('a', 'b', 'c'), a: level, b: level, c: level }), {
  minLength: 2,
  maxLength: 40,
})

test('[M19] sums by case give what the formulas give over all ratings', () => {
  fc.assert(
    fc.property(items, (all) => {
      const book = openAgreementBook()
      for (const { case: theCase, a, b } of all)
        book.add(
          aCase(theCase),
          new Map([
            ['b', b],
            ['a', a],
          ]),
        )
      const pairs = all.map(({ a, b }) => [a, b] as const)
      const { n, difference, kappa, alpha } = book.close()
      expect(n).toBe(all.length)
      expectNear(difference.value, meanDifference(pairs))
      expectNear(kappa.value, cohenKappa(pairs.map(([a, b]) => [a >= 0.7 ? 1 : 0, b >= 0.7 ? 1 : 0])))
      expectNear(alpha.value, krippendorffAlpha(pairs, 'interval'))
    }),
    { numRuns: 40 },
  )
})

test('[M19] three judges: alpha over all, kappa and difference the mean over pairs', () => {
  const book = openAgreementBook()
  const rated = [
    [0.25, 0.5, 1],
    [1, 1, 0.75],
    [0, 0.75, 0.25],
    [0.75, 0.5, 0.5],
  ] as const
  for (const [index, values] of rated.entries())
    book.add(aCase(`c${index % 2}`), new Map(values.map((value, judge) => [`j${judge}`, value])))
  const of = (x: 0 | 1 | 2, y: 0 | 1 | 2) => rated.map((values) => [values[x], values[y]] as const)
  const pairs = [of(0, 1), of(0, 2), of(1, 2)]
  const { difference, alpha } = book.close()
  expectNear(difference.value, pairs.reduce((sum, pair) => sum + meanDifference(pair), 0) / 3)
  expectNear(alpha.value, krippendorffAlpha(rated, 'interval'))
})

test('[M19] what one judge rated alone says nothing about agreement', () => {
  const book = openAgreementBook()
  book.add(aCase('a'), new Map([['j', 0.5]]))
  expect(book.close()).toMatchObject({ n: 0, alpha: { value: null, of: 0 } })
})

test('[M19] the interval is by case: many messages of few cases make it no narrower', () => {
  const chance = seededChance(7)
  const width = (messages: number): number => {
    const book = openAgreementBook()
    for (let theCase = 0; theCase < 12; theCase += 1) {
      const apart = chance.next() * 0.5
      for (let n = 0; n < messages; n += 1)
        book.add(
          aCase(String(theCase)),
          new Map([
            ['a', 0.2],
            ['b', 0.2 + apart],
          ]),
        )
    }
    const { difference } = book.close()
    return 'low' in difference ? difference.high - difference.low : 0
  }
  expect(width(50)).toBeGreaterThan(0.5 * width(1))
})

function expectNear(value: number | null, wanted: number | undefined): void {
  if (wanted === undefined) expect(value).toBeNull()
  else expect(value).toBeCloseTo(wanted, 9)
}
