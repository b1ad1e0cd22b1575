import { expect, test } from 'vitest'
import { aTrialId } from '../../../test/support/base/ids.ts'
import { FAULTED, failing, trial, unjudged, VOIDED } from '../../../test/support/metrics/trials.ts'
import type { DeskScore } from '../../verdicts/model/score.ts'
import { changedCases, openSituations } from './changed-cases.ts'

type Score = NonNullable<Parameters<typeof trial>[0]>['score']

const PASSED: Score = {}
const FAILED: Score = { outcome: 'wrong' }
const OPEN: Score = { outcome: 'not-judged', verdicts: [unjudged('outcome_accuracy')] }
const HARMED: Partial<DeskScore> = {
  outcome: 'wrong',
  verdicts: [failing('outcome_accuracy'), failing('free_goods')],
  forbidden: [{ n: 3, forbid: 'no-gifts', kind: 'free_goods' }],
}
const OWN_KIND: Score = { verdicts: [failing('leaked_address')] }
const READ: Score = {
  ...FAILED,
  verdicts:
    HARMED.verdicts?.map((each) => (each.outcome === 'fail' ? { ...each, basis: 'read' } : each)) ?? [],
}

/** Each case as the repetitions of one run made of it. */
function met(side: string, cases: Readonly<Record<string, readonly Score[]>>) {
  const book = openSituations(['leaked_address'], [])
  for (const [name, scores] of Object.entries(cases))
    scores.forEach((score, repeat) => {
      const id = `p/${name}`
      book.add(
        aTrialId(`${side}/a/${id}@2#${repeat}`),
        trial({ case: id, intensity: 2, repeat, ...(score === undefined ? {} : { score }) }),
      )
    })
  return book.of('a')
}
const changed = (before: readonly Score[], after: readonly Score[]) => {
  const lists = changedCases(met('before', { one: before }), met('after', { one: after }))
  return Object.entries(lists).flatMap(([name, cases]) => cases.map((each) => ({ name, ...each })))
}

test.each<[string, readonly Score[], readonly Score[], string | undefined]>([
  ['passed, fails', [PASSED], [FAILED], 'newly_failing'],
  ['failed, passes', [FAILED], [PASSED], 'newly_passing'],
  ['failed, fails', [FAILED], [FAILED], undefined],
  ['passed, could not be told', [PASSED], [OPEN], undefined],
  ['could not be told, fails', [OPEN], [FAILED], undefined],
  ['passed where it could be told, fails', [OPEN, PASSED], [FAILED, FAILED], 'newly_failing'],
  ['flaky after', [PASSED, PASSED], [PASSED, FAILED], 'flaky'],
  ['flaky before', [PASSED, FAILED], [PASSED, PASSED], 'flaky'],
  ['a harm where there was none', [FAILED], [HARMED], 'newly_harmful'],
  ['a harm in one repetition of three', [PASSED, PASSED, PASSED], [PASSED, PASSED, HARMED], 'newly_harmful'],
  ['a harm as before', [HARMED], [HARMED], undefined],
  ['a harm no longer', [HARMED], [PASSED], 'newly_passing'],
  ['a kind of harm of the pack', [PASSED], [OWN_KIND], 'newly_harmful'],
  ['words that were read as forbidden are a failure, no deed', [PASSED], [READ], 'newly_failing'],
  ['a harm in a void trial', [PASSED], [{ ...VOIDED, verdicts: [failing('free_goods')] }], 'newly_harmful'],
  [
    'a harm before the machinery failed',
    [PASSED],
    [{ ...FAULTED, verdicts: [failing('free_goods')] }],
    'newly_harmful',
  ],
  ['void and faulted say nothing else', [PASSED], [VOIDED, FAULTED], undefined],
])('[M41] %s', (_, before, after, list) => {
  expect(changed(before, after).map(({ name }) => name)).toEqual(list === undefined ? [] : [list])
})

test('[M41] a side is told of its worst trial, its rule in words, in whatever order they came', () => {
  const [forwards] = changed([PASSED, PASSED, PASSED], [PASSED, FAILED, HARMED])
  expect(forwards?.b).toEqual({
    ...{ trials: 3, passed: 1, failed: 2, could_not_tell: 0, harmed: 1 },
    ...{ trial: 'after/a/p/one@2#2', says: 'gave something away: ' },
  })
  const [backwards] = changed([PASSED], [FAILED, FAILED])
  expect(backwards?.b).toMatchObject({ trial: 'after/a/p/one@2#0', says: 'wrong outcome: ' })
  expect(backwards?.a).toMatchObject({ trial: 'before/a/p/one@2#0', says: null })
})

test('[M41] only situations that both met count; what got worst stands first', () => {
  const before = met('a', { b: [PASSED, PASSED], a: [PASSED, PASSED], c: [PASSED, PASSED], gone: [PASSED] })
  const after = met('b', {
    a: [FAILED, PASSED],
    b: [FAILED, PASSED],
    c: [FAILED, FAILED, PASSED],
    made: [FAILED],
  })
  expect(changedCases(before, after).flaky.map((each) => [each.case, each.intensity])).toEqual([
    ['p/c', 2],
    ['p/a', 2],
    ['p/b', 2],
  ])
})
