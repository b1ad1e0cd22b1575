import { seededChance } from '../base/chance.ts'
import { NO_DATA, type NoData, type Score } from '../base/rate.ts'

/** Resampling whole cases, because trials of one case are not independent. Seeded: the same data give the same digits. */
export const BOOTSTRAP = { resamples: 1000, seed: 20260410 } as const

/** How often each case is drawn, for every resample: drawn once and shared, so that differences are paired by case. */
export type Draws = readonly Uint16Array[]

export function drawCases(cases: number, resamples: number = BOOTSTRAP.resamples): Draws {
  const chance = seededChance(BOOTSTRAP.seed)
  return Array.from({ length: resamples }, () => {
    const times = new Uint16Array(cases)
    for (let i = 0; i < cases; i += 1) {
      const drawn = chance.below(cases)
      times[drawn] = (times[drawn] ?? 0) + 1
    }
    return times
  })
}

/** A statistic of weighted cases with its percentile interval; `undefined` from the statistic leaves that resample out. */
export function bootstrap(
  cases: number,
  draws: Draws,
  statistic: (times: (index: number) => number) => number | undefined,
  n: number,
): Score | NoData {
  const value = statistic(() => 1)
  if (value === undefined || cases === 0) return NO_DATA
  const resampled = draws
    .map((times) => statistic((index) => times[index] ?? 0))
    .filter((each) => each !== undefined)
    .sort((a, b) => a - b)
  return { value, n, low: quantile(resampled, 0.025) ?? value, high: quantile(resampled, 0.975) ?? value }
}

/** Linear interpolation between order statistics (type 7). */
export function quantile(sorted: readonly number[], p: number): number | undefined {
  if (sorted.length === 0) return undefined
  const at = (sorted.length - 1) * p
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at - Math.floor(at))
}
