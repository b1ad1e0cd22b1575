import { expect, test } from 'vitest'
import { aStep } from '../../../test/support/base/ids.ts'
import { trial, VOIDED } from '../../../test/support/metrics/trials.ts'
import { heatOf, openHeatBook } from './heat.ts'

test('counts trials by step, each once, rounds of a loop folded, agents apart and together', () => {
  const book = openHeatBook()
  const divergence = {
    n: 1,
    request: null,
    did: '',
    due: [aStep('p/b~2')],
    clauses: [],
    sentence: '',
    because: null,
  }
  book.add('desk', 'one', trial({ score: { steps: ['p/a', 'p/b', 'p/b~2'].map(aStep), divergence } }).score)
  book.add('desk', 'two', trial({ score: { steps: [aStep('p/a')] } }).score)
  book.add('desk', 'two', VOIDED)
  const heat = book.heat()
  expect(heatOf(heat, 'desk', null)).toMatchObject({
    trials: 2,
    walked: { 'p/a': 2, 'p/b': 1 },
    left: { 'p/b': 1 },
  })
  expect(heatOf(heat, 'desk', 'two')).toMatchObject({ trials: 1, walked: { 'p/a': 1 }, left: {} })
  expect(heatOf(heat, 'other', null)).toMatchObject({ trials: 0, walked: {}, left: {} })
})
