import { seededChance } from '../base/chance.ts'
import { memoText } from '../base/memo.ts'
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
  return scoreOf(value, Float64Array.from(resample(cases, statistic)), n)
}

/** The same for hits over trials. */
export const bootstrapRatio = (clusters: readonly Cluster[], n: number): Score | NoData =>
  bootstrapRatios([clusters], ([share]) => share, n)

/** The same for a number made of such shares, each over the same cases. */
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
  if (parts.every(isSameEverywhere)) return new Float64Array(0)
  const drawn = parts.map((clusters) => ({
    hits: clusters.map(({ hits }) => hits),
    of: clusters.map(({ of }) => of),
    times: drawsOf(clusters.length),
  }))
  const found: number[] = []
  for (let draw = 0; draw < BOOTSTRAP.resamples; draw += 1) {
    const value = combine(drawn.map((part) => shareAt(part, draw)))
    if (value !== undefined) found.push(value)
  }
  return Float64Array.from(found)
}

type Drawn = { readonly hits: readonly number[]; readonly of: readonly number[]; readonly times: Uint16Array }

/** Hits over trials of one resample; a loop over numbers, since a report has thousands of such shares. */
function shareAt({ hits, of, times }: Drawn, draw: number): number | undefined {
  const first = draw * hits.length
  let [allHits, all] = [0, 0]
  for (let index = 0; index < hits.length; index += 1) {
    const weight = times[first + index] ?? 0
    allHits += weight * (hits[index] ?? 0)
    all += weight * (of[index] ?? 0)
  }
  return all === 0 ? undefined : allHits / all
}

/** Every case has the same share, 1 or 0, as most do: each resample would give it again. */
function isSameEverywhere(clusters: readonly Cluster[]): boolean {
  const counted = clusters.filter(({ hits, of }) => hits !== 0 || of !== 0)
  return (
    counted.every(({ hits, of }) => of > 0 && hits === of) ||
    counted.every(({ hits, of }) => of > 0 && hits === 0)
  )
}

const scoreOf = (value: number, drawn: Float64Array, n: number): Score => ({
  value,
  n,
  ...(intervalOf(drawn) ?? { low: value, high: value }),
})

const TAIL = 0.025

/** What 95 % of the resamples lie between; undefined where there is none. Linear interpolation between order statistics (type 7). */
export function intervalOf(drawn: Float64Array): { readonly low: number; readonly high: number } | undefined {
  if (drawn.length === 0) return undefined
  const sorted = drawn.slice().sort()
  const at = (share: number): number => {
    const place = (sorted.length - 1) * share
    const below = sorted[Math.floor(place)] ?? 0
    return below + ((sorted[Math.ceil(place)] ?? 0) - below) * (place - Math.floor(place))
  }
  return { low: at(TAIL), high: at(1 - TAIL) }
}

/** The statistic of every resample that has one. Any two statistics of as many cases are paired by draw. */
export function resample(cases: number, statistic: Statistic): readonly number[] {
  const times = drawsOf(cases)
  const found: number[] = []
  for (let draw = 0; draw < BOOTSTRAP.resamples; draw += 1) {
    const value = statistic((index) => times[draw * cases + index] ?? 0)
    if (value !== undefined) found.push(value)
  }
  return found
}

/** How often each case is drawn, resample after resample. The same for the same number of cases, so it is drawn once. */
const drawsOf = (cases: number): Uint16Array => drawn(String(cases))

/** A report asks for some dozen numbers of cases, each hundreds of times. Of 200 cases these are 400 kB. */
const KEPT_MAX = 128
const drawn = memoText((text): Uint16Array => {
  const cases = Number(text)
  const times = new Uint16Array(BOOTSTRAP.resamples * cases)
  const chance = seededChance(BOOTSTRAP.seed)
  for (let draw = 0; draw < BOOTSTRAP.resamples; draw += 1)
    for (let nth = 0; nth < cases; nth += 1) {
      const at = draw * cases + chance.below(cases)
      times[at] = (times[at] ?? 0) + 1
    }
  return times
}, KEPT_MAX)
