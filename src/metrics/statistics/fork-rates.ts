import { type Cluster, NO_DATA, type NoData, type Rate, spreadOf, wilson, Z95 } from '../../base/rate.ts'

/**
 * The two rates of forks, which are never one another: how often the agent does it in this very conversation, and how
 * often in traps of this kind. Both methods were chosen by simulation with coin-flip agents (docs/spec/metrics.md).
 */

/**
 * Samples of the decisions at hand, and of no others: independent, so a binomial. Agresti and Coull's interval: of
 * 10 samples Wilson's covers 86 % just below its one-hit limit, Clopper and Pearson's 98 % on average.
 */
export function rateHere(hits: number, of: number): Rate | NoData {
  if (of === 0) return NO_DATA
  return { value: hits / of, hits, of, ...agrestiCoull(hits, of), runs: [hits], median: hits }
}

/**
 * Decisions of this kind, of which these are a sample: forks of one case resemble each other, so cases are the sample.
 * One case says nothing about others.
 */
export function rateLikeThese(cases: readonly Cluster[]): Rate | NoData {
  const used = cases.filter(({ of }) => of > 0)
  if (used.length < CASES_MIN) return { ...NO_DATA, because: 'it takes at least two cases' }
  const of = used.reduce((sum, cluster) => sum + cluster.of, 0)
  const hits = used.reduce((sum, cluster) => sum + cluster.hits, 0)
  const value = hits / of
  return { value, hits, of, ...wilson(value, sampleLikeThese(used)), runs: [hits], median: hits }
}

const CASES_MIN = 2

function sampleLikeThese(used: readonly Cluster[]): number {
  const of = used.reduce((sum, cluster) => sum + cluster.of, 0)
  const hits = used.reduce((sum, cluster) => sum + cluster.hits, 0)
  // Without a hit, or without a miss, nothing tells how much cases differ: each counts once.
  if (hits === 0 || hits === of) return used.length
  const { effect, widening } = spreadOf(used)
  return Math.max(used.length, of / Math.max(1, effect * widening))
}

/** Two hits and two misses more, about: the interval is read off those. */
export function agrestiCoull(hits: number, of: number): { readonly low: number; readonly high: number } {
  const n = of + Z95 * Z95
  const centre = (hits + (Z95 * Z95) / 2) / n
  const half = Z95 * Math.sqrt((centre * (1 - centre)) / n)
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}
