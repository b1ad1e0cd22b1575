import { seededChance } from '../base/chance.ts'
import { type Cluster, NO_DATA, type NoData, type Score } from '../base/rate.ts'
import { ratio } from './ratio.ts'
import { addsExactly } from './summable.ts'

/** Resampling whole cases, because trials of one case are not independent. Seeded: the same data give the same digits. */
export const BOOTSTRAP = { resamples: 1000, seed: 20260410 } as const

/** A number made of cases, each of which counts `times(index)` times; undefined where there is nothing to count. */
export type Statistic = (times: (index: number) => number) => number | undefined

/** A statistic of weighted cases with its percentile interval; `undefined` from the statistic leaves that resample out. */
export function bootstrap(cases: number, statistic: Statistic, n: number): Score | NoData {
  const value = statistic(() => 1)
  if (value === undefined || cases === 0) return NO_DATA
  return scoreOf(value, Float64Array.from(resample(cases, statistic)), n)
}

/** The same for hits over trials. */
export function bootstrapRatio(clusters: readonly Cluster[], n: number): Score | NoData {
  const same = sameEverywhere(clusters)
  if (same !== null) return scoreOf(same, NOTHING_DRAWN, n)
  const value = ratio(clusters, () => 1)
  if (value === undefined) return NO_DATA
  const { hits, of } = sharesOf(clusters)
  const found = new Float64Array(BOOTSTRAP.resamples)
  let count = 0
  for (let draw = 0; draw < BOOTSTRAP.resamples; draw += 1) {
    const share = shareAt(hits, of, draw)
    if (share !== undefined) found[count++] = share
  }
  return scoreOf(value, found.subarray(0, count), n)
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
  return scoreOf(value, resampleRatios(parts, combine), n)
}

/** That number in every resample that has one. None where each of them would give the number itself. */
export function resampleRatios(
  parts: readonly (readonly Cluster[])[],
  combine: (shares: readonly (number | undefined)[]) => number | undefined,
): Float64Array {
  if (parts.every((clusters) => sameEverywhere(clusters) !== null)) return NOTHING_DRAWN
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
  return found.subarray(0, count)
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
  if (addsExactly(values)) addByValue(sums, values, times)
  else addInOrder(sums, values, times)
  return sums
}

/** Case by case: sums that are rounded depend on the order. */
function addInOrder(sums: Float64Array, values: readonly number[], times: Uint16Array): void {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    if (value !== 0) addTimes(sums, value, timesOf(index, times))
  }
}

/**
 * Of numbers whose sums are exact, whichever way they are added up. Most cases count the same: nothing, or each of their trials.
 * A resample draws as many cases as there are, so only what the others count more or less is added to it, once for all that
 * count the same.
 */
function addByValue(sums: Float64Array, values: readonly number[], times: Uint16Array): void {
  const groups = casesByValue(values)
  let [usual, most] = [0, 0]
  for (const [value, { length }] of groups) if (length > most) [usual, most] = [value, length]
  sums.fill(usual * values.length)
  for (const [value, cases] of groups) {
    if (value === usual) continue
    // A resample draws as many cases as there are: of more than these a sum may not fit into two bytes.
    if (values.length <= 0xffff && cases.length > 1) addTimes(sums, value - usual, timesOfAll(cases, times))
    else for (const index of cases) addTimes(sums, value - usual, timesOf(index, times))
  }
}

function casesByValue(values: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>()
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    const group = groups.get(value)
    if (group === undefined) groups.set(value, [index])
    else group.push(index)
  }
  return groups
}

const timesOf = (index: number, times: Uint16Array): Uint16Array =>
  times.subarray(index * BOOTSTRAP.resamples, (index + 1) * BOOTSTRAP.resamples)

