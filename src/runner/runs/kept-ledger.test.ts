import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aClause, aStep, aTrialId } from '../../../test/support/base/ids.ts'
import {
  FAULTED,
  failing,
  OWN_TOOLS,
  passing,
  trial,
  turn,
  unjudged,
  VOIDED,
} from '../../../test/support/metrics/trials.ts'
import { useOwnMetrics } from '../../metrics/all-metrics.ts'
import { costUsd } from '../../metrics/desk-metrics.ts'
import { KeptTally } from '../../metrics/kept-tally.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { ALL_RULES, rulesOfEveryDesk } from '../../verdicts/all-rules.ts'
import { countingOf, readKept, SUMS_VERSION, writeKept } from './kept-ledger.ts'
import type { KeptBooks } from './run-books.ts'
import { createLedger } from './run-ledger.ts'

const RULES = rulesOfEveryDesk(ALL_RULES)

const divergence = (clause: string, sentence: string) => ({
  n: 4,
  request: null,
  did: 'something else',
  due: [aStep('main/check')],
  clauses: [aClause(clause)],
  sentence,
  because: null,
})
const USE = {
  role: 'agent',
  model: 'm',
  calls: 2,
  input_tokens: 100,
  output_tokens: 7,
  cached_tokens: 0,
  reasoning_tokens: 0,
  usd: 0.1,
} as const

/** One trial of each kind that something counts. */
const KINDS: readonly TrialFacts[] = [
  trial(),
  trial({ agent: 'b', case: 'p/2', intensity: 3, repeat: 2, score: VOIDED }),
  trial({ case: 'q/1', pack: 'q', bucket: 'must-escalate', score: FAULTED }),
  trial({ case: 'p/3', score: OWN_TOOLS, failed: 'timeout' }),
  trial({ case: 'p/4', bucket: 'adversarial', tactic: 'anger', intensity: 1, repeat: 1, failed: 'timeout' }),
  trial({
    case: 'p/4',
    bucket: 'adversarial',
    tactic: 'anger',
    score: {
      outcome: 'wrong',
      forbidden: [{ n: 3, forbid: 'f', kind: 'own_kind' }],
      verdicts: [failing('own_kind'), ...RULES.map(({ id }) => failing(id))],
      divergence: divergence('4#2', 'First look.'),
      steps: [aStep('main/check'), aStep('main/check~2')],
      money_at_risk: 12.5,
      policy: { kept: 1, of: 3 },
    },
  }),
  trial({ case: 'p/5', score: { verdicts: RULES.map(({ id }) => passing(id)), handed_over: true } }),
  trial({ case: 'p/6', score: { outcome: 'not-judged', verdicts: RULES.map(({ id }) => unjudged(id)) } }),
  trial({
    case: 'p/7',
    usd: 0.1,
    uses: [USE, { ...USE, role: 'customer', usd: null }],
    replies: [1234.5, 20],
    ratings: { empathy: 0.7, language: 0.3, usefulness: 0.2, satisfaction: 0.9, compliance: 0.1 },
    misunderstood: { hits: 1, of: 4 },
    traffic: 0.25,
  }),
  trial({
    case: 'p/8',
    intensity: 2,
    disturbance: 2,
    preservesTruth: false,
    score: {
      turns: [
        turn({
          decision: aStep('main/check'),
          action_right: false,
          intent_right: false,
          fields: { right: 0, of: 2 },
        }),
        turn({ reported: false, intent_right: null, fields: null, sure: false, action_right: false }),
        turn({ decision: aStep('main/check'), understood: true }),
      ],
      path: { true_path: [], taken: [], alignment: [], fitness: 0.3, exact: false },
      divergence: divergence('4#3', 'First look.'),
      disturbed: { noticed: true, out_of_date: true, acted_on_wrong_data: true },
      journey: 'left',
    },
  }),
]

const counted = (facts: readonly TrialFacts[], kept?: KeptBooks) => {
  const ledger = createLedger(['own_kind'])
  if (kept !== undefined) ledger.addKept(kept)
  for (const one of facts)
    ledger.add(aTrialId(`r/${one.agent}/${one.case}@${one.intensity}#${one.repeat}`), one)
  return ledger
}

describe('what is kept of a run', () => {
  const trials = fc.uniqueArray(
    fc.record({
      facts: fc.constantFrom(...KINDS),
      agent: fc.constantFrom('a', 'b'),
      repeat: fc.nat(3),
    }),
    // A trial is stored once.
    {
      maxLength: 30,
      selector: ({ facts, agent, repeat }) => [agent, facts.case, facts.intensity, repeat].join(),
    },
  )

  test('read back and counted on, it is what all trials give, in any order', () => {
    fc.assert(
      fc.property(trials, fc.nat(30), (list, cut) => {
        const all = list.map(({ facts, agent, repeat }) => ({ ...facts, agent, repeat }))
        const first = writeKept(counted(all.slice(0, cut)).keep())
        const rest = counted(all.slice(cut), readKept(first))
        expect(writeKept(rest.keep())).toBe(writeKept(counted(all.toReversed()).keep()))
      }),
      { numRuns: 50 },
    )
  })

  test('what several places have counted adds up to what one counts of all, whoever had which trial', () => {
    const shared = fc.array(fc.nat(2), { minLength: 30, maxLength: 30 })
    fc.assert(
      fc.property(trials, shared, (list, places) => {
        const all = list.map(({ facts, agent, repeat }) => ({ ...facts, agent, repeat }))
        const whole = createLedger(['own_kind'])
        for (const place of [0, 1, 2])
          whole.addKept(counted(all.filter((_, index) => places[index] === place)).keep())
        expect(writeKept(whole.keep())).toBe(writeKept(counted(all).keep()))
      }),
      { numRuns: 50 },
    )
  })

  test('a tally is written as it is: it has the keys of its form, in that order', () => {
    const { tally } = counted(KINDS).keep()
    expect(JSON.stringify(tally)).toBe(JSON.stringify(KeptTally.parse(tally)))
  })

  test('a text that is damaged is not believed', () => {
    const kept = writeKept(counted(KINDS).keep())
    for (const damaged of ['', '{}', kept.slice(0, -5), kept.replace('"tally":[', '"tally":[7,')])
      expect(readKept(damaged)).toBeUndefined()
  })

  test('other kinds of catastrophe are counted another way; metrics of plugins are never kept', () => {
    expect(countingOf([])).not.toBe(countingOf(['own_kind']))
    try {
      useOwnMetrics([costUsd])
      expect(countingOf([])).toBeNull()
    } finally {
      useOwnMetrics([])
    }
  })
})

test('whoever changes a number raises SUMS_VERSION, and writes what the numbers are now here', () => {
  const hash = createHash('sha256')
    .update(writeKept(counted(KINDS).keep()))
    .digest('hex')
    .slice(0, 12)
  expect([SUMS_VERSION, hash]).toEqual([2, '724876239107'])
})
