import { expect, test } from 'vitest'
import { aStep } from '../../test/support/base/ids.ts'
import { failing, score, trial, turn } from '../../test/support/metrics/trials.ts'
import type { TrialPath } from '../verdicts/model/score.ts'
import { summarise } from './summarise.ts'
import { openTally } from './tally.ts'
import type { TrialFacts } from './trial-facts.ts'

const metricsOf = (...trials: readonly TrialFacts[]) => {
  const tally = openTally()
  for (const each of trials) tally.add(each)
  return summarise(tally)[0]?.metrics ?? {}
}
const steps = (...names: readonly string[]) => names.map(aStep)
const off: TrialPath = {
  true_path: steps('a', 'b', 'c', 'd'),
  taken: steps('a', 'b', 'x'),
  alignment: [{ move: 'skipped', step: aStep('c'), n: null }],
  fitness: 0.5,
  exact: false,
}
const rated = { language: 1, empathy: 0.5, usefulness: 0, satisfaction: 1, compliance: 0 }

test('[M22] C, P, A and Q by the paper, and their two blends', () => {
  const metrics = metricsOf(
    trial({
      ratings: rated,
      score: score({
        turns: [turn({ fields: { right: 3, of: 4 } }), turn({ action_right: false, fields: null })],
        path: off,
        verdicts: [failing('wrong_arguments')],
      }),
    }),
  )
  // C 3 of 4 fields; P 2 common of 4; A half the turns, wrong arguments; Q by its weights.
  const [c, p, a] = [0.75, 0.5, 0.35]
  const q = (2 * 9 + 2.5 * 6 + 2.5 * 3 + 1.5 * 9 + 1.5 * 3) / 100
  const logic = 0.4 * c + 0.4 * p + 0.2 * a
  const expected = {
    sage_c: c,
    sage_p: p,
    sage_a: a,
    sage_q: q,
    sage_logic: logic,
    sage_overall: 0.8 * logic + 0.2 * q,
  }
  for (const [name, value] of Object.entries(expected))
    expect(metrics[name as 'sage_c'], name).toMatchObject({ n: 1, value: expect.closeTo(value, 9) })
})

test('[M22] a perfect trial has logic 1 and overall at most 0.98; without reports or ratings there is none', () => {
  const best = { language: 1, empathy: 1, usefulness: 1, satisfaction: 1, compliance: 1 }
  expect(metricsOf(trial({ ratings: best }))).toMatchObject({
    sage_logic: { value: 1 },
    sage_overall: { value: expect.closeTo(0.98, 9) },
  })
  const unreported = turn({ reported: false, intent_right: null, fields: null })
  const metrics = metricsOf(trial({ score: { turns: [unreported] } }))
  expect(metrics['sage_a']).toMatchObject({ value: 1 })
  expect(metrics['sage_logic']).toEqual({ value: null, of: 0 })
  expect(metrics['sage_q']).toEqual({ value: null, of: 0 })
})

test('[M24] the journey is covered or left; where it is not known the trial does not count', () => {
  const metrics = metricsOf(
    trial({ case: 'p/1', score: { journey: 'covered' } }),
    trial({ case: 'p/2', score: { journey: 'left' } }),
    trial({ case: 'p/3', score: { journey: null } }),
    trial({ case: 'p/4' }),
  )
  expect(metrics['journey_coverage']).toMatchObject({ hits: 1, of: 2 })
})