/** How often any of these cases is drawn, in each resample. */
function timesOfAll(cases: readonly number[], times: Uint16Array): Uint16Array {
  const sums = new Uint16Array(BOOTSTRAP.resamples)
  // Two sums lie in one word and are added at once: none grows beyond its own two bytes.
  const [words, all] = [new Int32Array(sums.buffer), new Int32Array(times.buffer)]
  for (const index of cases) {
    const from = index * words.length
    for (let word = 0; word < words.length; word += 1)
      words[word] = ((words[word] ?? 0) + (all[from + word] ?? 0)) | 0
  }
  return sums
}

/** Draws of one case as doubles: converted one by one between sums, they take three times as long to add. */
const asDoubles = new Float64Array(BOOTSTRAP.resamples)

function addTimes(sums: Float64Array, value: number, times: Uint16Array): void {
  asDoubles.set(times)
  for (let draw = 0; draw < sums.length; draw += 1)
    sums[draw] = (sums[draw] ?? 0) + (asDoubles[draw] ?? 0) * value
}

const NOTHING_DRAWN = new Float64Array(0)

const scoreOf = (value: number, drawn: Float64Array, n: number): Score => ({
  value,
  n,
  ...(intervalOf(drawn) ?? { low: value, high: value }),
})

const TAIL = 0.025

/**
 * What 95 % of the resamples lie between; undefined where there is none. Linear interpolation between order statistics (type 7). A
 * report has thousands of intervals: only the ends of the resamples are put in order.
 */
export function intervalOf(drawn: Float64Array): { readonly low: number; readonly high: number } | undefined {
  const last = drawn.length - 1
  if (last < 0) return undefined
  const [lowAt, highAt] = [last * TAIL, last * (1 - TAIL)]
  const lowest = smallest(drawn, Math.ceil(lowAt) + 1)
  const highest = smallest(
    drawn.map((each) => -each),
    last - Math.floor(highAt) + 1,
  )
  return {
    low: interpolated(lowAt, (place) => lowest[place] ?? 0),
    high: interpolated(highAt, (place) => -(highest[last - place] ?? 0)),
  }
}

function interpolated(at: number, ordered: (place: number) => number): number {
  const below = ordered(Math.floor(at))
  return below + (ordered(Math.ceil(at)) - below) * (at - Math.floor(at))
}

/** The smallest so many, smallest first. */
function smallest(values: Float64Array, count: number): Float64Array {
  const found = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  let bound = Number.POSITIVE_INFINITY
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    if (value >= bound) continue
    let place = count - 1
    while (place > 0 && (found[place - 1] ?? 0) > value) {
      found[place] = found[place - 1] ?? 0
      place -= 1
    }
    found[place] = value
    bound = found[count - 1] ?? 0
  }
  return found
}

/** The statistic of every resample that has one. Any two statistics of as many cases are paired by draw. */
export function resample(cases: number, statistic: Statistic): readonly number[] {
  const times = drawsOf(cases)
  const found: number[] = []
  for (let draw = 0; draw < BOOTSTRAP.resamples; draw += 1) {
    const value = statistic((index) => times[index * BOOTSTRAP.resamples + draw] ?? 0)
    if (value !== undefined) found.push(value)
  }
  return found
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

/** Resamples drawn at once. Of one resample the places in `times` lie far apart: written one by one, each waits for memory. */
const DRAWN_AT_ONCE = 20

function drawCases(cases: number): Uint16Array {
  const chance = seededChance(BOOTSTRAP.seed)
  const { resamples } = BOOTSTRAP
  const times = new Uint16Array(resamples * cases)
  const drawn = new Uint16Array(DRAWN_AT_ONCE * cases)
  for (let from = 0; from < resamples; from += DRAWN_AT_ONCE) {
    drawn.fill(0)
    for (let draw = 0; draw < DRAWN_AT_ONCE; draw += 1)
      for (let i = 0; i < cases; i += 1) {
        const at = draw * cases + chance.below(cases)
        drawn[at] = (drawn[at] ?? 0) + 1
      }
    for (let index = 0; index < cases; index += 1)
      for (let draw = 0; draw < DRAWN_AT_ONCE; draw += 1)
        times[index * resamples + from + draw] = drawn[draw * cases + index] ?? 0
  }
  return times
}
