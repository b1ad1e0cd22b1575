import type { Bucket, Intensity } from '../cases/case.ts'

/** The trials of one case at one intensity, summed. */
export type Cell = {
  readonly case: CaseOf
  readonly intensity: Intensity
  /** by place of a count in the tally: numerator and denominator */
  readonly hits: Float64Array
  readonly of: Float64Array
  /** trials judged, voided, faulted */
  trials: number
  judged: number
  voided: number
  faulted: number
  /** of the judged trials, those whose calls went to our desk: only there an outcome and a loss are known */
  atOurDesk: number
  /** of those, the trials of which it is known whether they passed, and those that did: for pass^k and flips */
  decided: number
  passed: number
  money: number
  /** milliseconds, rounded to three digits -> turns answered in that time */
  readonly replies: Map<number, number>
}

export type CaseOf = {
  readonly id: string
  readonly pack: string
  readonly bucket: Bucket
  readonly tactic: string | null
  readonly preservesTruth: boolean
  readonly traffic: number
  readonly disturbance: number | null
  /** its language, where no reader is tested in it */
  readonly untested?: string
}

/** A cell in which nothing is counted yet. `counts`: how many sums it has. */
export const emptyCell = (about: Pick<Cell, 'case' | 'intensity'>, counts: number): Cell => ({
  case: about.case,
  intensity: about.intensity,
  hits: new Float64Array(counts),
  of: new Float64Array(counts),
  trials: 0,
  judged: 0,
  voided: 0,
  faulted: 0,
  atOurDesk: 0,
  decided: 0,
  passed: 0,
  money: 0,
  replies: new Map(),
})

export const cellKey = (id: string, intensity: Intensity): string => `${id}@${intensity}`
