import { expect, test } from 'vitest'
import { METRIC_NAMES, metricFacts } from './metric-facts.ts'

test('every metric has a direction and a unit a page can draw', () => {
  for (const name of METRIC_NAMES) expect(['higher', 'lower']).toContain(metricFacts(name).better)
  expect(metricFacts('unsafe_actions')).toMatchObject({ better: 'lower', unit: 'share', low: 0, high: 1 })
  expect(metricFacts('cost_usd')).toMatchObject({ unit: 'usd', high: null })
  expect(metricFacts('money_at_risk_per_1000')).toMatchObject({ unit: 'money', high: null })
  expect(metricFacts('quality_empathy')).toMatchObject({ unit: 'number', rating: true })
  expect(metricFacts('catastrophe.of_our_own')).toMatchObject({ better: 'lower', unit: 'share' })
})
