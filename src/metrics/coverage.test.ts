import { expect, test } from 'vitest'
import { COVERAGE_RATES, simulateCoverage } from '../../test/support/metrics/coverage.ts'

// 10,000 data sets over the nine rates for each size; docs/spec/metrics.md shows the table of the longer run.
const SETS = 1200

const covered = (cases: number, trials: number) =>
  COVERAGE_RATES.map(
    (rate, index) =>
      simulateCoverage({ cases, trials, rate, sets: SETS, seed: 1000 * cases + 10 * trials + index }).covered,
  )
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test.each([
  [100, 1],
  [100, 3],
  [162, 1],
  [162, 3],
])('[M3] %i cases x %i trials: covered 92 to 98 %% at each rate, 94 to 96 %% on average', (cases, trials) => {
  const shares = covered(cases, trials)
  for (const share of shares) {
    expect(share).toBeGreaterThanOrEqual(0.915)
    expect(share).toBeLessThanOrEqual(0.985)
  }
  expect(mean(shares)).toBeGreaterThan(0.938)
  expect(mean(shares)).toBeLessThan(0.965)
})

test.each([
  [18, 1],
  [18, 3],
  [60, 3],
])('[M3] %i cases x %i trials: covered 88 to 99 %% at each rate', (cases, trials) => {
  for (const share of covered(cases, trials)) {
    expect(share).toBeGreaterThanOrEqual(0.88)
    expect(share).toBeLessThanOrEqual(0.995)
  }
})
