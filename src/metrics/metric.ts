import type { Cluster, Metric, NoData, Rate } from '../base/rate.ts'
import type { TurnScore } from '../verdicts/model/score.ts'
import type { Cell } from './cell.ts'
import type { TrialFacts } from './trial-facts.ts'

/**
 * A metric, declared once: its name, which way is good, what it may be, where it comes from, its words, and how it comes
 * about. Counted: what one trial adds to its numerator and denominator. Derived: made of sums over all trials.
 */
export type MetricRecord<Name extends string = string> = CountedMetric<Name> | DerivedMetric<Name>

export type About<Name extends string = string> = {
  readonly name: Name
  readonly better: 'higher' | 'lower'
  /** the values it can take */
  readonly range: readonly [number, number]
  /** `rating`: rests on judges; no gate reads it before they are calibrated */
  readonly source: 'rules' | 'rating' | 'cost' | 'clock'
  readonly unit: 'share' | 'number' | 'usd' | 'money' | 'seconds'
  /** as the head of a column */
  readonly words: string
  /** a rate has hits of trials (or turns, fields, clauses); a score is a mean, a difference or a ratio */
  readonly is: 'rate' | 'score'
}

export type Addend = { readonly hits: number; readonly of: number }

type OfTrial = (trial: TrialFacts) => Addend | null

/** Something summed trial by trial. Null: the trial does not bear on it. */
export type Count = {
  readonly is: 'rate' | 'score'
  /** `ownKinds`: what the packs of the run forbid under kinds of their own */
  readonly of: (trial: TrialFacts, ownKinds: readonly string[]) => Addend | null
}

export type CountedMetric<Name extends string = string> = About<Name> &
  Count & {
    /** trials that could not be told: they stand at the ends of the rate */
    readonly open?: Count
    /** what the slice adds to the rate, besides its value */
    readonly marked?: (rate: Rate, slice: Slice) => Rate | NoData
    /** sums that `marked` reads beside its own */
    readonly also?: readonly Count[]
  }

export type DerivedMetric<Name extends string = string> = About<Name> & {
  /** the sums it is made of, published as metrics of their own or not */
  readonly reads: readonly Count[]
  readonly from: (slice: Slice) => Metric
}

/** Trials of one agent, summed: what a derived metric reads. */
export type Slice = {
  readonly cells: readonly Cell[]
  /** the cells of each case: whole cases are resampled */
  readonly cases: readonly (readonly Cell[])[]
  /** of a sum that the metric reads: hits and trials of each case */
  readonly clusters: (count: Count) => readonly Cluster[]
  /** the same of one cell */
  readonly sumsOf: SumsOf
}

/** Nothing where there is no cell. */
export type SumsOf = (cell: Cell | undefined, count: Count) => Cluster

const SHARE: readonly [number, number] = [0, 1]

type Details = Partial<Omit<About, 'name' | 'words' | 'better'>>
type MetricNaming<Name extends string> = {
  readonly name: Name
  readonly words: string
  readonly better: About['better']
} & Details

const aboutOf = <Name extends string>(naming: MetricNaming<Name>, is: About['is']): About<Name> => ({
  range: SHARE,
  source: 'rules',
  unit: 'share',
  is,
  ...naming,
})

/** A share of trials, turns, fields or clauses. */
export const rate = <const Name extends string>(
  naming: MetricNaming<Name>,
  of: OfTrial,
): CountedMetric<Name> => ({
  ...aboutOf(naming, 'rate'),
  is: 'rate',
  of: ofJudged(of),
})

/** A share of all trials, whatever became of them. */
export const rateOfAll = <const Name extends string>(
  naming: MetricNaming<Name>,
  of: Count['of'],
): CountedMetric<Name> => ({ ...aboutOf(naming, 'rate'), is: 'rate', of })

/** The mean of a number. */
export const mean = <const Name extends string>(
  naming: MetricNaming<Name>,
  of: (trial: TrialFacts) => number | null,
): CountedMetric<Name> => ({
  ...aboutOf(naming, 'score'),
  is: 'score',
  of: ofJudged((trial) => {
    const value = of(trial)
    return value === null ? null : { hits: value, of: 1 }
  }),
})

export const derived = <const Name extends string>(
  naming: MetricNaming<Name>,
  { reads, from }: Pick<DerivedMetric, 'reads' | 'from'>,
): DerivedMetric<Name> => ({ ...aboutOf(naming, 'score'), reads, from })

/** Voided and faulted trials enter no metric but those of `rateOfAll` (M1). */
export const ofJudged =
  (of: OfTrial): OfTrial =>
  (trial) =>
    trial.score.state === 'judged' ? of(trial) : null

export const one = (hit: boolean): Addend => ({ hits: hit ? 1 : 0, of: 1 })

/** Hits of turns; null leaves a turn out. */
export const ofTurns =
  (of: (turn: TurnScore) => boolean | null): OfTrial =>
  ({ score }) => {
    const counted = score.turns.map(of).filter((hit) => hit !== null)
    return counted.length === 0 ? null : { hits: counted.filter(Boolean).length, of: counted.length }
  }

/** Not of agents that worked in a back office of their own. */
export const atTheDesk =
  (of: OfTrial): OfTrial =>
  (trial) =>
    trial.score.state === 'judged' && trial.score.world === 'ours' ? of(trial) : null
