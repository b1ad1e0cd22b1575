import { expect, test } from 'vitest'
import { faultedScore, type Verdict } from '../model/score.ts'
import { rulesByOutcome } from './rules-by-outcome.ts'

const found = (rule: string, outcome: 'pass' | 'fail', basis: 'calls' | 'read'): Verdict => ({
  rule,
  outcome,
  basis,
  evidence: [1],
  because: 'so',
  blame: 'agent',
  clauses: [],
})
const open = (rule: string): Verdict => ({ rule, outcome: 'not-judged', because: 'not-sure', clauses: [] })
const none = (rule: string): Verdict => ({ rule, outcome: 'not-applicable', because: 'no', clauses: [] })
const scored = (...verdicts: readonly Verdict[]) => rulesByOutcome({ ...faultedScore('x'), verdicts })

test('one rule, several requests: a fail wins over what is open, what is open over a pass', () => {
  expect(
    scored(found('a', 'fail', 'calls'), open('a'), found('b', 'pass', 'calls'), open('b')),
  ).toMatchObject({
    fails: ['a'],
    not_judged: ['b'],
    applied: ['a', 'b'],
  })
})

test('on words: what rests on an act that was read, or could not be read', () => {
  expect(scored(found('a', 'pass', 'read'), found('b', 'pass', 'calls'), open('c'), none('d'))).toMatchObject(
    { on_words: ['a', 'c'], applied: ['a', 'b', 'c'] },
  )
})
