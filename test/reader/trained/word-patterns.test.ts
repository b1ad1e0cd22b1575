import { expect, test } from 'vitest'
import type { SaidUnit } from '../../../tools/reader/trained/said-units.ts'
import { BUCKETS, patternsOf } from '../../../tools/reader/trained/word-patterns.ts'

const unit = (text: string, more: Partial<SaidUnit> = {}): SaidUnit => ({
  text,
  from: 0,
  to: text.length,
  sentence: 0,
  isItem: false,
  previous: '',
  next: '',
  before: '',
  at: 0,
  of: 1,
  ...more,
})
const bucketsOf = (one: SaidUnit): ReadonlySet<number> => new Set(patternsOf(one).buckets)

test('ids, addresses and figures are alike; words are not', () => {
  const said = bucketsOf(unit('Order LB-1047 for ann@x.example comes in 5 days.'))
  expect(bucketsOf(unit('Order NL-97 for bo@y.example comes in 12 days.'))).toEqual(said)
  expect(bucketsOf(unit('Order LB-1047 for ann@x.example comes in 5 weeks.'))).not.toEqual(said)
})

test('patterns stand in so many buckets and have length one', () => {
  const { buckets, weights } = patternsOf(
    unit('Is that all?', { before: 'Thanks a lot.', previous: 'Done.' }),
  )
  expect(Math.max(...buckets)).toBeLessThan(BUCKETS)
  expect(weights.reduce((sum, weight) => sum + weight * weight, 0)).toBeCloseTo(1, 5)
  // What was said around is there, apart from what is said.
  expect(bucketsOf(unit('Is that all?')).size).toBeLessThan(buckets.length)
})
