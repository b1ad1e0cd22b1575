import { expect, test } from 'vitest'
import { aCase, aRunId, aTrialId } from '../../../test/support/base/ids.ts'
import type { ChangedCase } from '../result/changed-cases.ts'
import type { Compared } from '../result/compared.ts'
import { compareMarkdown, compareText } from './compare-text.ts'

const HOSTILE = '<img src=x> ![i](http://x/y.png) [l](javascript:1) | @admin #12 `code` **b** _u_\n# head'

const side = (over: Partial<ChangedCase['a']>): ChangedCase['a'] => ({
  ...{ trials: 3, passed: 0, failed: 0, could_not_tell: 0, harmed: 0, trial: aTrialId('one/t'), says: null },
  ...over,
})
const changed = (over: Partial<ChangedCase> = {}): ChangedCase => ({
  ...{ case: aCase('p/late'), intensity: 2 },
  a: side({ passed: 3 }),
  b: side({
    failed: 3,
    trial: aTrialId('two/t'),
    says: 'closed too early: closed while refund lay ahead undone',
  }),
  ...over,
})
const difference = {
  a: 1,
  b: 0.5,
  difference: -0.5,
  low: -0.7,
  high: -0.3,
  p: 0.01,
  detectable: 0.1,
  trials_needed: 9,
}
const compared = (over: Partial<Compared> = {}, cases: Partial<Compared['cases']> = {}): Compared => ({
  a: { run: aRunId('one'), agent: 'my_agent' },
  b: { run: aRunId('two'), agent: '@admin' },
  differs: [],
  pairs: 3,
  wanted: 0.05,
  metrics: {},
  cases: { newly_harmful: [], flaky: [], newly_failing: [], newly_passing: [], ...cases },
  ...over,
})
const commandOf = (trial: string): string | null => (trial.startsWith('one/') ? null : `explain ${trial}`)
const lines = (of: Compared): readonly string[] => compareText(of, commandOf).split('\n')

test('a pull-request comment has no markup, picture, link or mention of a pack', () => {
  const hostile = compared(
    { differs: [HOSTILE] },
    { newly_failing: [changed({ b: side({ failed: 1, says: HOSTILE }) })] },
  )
  const written = compareMarkdown(hostile, () => HOSTILE.replaceAll('\n', ' '))
  expect(written.replaceAll(/`` .* ``$/gm, '')).not.toMatch(
    /(?<!\\)[<`]|(?<!\\)\[|(?<!\w)@\w|(?<![\w\\])#\d|\n# head/,
  )
  expect(written).toContain('\\<img src=x\\>')
})

test('[M41] a new harm stands in the verdict and first, whatever the metrics say', () => {
  const harm = side({
    passed: 2,
    harmed: 1,
    failed: 1,
    trial: aTrialId('two/h'),
    says: 'gave something away: x',
  })
  const said = lines(
    compared(
      { metrics: { resolution: { ...difference, says: 'better' } } },
      { newly_harmful: [changed({ b: harm })], newly_failing: [changed()] },
    ),
  )
  expect(said[0]).toBe('Worse: a new harm in 1 case, 1 metric better')
  const at = said.indexOf('- p/late at intensity 2: harm in 1 of 3 conversations')
  expect(said.slice(at, at + 3)).toEqual([said[at], '  gave something away: x', '  explain two/h'])
  expect(said.indexOf('- p/late at intensity 2: passed 3 of 3 before, 0 of 3 now')).toBeGreaterThan(at)
})

test('[M41] what passes now tells what went wrong before; a trial of a file has no command', () => {
  const said = lines(
    compared(
      {},
      { newly_passing: [changed({ a: side({ failed: 3, says: 'bad' }), b: side({ passed: 3 }) })] },
    ),
  )
  const at = said.indexOf('- p/late at intensity 2: passed 0 of 3 before, 3 of 3 now')
  expect(said.slice(at + 1, at + 4)).toEqual(['  before: bad', '', ''])
})

test('a list of more than ten is cut and counted', () => {
  const cases = Array.from({ length: 12 }, (_, at) => changed({ case: aCase(`p/${at}`) }))
  const said = lines(compared({}, { newly_failing: cases }))
  expect(said.filter((line) => line.startsWith('- '))).toHaveLength(10)
  expect(said).toContain('Newly failing: 12 cases')
  expect(said).toContain('and 2 more; --json lists all.')
})

test.each<[Compared, string]>([
  [compared({ pairs: 0 }), 'Nothing to compare: the two runs have no conversation in common'],
  [compared(), 'Equal: no case and no metric changed'],
  [
    compared({}, { flaky: [changed()] }),
    'Cannot tell: no new harm, and no metric differs by more than chance',
  ],
  [compared({ metrics: { x: { ...difference, says: 'worse' } } }), 'Worse: 1 metric worse'],
  [compared({ metrics: { x: { ...difference, says: 'better' } } }), 'Better: 1 metric better'],
])('the first line is the verdict: %#', (of, first) => expect(lines(of)[0]).toBe(first))
