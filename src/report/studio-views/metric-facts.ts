import { infoOf, METRIC_INFO } from '../../metrics/metric-names.ts'

/** What a page must know of a metric to draw it: which way is good, and between what bounds. */
export type MetricFacts = {
  readonly better: 'higher' | 'lower'
  readonly low: number
  /** null: no upper bound */
  readonly high: number | null
  /** rests on judges */
  readonly rating: boolean
  readonly unit: 'share' | 'number' | 'usd' | 'money'
}

export const METRIC_NAMES: readonly string[] = [...METRIC_INFO.keys()]

export function metricFacts(name: string): MetricFacts {
  const info = infoOf(name)
  const [low, high] = info?.range ?? [0, 1]
  const rating = info?.source === 'rating'
  return {
    better: info?.better ?? 'higher',
    low,
    high: Number.isFinite(high) ? high : null,
    rating,
    unit: name.endsWith('_usd')
      ? 'usd'
      : name.startsWith('money_')
        ? 'money'
        : isShare(name, info?.is)
          ? 'share'
          : 'number',
  }
}

/** A rating is a number from 0 to 1; the gaps are differences of shares. */
const isShare = (name: string, is: string | undefined): boolean =>
  is !== 'score' || name === 'execution_gap' || name === 'path_fitness'
