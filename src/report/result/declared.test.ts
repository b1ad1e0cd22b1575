import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DECLARED } from '../../../studio/src/declared.ts'
import { ALL_METRICS, isMetricName, metricNamed } from '../../metrics/all-metrics.ts'
import { declared, metricsTable, rulesTable, withTable } from './declared.ts'

test('the studio’s words are those of the rules and metrics (else: npm run words)', () => {
  expect(DECLARED).toEqual(declared())
})

test.each([
  ['docs/spec/verdicts.md', 'rules', rulesTable()],
  ['docs/spec/metrics.md', 'metrics', metricsTable()],
])('the table of %s is that of the declarations (else: npm run words)', (file, name, table) => {
  const page = readFileSync(file, 'utf8')
  expect(page).toContain(table)
  expect(withTable(page, name, table)).toBe(page)
})

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
