import { expect, test } from 'vitest'
import { trial, turn, VOIDED } from '../../test/support/metrics/trials.ts'
import type { Intensity } from '../cases/case.ts'
import { doseResponse } from './dose-response.ts'
import { summarise } from './summarise.ts'
import { openTally } from './tally.ts'
import type { TrialFacts } from './trial-facts.ts'

const rated = (value: number) => ({
  language: value,
  empathy: value,
  usefulness: value,
  satisfaction: value,
  compliance: value,
})
const at = (
  id: number,
  intensity: Intensity,
  over: { right?: boolean; quality?: number; preservesTruth?: boolean; voided?: boolean } = {},
): TrialFacts =>
  trial({
    case: `p/${id}`,
    intensity,
    preservesTruth: over.preservesTruth ?? true,
    ratings: rated(over.quality ?? 0.8),
    score: over.voided === true ? VOIDED : { turns: [turn({ action_right: over.right ?? true })] },
  })
const LEVELS: readonly Intensity[] = [0, 1, 2, 3]
const twenty = Array.from({ length: 20 }, (_, id) => id)

function respond(trials: readonly TrialFacts[]) {
  const tally = openTally()
  for (const each of trials) tally.add(each)
  const [response] = doseResponse(tally)
  return { response, resilience: summarise(tally)[0]?.metrics['empathy_resilience'] }
}

test('[M14] the curve is of the same cases at every intensity; resilience is the difference of what was kept', () => {
  const { response, resilience } = respond(
    twenty.flatMap((id) => LEVELS.map((level) => at(id, level, { right: id >= 4 * level, quality: 0.8 }))),
  )
  expect(response?.cases).toBe(20)
  expect(response?.curve.map(({ logic }) => logic.value)).toEqual([1, 0.8, 0.6, 0.4])
  expect(response?.curve[3]?.logic).toMatchObject({
    n: 20,
    low: expect.closeTo(0.2, 0),
    high: expect.closeTo(0.6, 0),
  })
  expect(response?.kept).toMatchObject({
    logic: { value: 0.4, n: 20 },
    quality: { value: expect.closeTo(1, 9) },
  })
  expect(resilience).toMatchObject({ value: expect.closeTo(0.6, 9), n: 20 })
})

test('[M14] cases that ran at their own intensity beside 0 and 3 make a curve of those two', () => {
  const { response, resilience } = respond(
    twenty.flatMap((id) => [at(id, 0), at(id, id % 2 === 0 ? 1 : 2), at(id, 3, { right: id >= 10 })]),
  )
  expect(response?.cases).toBe(20)
  expect(response?.curve.map(({ intensity, logic }) => [intensity, logic.value])).toEqual([
    [0, 1],
    [3, 0.5],
  ])
  expect(resilience).toMatchObject({ value: expect.closeTo(0.5, 9), n: 20 })
})

test('cases with truth-changing tactics, voided ones and those of one intensity only are in no curve', () => {
  const whole = twenty.flatMap((id) => LEVELS.map((level) => at(id, level)))
  const { response } = respond([
    ...whole,
    ...LEVELS.map((level) => at(50, level, { preservesTruth: false, right: false })),
    ...LEVELS.map((level) => at(51, level, { voided: level === 0, right: false })),
    at(52, 3, { right: false }),
  ])
  expect(response?.cases).toBe(20)
  expect(response?.curve.map(({ logic }) => logic.value)).toEqual([1, 1, 1, 1])
  expect(response?.kept.logic).toMatchObject({ value: 1, n: 20 })
})

test('one intensity, or different cases at each, give no curve and say why nothing was kept', () => {
  for (const trials of [twenty.map((id) => at(id, 2)), LEVELS.map((level) => at(level, level))]) {
    const { response } = respond(trials)
    expect(response).toMatchObject({ cases: 0, curve: [], kept: { logic: { value: null } } })
    expect(response?.kept.logic).toHaveProperty('because', 'no case ran at intensity 0 and 3')
  }
})

test('a base too small to divide by is not measurable; the other half still is', () => {
  const { response } = respond(twenty.flatMap((id) => LEVELS.map((level) => at(id, level, { right: false }))))
  expect(response?.kept.logic).toMatchObject({ value: null })
  expect(response?.kept.quality).toMatchObject({ value: expect.closeTo(1, 9) })
})
