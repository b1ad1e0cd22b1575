import { expect, test } from 'vitest'
import { agent, rate, report } from '../fixtures.ts'
import type { Metric } from '../result/run-result.ts'
import { besidePublished } from './beside-published.ts'
import { runTable } from './run-table.ts'
import { sectionsToText } from './sections-to-text.ts'

const score = (value: number): Metric => ({ value, n: 10, low: value - 0.01, high: value + 0.01 })

test('a run of the support desk stands beside the published models, with what differs', () => {
  const unsafe = { ...rate(9, 54), runs: [2, 3, 4], median: 3 } as Metric
  const mine = agent('mine', { unsafe_actions: unsafe, over_escalation: rate(6, 120) })
  const text = sectionsToText(besidePublished(report([mine], { parts: { suite: 'supportdesk' } })))
  expect(text).toMatch(/mine\s+5 % \(0 to 15\)\s+3 \(3 runs: 2, 3, 4, median 3\)\s+no data/)
  expect(text).toMatch(/gpt-5\.5\s+5 %\s+3\s+100 %\s+0\.87/)
  expect(text).toContain('the methods differ')
})

test('a run of suite sage has the paper’s numbers there, and no composite in the default table', () => {
  const mine = agent('mine', { sage_logic: score(0.71), sage_overall: score(0.7), resolution: rate(3, 4) })
  const told = report([mine], { parts: { suite: 'sage' } })
  expect(sectionsToText(besidePublished(told))).toContain('0.710 (0.700 to 0.720)')
  expect(runTable(told)).not.toMatch(/sage|logic|overall/i)
  expect(besidePublished(report([mine]))).toEqual([])
})
