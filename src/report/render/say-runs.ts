import type { Metric, RunResult } from '../result/run-result.ts'

type Counts = Pick<RunResult, 'passed' | 'failed' | 'could_not_tell' | 'voided' | 'faulted'>

/** What became of the trials of a run. */
export const sayTrials = ({ passed, failed, could_not_tell, voided, faulted }: Counts): string =>
  `${passed} passed, ${failed} failed, ${could_not_tell} could not tell, ${voided} voided, ${faulted} faulted`

/** `3 runs: 7, 10, 11, median 10`: what a band was read off, and how often the suite was repeated. Undefined: not known. */
export function sayRuns(metric: Metric): string | undefined {
  if (!('hits' in metric) || metric.runs === undefined || metric.runs.length === 0) return undefined
  const { runs, median } = metric
  if (runs.length === 1) return '1 run'
  return `${runs.length} runs: ${runs.join(', ')}${median === undefined ? '' : `, median ${median}`}`
}
