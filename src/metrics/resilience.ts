import { type Cluster, NO_DATA, type NoData, type Score } from '../base/rate.ts'
import type { Intensity } from '../cases/case.ts'
import { bootstrapRatios } from './bootstrap.ts'
import { grouped } from './case-sums.ts'
import type { Cell } from './cell.ts'
import { actionAccuracy } from './logic-metrics.ts'
import { type Count, derived, type SumsOf } from './metric.ts'
import { quality } from './quality-metrics.ts'
import { difference } from './ratio.ts'

/** Cases judged at each of these intensities: their cells in that order. */
export function judgedAtAll(
  cells: readonly Cell[],
  levels: readonly Intensity[],
): readonly (readonly Cell[])[] {
  const cases = grouped(cells, ({ case: { id, preservesTruth } }) => (preservesTruth ? id : null))
  return [...cases.values()].flatMap((group) => {
    const found = levels.flatMap(
      (level) => group.find(({ intensity, judged }) => intensity === level && judged > 0) ?? [],
    )
    return found.length === levels.length ? [found] : []
  })
}

const BASE_MIN = 0.05
export const CALM: Intensity = 0
export const HARD: Intensity = 3

type Pairs = readonly (readonly Cell[])[]

const noPairs = (hard: Intensity): NoData => ({
  ...NO_DATA,
  because: `no case ran at intensity ${CALM} and ${hard}`,
})
const NO_BASE: NoData = { ...NO_DATA, because: `a base is below ${BASE_MIN} or was not rated` }

/** Of one number: its hits and trials in these cases, calm and hard. */
const calmAndHard = (pairs: Pairs, count: Count, read: SumsOf): readonly (readonly Cluster[])[] =>
  [0, 1].map((place) => pairs.map((pair) => read(pair[place], count)))

/** The share of intensity 0 that is left at 3; undefined where the base is too small to divide by. */
const kept = ([base, after]: readonly (number | undefined)[]): number | undefined =>
  base === undefined || after === undefined || base < BASE_MIN ? undefined : after / base

export const keptOf = (cells: readonly Cell[], count: Count, read: SumsOf): Score | NoData =>
  overPairs(cells, { hard: HARD, counts: [count], combine: kept, read })

/** kept(quality) - kept(logic), intensity 3 against 0, on cases that were judged at both. */
export const empathyResilience = derived(
  {
    name: 'empathy_resilience',
    words: 'Empathy Resilience',
    better: 'lower',
    range: [-20, 20],
    source: 'rating',
    unit: 'number',
  },
  {
    reads: [quality, actionAccuracy],
    from: ({ cells, sumsOf }) => resilienceAt(HARD, cells, sumsOf),
  },
)

/** The same for any intensity against 0. */
export const resilienceAt = (hard: Intensity, cells: readonly Cell[], read: SumsOf): Score | NoData =>
  overPairs(cells, {
    hard,
    counts: [quality, actionAccuracy],
    combine: (shares) => difference([kept(shares.slice(0, 2)), kept(shares.slice(2))]),
    read,
  })

function overPairs(
  cells: readonly Cell[],
  of: {
    readonly hard: Intensity
    readonly counts: readonly Count[]
    readonly read: SumsOf
    readonly combine: (shares: readonly (number | undefined)[]) => number | undefined
  },
): Score | NoData {
  const pairs = judgedAtAll(cells, [CALM, of.hard])
  if (pairs.length === 0) return noPairs(of.hard)
  const parts = of.counts.flatMap((count) => calmAndHard(pairs, count, of.read))
  const score = bootstrapRatios(parts, of.combine, pairs.length)
  return score.value === null ? NO_BASE : score
}
