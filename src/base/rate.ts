/**
 * A rate travels with its n and its interval, or says there is no data; a bare percentage has no type.
 */
export type Rate = {
  readonly value: number
  readonly hits: number
  readonly of: number
  readonly low: number
  readonly high: number
  /** hits in each repetition of the suite, and their median */
  readonly runs: readonly number[]
  readonly median: number
  readonly band?: 'safe' | 'middling' | 'reckless'
}
/** Nothing to count; `because` where that needs a word. */
export type NoData = { readonly value: null; readonly of: 0; readonly because?: string }

/** A mean, a difference or a ratio, with its interval. */
export type Score = { readonly value: number; readonly n: number; readonly low: number; readonly high: number }

export type Metric = Rate | Score | NoData

export const NO_DATA: NoData = { value: null, of: 0 }

/** 97.5 % quantile of the normal distribution. */
export const Z95 = 1.959963984540054

/** Wilson, not Wald: at 0 of 18 Wald answers ±0, which reads as proof of safety (Wilson: up to 17.6 %). `of` may be an effective sample. */
export function wilson(share: number, of: number): { readonly low: number; readonly high: number } {
  const z2 = Z95 * Z95
  const centre = (share + z2 / (2 * of)) / (1 + z2 / of)
  const half = (Z95 / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of))
  return { low: share === 0 ? 0 : Math.max(0, centre - half), high: share === 1 ? 1 : Math.min(1, centre + half) }
}

/** Hits and trials of one case, over all its repetitions. */
export type Cluster = { readonly hits: number; readonly of: number }

/**
 * The sample that independent trials would need to be as informative. Trials of one case resemble each other, so 18
 * traps run ten times are not 180 traps. With one trial a case it is the number of trials.
 */
export function effectiveSample(clusters: readonly Cluster[]): number {
  const used = clusters.filter(({ of }) => of > 0)
  const of = used.reduce((sum, cluster) => sum + cluster.of, 0)
  const share = used.reduce((sum, cluster) => sum + cluster.hits, 0) / of
  if (used.every((cluster) => cluster.of === 1)) return of
  if (share === 0 || share === 1 || used.length === 1) return used.length
  const spread = used.reduce((sum, cluster) => sum + (cluster.hits - share * cluster.of) ** 2, 0)
  const variance = (spread / (of * of)) * (used.length / (used.length - 1))
  const effect = Math.max(1, variance / ((share * (1 - share)) / of))
  return of / effect
}

export function rateOf(clusters: readonly Cluster[], runs: readonly number[]): Rate | NoData {
  const of = clusters.reduce((sum, cluster) => sum + cluster.of, 0)
  if (of === 0) return NO_DATA
  const hits = clusters.reduce((sum, cluster) => sum + cluster.hits, 0)
  const value = hits / of
  return { value, hits, of, ...wilson(value, effectiveSample(clusters)), runs, median: medianOf(runs) }
}

export function medianOf(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
