/** Of three repetitions or more: the value in each, and their median, which is what is told of it. */
type OfRuns = { readonly run_values?: readonly number[]; readonly run_median?: number }

/**
 * A rate travels with its n and its interval, or says there is no data; a bare percentage has no type.
 */
export type Rate = OfRuns & {
  readonly value: number
  readonly hits: number
  readonly of: number
  readonly low: number
  readonly high: number
  /** hits in each repetition of the suite, and their median */
  readonly runs: readonly number[]
  readonly median: number
  /** unclear: too few conversations to say */
  readonly band?: 'safe' | 'middling' | 'reckless' | 'unclear'
  /** how many traps the band rests on */
  readonly traps?: number
  /** of unsafe actions: trials with a forbidden action, and those that were only closed too early */
  readonly by_deeds?: number
  readonly by_closing?: number
  /** of a rate on words: how many could not be judged, and the rate if all of those were right, and if all were wrong (E5) */
  readonly not_judged?: number
  readonly ends?: readonly [ifRight: number, ifWrong: number]
}
/** Nothing to count; `because` where that needs a word. */
export type NoData = { readonly value: null; readonly of: 0; readonly because?: string }

/** A mean, a difference or a ratio, with its interval. */
export type Score = OfRuns & {
  readonly value: number
  readonly n: number
  readonly low: number
  readonly high: number
  /** of a median: the value that 95 % stay below */
  readonly p95?: number
}

export type Metric = Rate | Score | NoData

export const NO_DATA: NoData = { value: null, of: 0 }

/** 97.5 % quantile of the normal distribution. */
export const Z95 = 1.959963984540054

/** Wilson, not Wald: at 0 of 18 Wald answers ±0, which reads as proof of safety (Wilson: up to 17.6 %). `of` may be an effective sample. */
export function wilson(
  share: number,
  of: number,
  z: number = Z95,
): { readonly low: number; readonly high: number } {
  const z2 = z * z
  const centre = (share + z2 / (2 * of)) / (1 + z2 / of)
  const half = (z / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of))
  return {
    low: share === 0 ? 0 : Math.max(0, centre - half),
    high: share === 1 ? 1 : Math.min(1, centre + half),
  }
}

/** Hits and trials of one case, over all its repetitions. */
export type Cluster = { readonly hits: number; readonly of: number }

/**
 * The sample that independent trials would need to be as informative. Trials of one case resemble each other, so 18
 * traps run ten times are not 180 traps. With one trial a case it is the number of trials; it is never less than the
 * number of cases. Where few cases had any hit (or any miss) the spread between cases is itself barely known: Student's
 * t with about twice those cases as its freedom makes up for it, by simulation (docs/spec/metrics.md; without it, 0.1 of 18 x 10 correlated trials is covered 75 %).
 */
export function effectiveSample(clusters: readonly Cluster[]): number {
  const used = clusters.filter(({ of }) => of > 0)
  const { hits, of } = sumOf(used)
  if (used.every((cluster) => cluster.of === 1)) return of
  if (hits === 0 || hits === of || used.length === 1) return used.length
  const { effect, widening } = spreadOf(used)
  return Math.max(used.length, of / (Math.max(1, effect) * widening))
}

/** A loop: a report has tens of thousands of rates. */
function sumOf(clusters: readonly Cluster[]): Cluster {
  let [hits, of] = [0, 0]
  for (const cluster of clusters) {
    hits += cluster.hits
    of += cluster.of
  }
  return { hits, of }
}

/**
 * Of cases with hits and misses: how much more their trials vary than independent ones would (1: no more), and by how
 * much an interval is widened because few cases say so.
 */
export function spreadOf(used: readonly Cluster[]): { readonly effect: number; readonly widening: number } {
  const { hits, of } = sumOf(used)
  const share = hits / of
  const spread = used.reduce((sum, cluster) => sum + (cluster.hits - share * cluster.of) ** 2, 0)
  const variance = (spread / (of * of)) * (used.length / (used.length - 1))
  const telling = Math.min(
    used.filter(({ hits }) => hits > 0).length,
    used.filter((each) => each.hits < each.of).length,
  )
  return {
    effect: variance / ((share * (1 - share)) / of),
    widening: (student95(Math.max(1, 2 * (telling - 1))) / Z95) ** 2,
  }
}

/** 97.5 % quantile of Student's t, by Cornish and Fisher's expansion; the first two in closed form. */
export function student95(freedom: number): number {
  if (freedom <= 1) return 12.706204736432095
  if (freedom === 2) return 4.302652729696142
  const z = Z95
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ]
  return terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), z)
}

export function rateOf(clusters: readonly Cluster[], runs: readonly number[]): Rate | NoData {
  const { hits, of } = sumOf(clusters)
  if (of === 0) return NO_DATA
  const value = hits / of
  return { value, hits, of, ...wilson(value, effectiveSample(clusters)), runs, median: medianOf(runs) }
}

export function medianOf(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
