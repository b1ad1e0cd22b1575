import { seededChance } from '../base/chance.ts'
import { type Cluster, NO_DATA, type NoData, type Score } from '../base/rate.ts'
import { ratio } from './ratio.ts'

/** Resampling whole cases, because trials of one case are not independent. Seeded: the same data give the same digits. */
export const BOOTSTRAP = { resamples: 1000, seed: 20260410 } as const

/** A number made of cases, each of which counts `times(index)` times; undefined where there is nothing to count. */
export type Statistic = (times: (index: number) => number) => number | undefined

/** A statistic of weighted cases with its percentile interval; `undefined` from the statistic leaves that resample out. */
export function bootstrap(cases: number, statistic: Statistic, n: number): Score | NoData {
  const value = statistic(() => 1)
  if (value === undefined || cases === 0) return NO_DATA
  return scoreOf(value, resample(cases, statistic), n)
}

/** The same for hits over trials. */
export function bootstrapRatio(clusters: readonly Cluster[], n: number): Score | NoData {
  const same = sameEverywhere(clusters)
  if (same !== null) return scoreOf(same, [], n)
  const value = ratio(clusters, () => 1)
  if (value === undefined) return NO_DATA
  const { hits, of } = sharesOf(clusters)
  const found = new Float64Array(BOOTSTRAP.resamples)
  let count = 0
  for (let draw = 0; draw < BOOTSTRAP.resamples; draw += 1) {
    const share = shareAt(hits, of, draw)
    if (share !== undefined) found[count++] = share
  }
  return scoreOf(value, found.subarray(0, count).sort(), n)
}

/** 1 or 0 where every case has this share, as most do: each resample would give it again. Null where cases differ. */
function sameEverywhere(clusters: readonly Cluster[]): number | null {
  let same: number | null = null
  for (const { hits, of } of clusters) {
    if (hits === 0 && of === 0) continue
    const share = of > 0 && hits === of ? 1 : of > 0 && hits === 0 ? 0 : null
    if (share === null || (same !== null && share !== same)) return null
    same = share
  }
  return same
}

/**
 * The same for a number made of such shares, each over the same cases. A report has thousands of them: each share is summed
 * in one go instead of by a call a case.
 */
export function bootstrapRatios(
  parts: readonly (readonly Cluster[])[],
  combine: (shares: readonly (number | undefined)[]) => number | undefined,
  n: number,
): Score | NoData {
  const value = combine(parts.map((clusters) => ratio(clusters, () => 1)))
  if (value === undefined) return NO_DATA
  const same = parts.every((clusters) => sameEverywhere(clusters) !== null)
  return scoreOf(value, same ? [] : resampleRatios(parts, combine), n)
}

/** That number in every resample that has one, smallest first. */
export function resampleRatios(
  parts: readonly (readonly Cluster[])[],
  combine: (shares: readonly (number | undefined)[]) => number | undefined,
): Float64Array {
  const resampled = parts.map(sharesOf)
  const found = new Float64Array(BOOTSTRAP.resamples)
  // One array for all resamples: `combine` keeps nothing of it.
  const shares: (number | undefined)[] = parts.map(() => undefined)
  let count = 0
  for (let draw = 0; draw < BOOTSTRAP.resamples; draw += 1) {
    for (let part = 0; part < resampled.length; part += 1) {
      const sums = resampled[part]
      shares[part] = sums === undefined ? undefined : shareAt(sums.hits, sums.of, draw)
    }
    const drawn = combine(shares)
    if (drawn !== undefined) found[count++] = drawn
  }
  // Numbers in a typed array are sorted without a call for each pair of them.
  return found.subarray(0, count).sort()
}

type Sums = { readonly hits: Float64Array; readonly of: Float64Array }

/** undefined: none of the drawn cases counts */
function shareAt(hits: Float64Array, of: Float64Array, draw: number): number | undefined {
  const all = of[draw] ?? 0
  return all === 0 ? undefined : (hits[draw] ?? 0) / all
}

