import type { RunId, TrialId } from '../../base/values/ids.ts'
import { ALL_DIMENSIONS, type Dimension, type Judge, type Judged } from './judge.ts'

/** One rating, or one that could not be given, as it is stored beside its run. */
export type RatingRow = {
  readonly run: RunId
  readonly trial: TrialId
  readonly judge: string
  /** number of the rated event; 0: the conversation as a whole */
  readonly n: number
  readonly dimension: string
  /** null: not rated, see `because` */
  readonly value: number | null
  readonly quote: string
  readonly because: string | null
  readonly promptHash: string
  /** ISO time */
  readonly at: string
}

/** The rating alone: the embedded judge's are never stored, so they belong to no stored trial. */
export type JudgedRow = Omit<RatingRow, 'run' | 'trial' | 'at'>

export const rowsOf = <About extends object>(
  judge: Pick<Judge, 'id' | 'promptHash'>,
  { ratings, notRated }: Judged,
  about: About,
): readonly (About & JudgedRow)[] => {
  const common = { ...about, judge: judge.id, promptHash: judge.promptHash }
  return [
    ...ratings.map((rating) => ({ ...common, ...rating, because: null })),
    ...notRated.map((key) => ({ ...common, ...key, value: null, quote: '' })),
  ]
}

type Means = Readonly<Partial<Record<Dimension, number>>>

/** Mean of one judge's ratings of a trial, a dimension; dimensions it did not rate are left out. */
export function meanRatings(
  ratings: readonly { readonly dimension: string; readonly value: number | null }[],
): Means {
  const sums = new Map<string, { sum: number; of: number }>()
  for (const { dimension, value } of ratings) {
    if (value === null) continue
    const known = sums.get(dimension)
    if (known === undefined) sums.set(dimension, { sum: value, of: 1 })
    else {
      known.sum += value
      known.of += 1
    }
  }
  const means = ALL_DIMENSIONS.flatMap((dimension) => {
    const found = sums.get(dimension)
    return found === undefined ? [] : [[dimension, found.sum / found.of] as const]
  })
  return Object.fromEntries(means)
}

/**
 * Mean over judges, a dimension: each judge counts once, however many messages it could rate. `lexical`: the means of the embedded
 * judge, whose ratings are no rows; null: it rated nothing.
 */
export function meanOverJudges(
  rows: readonly Pick<RatingRow, 'judge' | 'dimension' | 'value'>[],
  lexical: Means | null = null,
): Means {
  if (rows.length === 0) return lexical ?? {}
  const judges = [...new Set(rows.map(({ judge }) => judge))]
  const means = judges.map((judge) => meanRatings(rows.filter((row) => row.judge === judge)))
  return meanRatings(
    (lexical === null ? means : [lexical, ...means]).flatMap((ofJudge) =>
      Object.entries(ofJudge).map(([dimension, value]) => ({ dimension, value })),
    ),
  )
}
