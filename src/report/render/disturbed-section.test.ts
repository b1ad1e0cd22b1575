import { expect, test } from 'vitest'
import { agent, rate, report } from '../../../test/support/report/run.ts'
import { disturbedSection } from './figure-sections.ts'
import { sectionsToText } from './sections-to-text.ts'

test('a desk with faults is shown by level, with counts and intervals; other runs say nothing of it', () => {
  const disturbance = {
    '1': {
      noticed: rate(9, 10),
      recovered: rate(8, 10),
      acted_on_wrong_data: { value: null, of: 0 as const },
    },
    '3': { noticed: rate(5, 10), recovered: rate(4, 10), acted_on_wrong_data: rate(3, 10) },
  }
  const text = sectionsToText(disturbedSection(report([agent('mine', {}, { disturbance })])))
  expect(text).toMatch(/^mine +1 +9 of 10: 90 % \(80 to 100\) +8 of 10: .* -$/m)
  expect(text).toMatch(/^ +3 +5 of 10: .* 3 of 10: 30 % \(20 to 40\)$/m)
  expect(disturbedSection(report([agent('mine')]))).toEqual([])
})
