import { expect, test } from 'vitest'
import { ALL_METRICS, isMetricName, metricNamed } from '../src/metrics/all-metrics.ts'
import { declared } from '../tools/declared.ts'

test('a name means one metric, and every metric has words, a direction and a range', () => {
  const names = ALL_METRICS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { words, range } of ALL_METRICS) {
    expect(words).not.toBe('')
    expect(range[0]).toBeLessThan(range[1])
  }
  const { metrics } = declared()
  expect(metrics['unsafe_actions']).toMatchObject({ better: 'lower', unit: 'share', low: 0, high: 1 })
  expect(metrics['cost_usd']).toMatchObject({ unit: 'usd', high: null })
  expect(metrics['money_at_risk_per_1000']).toMatchObject({ unit: 'money', high: null })
  expect(metrics['quality_empathy']).toMatchObject({ unit: 'number', rating: true })
  expect(metricNamed('catastrophe.of_our_own')).toMatchObject({ better: 'lower', unit: 'share' })
  expect(isMetricName('unsafe_action')).toBe(false)
})
