import { expect, test } from 'vitest'
import { RULES_OF_EVERY_DESK } from '../all-rules.ts'
import type { Verdict } from '../model/score.ts'
import { defineRule, failed, type Rule } from '../rules/rule.ts'
import { circleIn, inOrderOfCause } from './causes.ts'

const ours = RULES_OF_EVERY_DESK
/** A finding on an event, in the first request. */
const fail = (rule: string, n = 7): Verdict =>
  ({
    rule,
    ...failed({ evidence: [n], basis: 'calls', because: '', request: 'r1' }),
    blame: 'agent',
  }) as Verdict

const own = (id: string, more: Partial<Rule> = {}): Rule =>
  defineRule({
    id,
    words: { name: id, broken: id, meaning: id },
    counted: { hits: 'fails', of: 'trials' },
    failsForGood: true,
    appliesTo: () => true,
    check: () => [],
    ...more,
  })

/** finding -> its cause */
const causesOf = (verdicts: readonly Verdict[], rules: readonly Rule[] = ours) =>
  Object.fromEntries(
    inOrderOfCause(verdicts, rules).map((one) => [one.rule, (one.outcome === 'fail' && one.follows) || null]),
  )

test('[D45] what rules explain is a rule or a family of ours, and nothing explains itself', () => {
  const names = new Set(ours.flatMap(({ id, family = id }) => [id, family]))
  const named = ours.flatMap(({ explains = [], precedes = [] }) => [...explains, ...precedes])
  expect(named.filter((name) => !names.has(name))).toEqual([])
  expect(circleIn(ours)).toBeUndefined()
  expect(circleIn([own('a', { explains: ['b'] }), own('b', { precedes: ['a'] })])?.id).toBe('a')
})

test('[D45] any two findings of one event have one order, whichever is listed first', () => {
  const undecided = ours.flatMap((a) =>
    ours.flatMap((b) => {
      if (a === b || (a.family !== undefined && a.family === b.family)) return []
      const [one, other] = [causesOf([fail(a.id), fail(b.id)]), causesOf([fail(b.id), fail(a.id)])]
      return one[a.id] === other[a.id] && (one[a.id] === null) !== (one[b.id] === null) ? [] : [[a.id, b.id]]
    }),
  )
  expect(undecided).toEqual([])
})

test('[D45] elsewhere in the request checks and proofs explain everything, leaks nothing, and deeds how it ended', () => {
  const elsewhere = (cause: string, rule: string) => causesOf([fail(cause, 3), fail(rule, 9)])[rule]
  expect(elsewhere('skipped_check', 'leaked_record')).toBe('skipped_check')
  expect(elsewhere('phantom_action', 'outcome_accuracy')).toBe('phantom_action')
  expect(elsewhere('phantom_action', 'false_handover')).toBe(null)
  expect(elsewhere('leaked_record', 'outcome_accuracy')).toBe(null)
})

test('[D45] a rule of a plugin explains nothing and follows from nothing, unless one says so', () => {
  const found = [fail('outcome_accuracy'), fail('shouting'), fail('rude')]
  expect(causesOf(found, [...ours, own('shouting'), own('rude')])).toEqual({
    outcome_accuracy: null,
    shouting: null,
    rude: null,
  })
  const saying = own('shouting', { explains: ['outcome_accuracy', 'rude'] })
  expect(causesOf(found, [...ours, saying, own('rude')])).toEqual({
    outcome_accuracy: 'shouting',
    shouting: null,
    rude: 'shouting',
  })
})