/** Hits and trials in every resample: case by case, each added to all resamples in one go. */
function sharesOf(clusters: readonly Cluster[]): Sums {
  const times = drawsOf(clusters.length)
  return {
    hits: sumsOf(
      clusters.map(({ hits }) => hits),
      times,
    ),
    of: sumsOf(
      clusters.map(({ of }) => of),
      times,
    ),
  }
}

type Summed = { readonly values: readonly number[]; readonly sums: Float64Array }

/** Most numbers of a slice are of the same trials, and several are made of the same hits: sums of the last few are added up once. */
const SUMMED_MAX = 12
const summed: Summed[] = []

/** Shared: nobody may write into them. */
function sumsOf(values: readonly number[], times: Uint16Array): Float64Array {
  const known = summed.findIndex((each) => isSame(each.values, values))
  const [found = { values, sums: addedUp(values, times) }] = known < 0 ? [] : summed.splice(known, 1)
  summed.unshift(found)
  summed.length = Math.min(summed.length, SUMMED_MAX)
  return found.sums
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return true
}

function addedUp(values: readonly number[], times: Uint16Array): Float64Array {
  const sums = new Float64Array(BOOTSTRAP.resamples)
  const [first = 0] = values
  // As many trials of each case, as most runs have: a resample draws as many cases as there are.
  if (Number.isInteger(first) && values.every((value) => value === first))
    return sums.fill(first * values.length)
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    // Most shares are of a few cases: those that do not count add nothing.
    if (value !== 0) addTimes(sums, value, times, index * BOOTSTRAP.resamples)
  }
  return sums
}

function addTimes(sums: Float64Array, value: number, times: Uint16Array, from: number): void {
  for (let draw = 0; draw < sums.length; draw += 1)
    sums[draw] = (sums[draw] ?? 0) + (times[from + draw] ?? 0) * value
}

const scoreOf = (value: number, sorted: ArrayLike<number>, n: number): Score => ({
  value,
  n,
  low: quantile(sorted, 0.025) ?? value,
  high: quantile(sorted, 0.975) ?? value,
})

/** The statistic of every resample that has one, smallest first. Any two statistics of as many cases are paired by draw. */
export function resample(cases: number, statistic: Statistic): readonly number[] {
  const times = drawsOf(cases)
  const found: number[] = []
  for (let draw = 0; draw < BOOTSTRAP.resamples; draw += 1) {
    const value = statistic((index) => times[index * BOOTSTRAP.resamples + draw] ?? 0)
    if (value !== undefined) found.push(value)
  }
  return found.sort((a, b) => a - b)
}

/** A report asks for some dozen numbers of cases, each hundreds of times. Of a run with 2,000 cases these are 60 MB. */
const KEPT_MAX = 30_000_000
const kept = new Map<number, Uint16Array>()

/** How often each case is drawn, case after case, in each resample. The same for the same number of cases, so it is drawn once. */
function drawsOf(cases: number): Uint16Array {
  const known = kept.get(cases)
  if (known !== undefined) return known
  const drawn = drawCases(cases)
  const held = [...kept.values()].reduce((sum, { length }) => sum + length, drawn.length)
  if (held > KEPT_MAX) kept.clear()
  kept.set(cases, drawn)
  return drawn
}

function drawCases(cases: number): Uint16Array {
  const chance = seededChance(BOOTSTRAP.seed)
  const times = new Uint16Array(BOOTSTRAP.resamples * cases)
  for (let draw = 0; draw < BOOTSTRAP.resamples; draw += 1)
    for (let i = 0; i < cases; i += 1) {
      const drawn = chance.below(cases) * BOOTSTRAP.resamples + draw
      times[drawn] = (times[drawn] ?? 0) + 1
    }
  return times
}

/** Linear interpolation between order statistics (type 7). */
export function quantile(sorted: ArrayLike<number>, p: number): number | undefined {
  if (sorted.length === 0) return undefined
  const at = (sorted.length - 1) * p
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at - Math.floor(at))
}
