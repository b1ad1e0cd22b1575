import { expect, test } from 'vitest'
import { aStep } from '../../../test/support/base/ids.ts'
import { RETURNS, spaceOfSteps } from '../../../test/support/graph/plan.ts'
import { coverageOf } from '../../graph/coverage/coverage.ts'
import { universeOf } from '../../graph/coverage/coverage-universe.ts'
import { planSituations } from '../../graph/plan/plan.ts'
import { coverToJson, coverToText, neverExercised } from './cover-text.ts'

const universe = universeOf(spaceOfSteps(RETURNS))
const all = planSituations(universe, { criteria: ['paths', 'boundaries'], interrupts: 'each' }).situations
const coverage = coverageOf(
  universe,
  all.filter((one) => !one.path.steps.includes(aStep('broken/late'))).map((one) => one.exercised),
)

test('[P2] what was never exercised stands under the sentence it comes from', () => {
  const text = coverToText(universe, coverage)
  expect(text).toContain('1#1  “We help within a window of 100 days.”')
  expect(text).toMatch(/boundary +derived\.days = 101 at broken\/window/)
  expect(text).toMatch(/edge +broken\/window: otherwise/)
  expect(text).toMatch(/steps +12 of 13 +92 %/)
})

test('[P2] the JSON is that of the design: counts and ids', () => {
  expect(coverToJson(coverage)).toMatchObject({
    steps: { hit: 12, of: 13 },
    edges: { hit: 9, of: 10 },
    boundaries: { hit: 2, of: 3 },
    paths: { hit: 5, of: 6 },
    never: expect.arrayContaining(['broken/late', 'broken/window>broken/late']),
  })
})

test('[P2] full coverage says so, and describes nothing', () => {
  const full = coverageOf(
    universe,
    all.map((one) => one.exercised),
  )
  expect(neverExercised(universe, full)).toEqual([])
  expect(coverToText(universe, full)).toContain('Everything the SOP can ask for was exercised.')
})
