import { expect, test } from 'vitest'
import { didYouMean, nearest } from './suggest.ts'

test.each([
  ['spo', ['sop', 'id'], 'sop'],
  ['orcale', ['oracle', 'gullible'], 'oracle'],
  ['trails', ['trials', 'tactics'], 'trials'],
  ['banana', ['oracle', 'gullible'], undefined],
  ['x', [], undefined],
])('%s among %j: %s', (word, known, best) => expect(nearest(word, known)).toBe(best))

test('without a near one the known ones are listed, at most twelve', () => {
  const known = Array.from({ length: 14 }, (_, index) => `name-${index}`)
  expect(didYouMean('zzzzzzzzzzzzzz', known)).toMatch(/^Known: name-0, .*name-11, and 2 more\.$/)
  expect(didYouMean('zz', [])).toBe('None are available.')
})
