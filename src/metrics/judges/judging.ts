import type { CaseId } from '../../base/values/ids.ts'
import { ALL_DIMENSIONS, DIMENSIONS } from '../../verdicts/judges/judge.ts'
import { meanRatings } from '../../verdicts/judges/rating-row.ts'
import { type AgreementBook, type JudgeAgreement, openAgreementBook } from './judge-agreement.ts'
import { type Entrant, openPreferenceBook, type SelfPreference } from './self-preference.ts'

/** How far a run's ratings can be trusted: what was not rated, how far judges agree, whom they favour. */
export type Judging = {
  readonly judges: readonly {
    readonly judge: string
    /** the agents of the run that its own model plays: disclosed wherever its ratings are read */
    readonly own: readonly string[]
    readonly rated: number
    /** reason -> ratings that were asked for and not given */
    readonly notRated: Readonly<Record<string, number>>
  }[]
  /** by dimension, `all` being the five of messages together; none with fewer than two judges */
  readonly agreement: readonly (JudgeAgreement & { readonly dimension: string })[]
  /** one for every judge that is an entrant */
  readonly selfPreference: readonly SelfPreference[]
}

/** One trial with everything judges said of it. */
type JudgedTrial = {
  readonly case: CaseId
  readonly agent: string
  readonly rows: readonly {
    readonly judge: string
    readonly n: number
    readonly dimension: string
    readonly value: number | null
    readonly because: string | null
  }[]
}

export type JudgingBook = { readonly add: (trial: JudgedTrial) => void; readonly close: () => Judging }

const ALL = 'all'

export function openJudgingBook(entrants: readonly Entrant[]): JudgingBook {
  const counts = new Map(
    entrants.map(({ judge }) => [judge, { rated: 0, notRated: new Map<string, number>() }]),
  )
  const agreements = new Map<string, AgreementBook>(
    [ALL, ...ALL_DIMENSIONS].map((dimension) => [dimension, openAgreementBook()]),
  )
  const preferences = openPreferenceBook(entrants)
  const add = ({ case: theCase, agent, rows }: JudgedTrial): void => {
    for (const { judge, value, because } of rows) {
      const of = counts.get(judge)
      if (of === undefined) continue
      if (value !== null) of.rated += 1
      else of.notRated.set(because ?? 'unknown', (of.notRated.get(because ?? 'unknown') ?? 0) + 1)
    }
    for (const [dimension, item] of itemsOf(rows)) {
      agreements.get(dimension)?.add(theCase, item)
      if (MESSAGE_DIMENSIONS.has(dimension)) agreements.get(ALL)?.add(theCase, item)
    }
    preferences.add({ case: theCase, agent, quality: qualitiesOf(rows) })
  }
  const close = (): Judging => ({
    judges: entrants.map(({ judge, own }) => ({
      judge,
      own,
      rated: counts.get(judge)?.rated ?? 0,
      notRated: Object.fromEntries(counts.get(judge)?.notRated ?? []),
    })),
    agreement: [...agreements]
      .map(([dimension, book]) => ({ dimension, ...book.close() }))
      .filter(({ n }) => n > 0),
    selfPreference: preferences.close(),
  })
  return { add, close }
}

const MESSAGE_DIMENSIONS: ReadonlySet<string> = new Set(DIMENSIONS)

/** What judges said of the same message in the same dimension. */
function itemsOf(rows: JudgedTrial['rows']): readonly (readonly [string, ReadonlyMap<string, number>])[] {
  const items = new Map<string, { dimension: string; item: Map<string, number> }>()
  for (const { judge, n, dimension, value } of rows) {
    if (value === null) continue
    const known = items.get(`${n} ${dimension}`)
    if (known === undefined) items.set(`${n} ${dimension}`, { dimension, item: new Map([[judge, value]]) })
    else known.item.set(judge, value)
  }
  return [...items.values()].map(({ dimension, item }) => [dimension, item])
}

/** Mean of the five dimensions a judge, as `quality` is counted. */
function qualitiesOf(rows: JudgedTrial['rows']): ReadonlyMap<string, number> {
  const judges = [...new Set(rows.map(({ judge }) => judge))]
  return new Map(
    judges.flatMap((judge) => {
      const means = meanRatings(rows.filter((row) => row.judge === judge))
      const values = DIMENSIONS.map((name) => means[name]).filter((value) => value !== undefined)
      return values.length === 0
        ? []
        : [[judge, values.reduce((sum, value) => sum + value, 0) / values.length] as const]
    }),
  )
}
