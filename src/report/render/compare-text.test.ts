import { expect, test } from 'vitest'
import { aRunId } from '../../../test/support/base/ids.ts'
import { compareMarkdown, compareText } from './compare-text.ts'

const HOSTILE = '<img src=x> ![i](http://x/y.png) [l](javascript:1) | @admin #12 `code` **b** _u_\n# head'
const compared = {
  a: { run: aRunId('one'), agent: 'my_agent' },
  b: { run: aRunId('two'), agent: '@admin' },
  differs: [HOSTILE],
  pairs: 3,
  wanted: 0.05,
  metrics: {},
  sentences: [{ clauses: '4#2', sentence: HOSTILE, a: 1, b: 2 }],
}

test('a pull-request comment has no markup, picture, link or mention of a pack', () => {
  const written = compareMarkdown(compared)
  expect(written).not.toMatch(/(?<!\\)[<`]|(?<!\\)\[|(?<!\w)@\w|(?<![\w\\])#\d|\n# head/)
  expect(written).toContain('4#2')
  expect(written).toContain('\\<img src=x\\>')
})

test('a terminal shows it as it is', () => {
  expect(compareText(compared)).toContain(HOSTILE)
})
