import { Metric, type Metrics, type Rate } from '../result/run-result.ts'
import { percent } from './percent.ts'

/** Metrics in words. A value never stands without its interval and what it rests on. */

/** A metric by its name, where it was measured. */
export function measured(metrics: Metrics, name: string): Measured | undefined {
  const metric = Metric.safeParse(metrics[name])
  return metric.success && metric.data.value !== null ? metric.data : undefined
}
export type Measured = Extract<Metric, { readonly value: number }>

/** What is no metric itself holds one for each k. */
export const isMetric = (entry: Metrics[string]): entry is Metric => 'of' in entry || 'n' in entry

/** `n` of a score, `of` of a rate. */
export const sampleOf = (metric: Measured): number => ('n' in metric ? metric.n : metric.of)

/** `23 % (18 to 29)` */
export const withInterval = ({ value, low, high }: Measured): string =>
  `${percent(value)} % (${percent(low)} to ${percent(high)})`

/** `55 to 36 %`: if all that could not be told were right, and if all were wrong. */
export const sayEnds = (rate: Measured): string =>
  'ends' in rate && rate.ends !== undefined ? `${rate.ends.map((end) => percent(end)).join(' to ')} %` : ''

/** `23 % (18 to 29)`, or why there is none. */
export function sayMetric(metric: Metric): string {
  if (metric.value !== null) {
    const ends = sayEnds(metric)
    return ends === '' ? withInterval(metric) : `${withInterval(metric)}, or ${ends}`
  }
  return 'because' in metric && metric.because !== undefined ? `no data: ${metric.because}` : 'no data'
}

/** `3 of 18 (17 %, likely 6 to 39 %)`: for readers who know no statistics. */
export function sayRate(rate: Measured): string {
  const interval = `${percent(rate.value)} %, likely ${percent(rate.low)} to ${percent(rate.high)} %`
  const open =
    'hits' in rate && rate.not_judged !== undefined
      ? `; ${rate.not_judged} more could not be told: ${sayEnds(rate)}`
      : ''
  return 'hits' in rate ? `${rate.hits} of ${rate.of} (${interval}${open})` : interval
}

export type Band = NonNullable<Extract<Rate, { readonly hits: number }>['band']>
export const sayBand = (band: Band): string => (band === 'unclear' ? '(cannot say)' : band)

/** `12 of 40: 30 % (18 to 45)` */
export const sayCounted = (metric: Measured): string =>
  'hits' in metric ? `${metric.hits} of ${metric.of}: ${withInterval(metric)}` : withInterval(metric)

/** `0.83 (0.79 to 0.88)`; never "-0.00". */
export const sayNumber = ({ value, low, high }: Measured): string =>
  `${inHundredths(value)} (${inHundredths(low)} to ${inHundredths(high)})`

export const inHundredths = (value: number): string => value.toFixed(2).replace(/^-(0\.00)$/, '$1')

/** `+12 points` */
export const sayPoints = (share: number): string => `${share > 0 ? '+' : ''}${Math.round(share * 100)} points`
