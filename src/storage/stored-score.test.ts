import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FAULTED, OWN_TOOLS, score, VOIDED } from '../../test/support/metrics/trials.ts'
import { readScore } from './stored-score.ts'

/** A score as 0.1 stored it, from a run of the suite `default`. */
const OLD = readFileSync('src/storage/fixtures/score-0.1.json', 'utf8')
const old = (over: object = {}): string => JSON.stringify({ ...JSON.parse(OLD), ...over })

test('a score of 0.1 is read as what it says', () => {
  const { outcome_right, outcome_judged, forbidden, ...rest } = JSON.parse(OLD)
  expect([outcome_right, outcome_judged, rest.rules]).toEqual([false, true, 1])
  expect(readScore(OLD, 't')).toEqual({
    ...rest,
    state: 'judged',
    world: 'ours',
    outcome: 'wrong',
    forbidden,
  })
})

test('flags of 0.1 become states', () => {
  expect(readScore(old({ outcome_right: true }), 't')).toMatchObject({ outcome: 'right' })
  expect(readScore(old({ outcome_judged: false }), 't')).toMatchObject({ outcome: 'not-judged' })
  const own = readScore(old({ own_tools: true, outcome_judged: false, path: null, forbidden: [] }), 't')
  expect(own).toMatchObject({ world: 'own', outcome: 'not-judged' })
  expect(own).not.toHaveProperty('path')
  expect(readScore(old({ state: 'voided' }), 't')).toMatchObject({ state: 'voided', code: 'unknown' })
  expect(readScore(old({ state: 'faulted', problems: ['no model'] }), 't')).toMatchObject({
    state: 'faulted',
    because: 'no model',
  })
  const { outcome_judged: _, end_state: __, ...earliest } = JSON.parse(OLD)
  expect(readScore(JSON.stringify(earliest), 't')).toMatchObject({ outcome: 'wrong', end_state: [] })
})

test('what 0.1 counted twice counts once', () => {
  const one = { n: 6, forbid: 'f', kind: 'k' }
  expect(readScore(old({ forbidden: [one, one, { ...one, n: 7 }] }), 't')).toMatchObject({
    forbidden: [one, { ...one, n: 7 }],
  })
})

test.each([score(), VOIDED, FAULTED, OWN_TOOLS])(
  'a score is read back as it was written: $state',
  (written) => {
    expect(readScore(JSON.stringify(written), 't')).toEqual(written)
  },
)

test('what is no score of ours says so', () => {
  expect(() => readScore('{"state":"judged","world":"own","outcome":"right"}', 't1')).toThrow(/t1/)
})
