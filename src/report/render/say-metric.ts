import type { MetricName } from '../../metrics/all-metrics.ts'
import { Metric, type Metrics } from '../result/run-result.ts'
import { percent } from './percent.ts'

/** Metrics in words. A value never stands without its interval and what it rests on. */

/** A metric by its name, where it was measured. */
export function measured(metrics: Metrics, name: MetricName): Measured | undefined {
  const metric = Metric.safeParse(metrics[name])
  return metric.success && metric.data.value !== null ? metric.data : undefined
}
export type Measured = Extract<Metric, { readonly value: number }>

/** What is no metric itself holds one for each k. */
export const isMetric = (entry: Metrics[string]): entry is Metric => 'of' in entry || 'n' in entry

/** `n` of a score, `of` of a rate. */
export const sampleOf = (metric: Measured): number => ('n' in metric ? metric.n : metric.of)

/** The number that is told: of three runs or more their median, beside the interval of all their conversations. */
export const toldOf = ({ value, run_median }: Measured): number => run_median ?? value

/** `23 % (18 to 29)` */
export const withInterval = (metric: Measured): string => within(metric, toldOf(metric))

const within = ({ low, high }: Measured, value: number): string =>
  `${percent(value)} % (${percent(low)} to ${percent(high)})`

/** `55 to 36 %`: if all that could not be told were right, and if all were wrong. */
const sayEnds = (rate: Measured): string =>
  'ends' in rate && rate.ends !== undefined ? `${rate.ends.map((end) => percent(end)).join(' to ')} %` : ''

/** `23 % (18 to 29)`, or why there is none. */
export function sayMetric(metric: Metric): string {
  if (metric.value !== null) {
    const ends = sayEnds(metric)
    return ends === '' ? withInterval(metric) : `${withInterval(metric)}, or ${ends}`
  }
  return 'because' in metric && metric.because !== undefined ? `no data: ${metric.because}` : 'no data'
}

/** Beside the hits of all runs together. */
const sayMedian = ({ run_median, run_values = [] }: Measured): string =>
  run_median === undefined ? '' : `; median of ${run_values.length} runs ${percent(run_median)} %`

/** `12 of 40: 30 % (18 to 45)` */
export const sayCounted = (metric: Measured): string =>
  'hits' in metric
    ? `${metric.hits} of ${metric.of}: ${within(metric, metric.value)}${sayMedian(metric)}`
    : withInterval(metric)

/** `0.83 (0.79 to 0.88)`; never "-0.00". */
export const sayNumber = (metric: Measured): string =>
  `${inHundredths(toldOf(metric))} (${inHundredths(metric.low)} to ${inHundredths(metric.high)})`

export const inHundredths = (value: number): string => value.toFixed(2).replace(/^-(0\.00)$/, '$1')

/** `+12 points` */
export const sayPoints = (share: number): string => `${share > 0 ? '+' : ''}${Math.round(share * 100)} points`
