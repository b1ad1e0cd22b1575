import { expect, test } from 'vitest'
import { aStep } from '../../test/support/base/ids.ts'
import { trial, turn, VOIDED } from '../../test/support/metrics/trials.ts'
import { addDecisions, type DecisionSums, decisionGaps } from './decision-gap.ts'

test('[M8] the gap is also counted by the decision a turn was about, in both forms', () => {
  const sums: DecisionSums = new Map()
  const right = turn({ decision: aStep('damaged/proof') })
  const wrong = turn({ decision: aStep('damaged/proof'), action_right: false })
  const misread = turn({ decision: aStep('damaged/proof'), action_right: false, understood: false })
  addDecisions(sums, trial({ case: 'p/1', score: { turns: [right, wrong, turn()] } }))
  addDecisions(
    sums,
    trial({ case: 'p/2', score: { turns: [misread, turn({ decision: aStep('damaged/window') })] } }),
  )
  addDecisions(sums, trial({ case: 'p/3', score: { ...VOIDED, turns: [wrong] } }))
  const gaps = decisionGaps(sums)
  expect(Object.keys(gaps)).toEqual(['p/damaged/proof', 'p/damaged/window'])
  expect(gaps['p/damaged/proof']?.['execution_gap']).toMatchObject({ n: 3, value: expect.closeTo(2 / 3, 9) })
  expect(gaps['p/damaged/proof']?.['execution_gap_conditional']).toMatchObject({ hits: 1, of: 2 })
  expect(gaps['p/damaged/window']?.['execution_gap_conditional']).toMatchObject({ hits: 0, of: 1 })
})
