import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CompareOp } from '../../base/guards/guard.ts'
import { compareValues } from '../../base/guards/guard-evaluate.ts'
import { ABSENT, REFUSED, UNAVAILABLE, UNKNOWN, type Value } from '../../base/values/value.ts'
import {
  admits,
  anyData,
  complement,
  intersect,
  isEmpty,
  isWithin,
  onlyValue,
  type Shape,
  satisfying,
  single,
  union,
  type ValueSet,
} from './value-sets.ts'

const OPS: readonly CompareOp[] = ['==', '!=', '<', '<=', '>', '>=']
const SPECIALS: readonly Value[] = [UNKNOWN, ABSENT, REFUSED, UNAVAILABLE]
const KINDS: readonly { shape: Shape; values: readonly Value[] }[] = [
  { shape: { as: 'number', scale: 1 }, values: [-2, -1, 0, 1, 2, 3] },
  { shape: { as: 'number', scale: 100 }, values: [0, 0.01, 0.99, 1, 1.5, 2] },
  { shape: { as: 'date' }, values: ['2026-02-28', '2026-03-01', '2026-03-02', '2027-01-01'] },
]

const kind = fc.constantFrom(...KINDS)
const atom = kind.chain(({ shape, values }) =>
  fc.record({
    shape: fc.constant(shape),
    values: fc.constant([...values, ...SPECIALS]),
    is: fc.constantFrom(...OPS),
    value: fc.constantFrom(...values, ...SPECIALS),
    other: fc.constantFrom(...OPS),
    than: fc.constantFrom(...values, ...SPECIALS),
  }),
)

test('[V5] a set holds exactly the values for which the comparison is true; so do joins and complements', () => {
  fc.assert(
    fc.property(atom, ({ shape, values, is, value, other, than }) => {
      const [a, b] = [satisfying(shape, is, value), satisfying(shape, other, than)]
      for (const one of values) {
        const [inA, inB] = [compareValues(one, is, value), compareValues(one, other, than)]
        expect(admits(shape, a, one)).toBe(inA)
        expect(admits(shape, complement(a), one)).toBe(!inA)
        expect(admits(shape, intersect(a, b), one)).toBe(inA && inB)
        expect(admits(shape, union(a, b), one)).toBe(inA || inB)
      }
      expect(isEmpty(intersect(a, complement(a)))).toBe(true)
      expect(isWithin(intersect(a, b), a)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('[V5] words are told apart, also those left over', () => {
  const shape: Shape = { as: 'word' }
  const notRed = satisfying(shape, '!=', 'red')
  expect(admits(shape, notRed, 'red')).toBe(false)
  expect(admits(shape, notRed, 'anything else')).toBe(true)
  expect(admits(shape, notRed, REFUSED)).toBe(true)
  expect(isEmpty(satisfying(shape, '<', 'red'))).toBe(true)
  const whole: ValueSet = { specials: 0, data: anyData(shape) }
  expect(onlyValue(shape, intersect(whole, single(shape, 'red')))).toBe('red')
  expect(onlyValue(shape, whole)).toBeUndefined()
})
