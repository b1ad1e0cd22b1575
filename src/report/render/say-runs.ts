import type { Metric } from '../result/run-result.ts'

/** `3 runs: 7, 10, 11, median 10`: what a band was read off, and how often the suite was repeated. Undefined: not known. */
export function sayRuns(metric: Metric): string | undefined {
  if (!('hits' in metric) || metric.runs === undefined || metric.runs.length === 0) return undefined
  const { runs, median } = metric
  if (runs.length === 1) return '1 run'
  return `${runs.length} runs: ${runs.join(', ')}${median === undefined ? '' : `, median ${median}`}`
}
