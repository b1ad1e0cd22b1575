import { seededChance } from '../../../src/base/chance.ts'
import { rateOf } from '../../../src/base/rate.ts'

/** Share of simulated data sets whose interval holds the true rate: the proof that our intervals are what they say. */
export type Coverage = {
  readonly cases: number
  readonly trials: number
  readonly rate: number
  readonly covered: number
}

export const COVERAGE_RATES = [0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95] as const
/** how often all trials of a case answer alike */
const ALIKE = 0.3

export function simulateCoverage(plan: {
  readonly cases: number
  readonly trials: number
  readonly rate: number
  readonly sets: number
  readonly seed: number
}): Coverage {
  const { cases, trials, rate, sets } = plan
  const chance = seededChance(plan.seed)
  let covered = 0
  for (let set = 0; set < sets; set += 1) {
    const clusters = Array.from({ length: cases }, () => {
      const alike = chance.hits(ALIKE)
      const answer = chance.hits(rate)
      let hits = 0
      for (let i = 0; i < trials; i += 1) hits += (alike ? answer : chance.hits(rate)) ? 1 : 0
      return { hits, of: trials }
    })
    const found = rateOf(clusters, [])
    if (found.value !== null && found.low <= rate && rate <= found.high) covered += 1
  }
  return { cases, trials, rate, covered: covered / sets }
}
