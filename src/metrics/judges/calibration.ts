import {
  type Cluster,
  effectiveSample,
  type Metric,
  type NoData,
  type Rate,
  rateOf,
} from '../../base/rate.ts'
import type { CaseId } from '../../base/values/ids.ts'
import { GOOD } from '../../verdicts/judges/judge.ts'
import { bootstrapRatio } from '../bootstrap.ts'
import { krippendorffAlpha } from '../statistics/agreement.ts'
import { openAgreementBook } from './judge-agreement.ts'
import { correctedRate, type Share } from './rogan-gladen.ts'

/**
 * A judge held against people, one dimension. In: what people said of messages the judge also rated, and all it rated in
 * those runs. Out: how far they agree, how often the judge is right about good and not good, and what the rates of each
 * agent would be by people's measure.
 */
export type Labelled = {
  readonly case: CaseId
  /** the judge's rating */
  readonly judge: number
  /** each person's rating of the same thing */
  readonly people: readonly [number, ...number[]]
}

/** One thing the judge rated, labelled or not. */
export type RatedThing = { readonly case: CaseId; readonly agent: string; readonly value: number }

export type Calibration = {
  readonly dimension: string
  /** things rated by the judge and by people */
  readonly labels: number
  readonly cases: number
  readonly difference: Metric
  /** judge minus people: above 0 it is too kind */
  readonly bias: Metric
  readonly kappa: Metric
  /** of what people call good (0.7 or more), the share the judge calls good */
  readonly sensitivity: Rate | NoData
  /** of what people do not call good, the share the judge does not */
  readonly specificity: Rate | NoData
  /** Krippendorff's alpha among people; null where nobody labelled the same thing twice */
  readonly people: number | null
  /** share of good per agent: as the judge sees it, and as people would */
  readonly rates: readonly { readonly agent: string; readonly apparent: Metric; readonly corrected: Metric }[]
  readonly calibrated: boolean
  /** what is lacking; null: nothing */
  readonly lacks: string | null
}

/** Fewer labels cannot tell a judge from a coin; see docs/judges.md. */
const LABELS_MIN = 30

export function calibrate(
  dimension: string,
  labelled: readonly Labelled[],
  rated: readonly RatedThing[],
): Calibration {
  const pairs = labelled.map(({ case: theCase, judge, people }) => ({
    case: theCase,
    judge,
    people: people.reduce((sum, value) => sum + value, 0) / people.length,
  }))
  const book = openAgreementBook()
  for (const { case: theCase, judge, people } of pairs)
    book.add(
      theCase,
      new Map([
        ['judge', judge],
        ['people', people],
      ]),
    )
  const { difference, kappa } = book.close()
  const right = (good: boolean): readonly Cluster[] =>
    byCase(
      pairs.filter(({ people }) => people >= GOOD === good),
      ({ judge }) => (judge >= GOOD === good ? 1 : 0),
    )
  const [sensitivity, specificity] = [right(true), right(false)]
  const lacks = lackOf(labelled.length, kappa)
  return {
    dimension,
    labels: labelled.length,
    cases: new Set(labelled.map((each) => each.case)).size,
    difference,
    bias: meanOf(byCase(pairs, ({ judge, people }) => judge - people)),
    kappa,
    sensitivity: rateOf(sensitivity, []),
    specificity: rateOf(specificity, []),
    people:
      krippendorffAlpha(
        labelled.map((each) => each.people),
        'interval',
      ) ?? null,
    rates: ratesOf(rated, { sensitivity: shareOf(sensitivity), specificity: shareOf(specificity) }),
    calibrated: lacks === null,
    lacks,
  }
}

function lackOf(labels: number, kappa: Metric): string | null {
  if (labels < LABELS_MIN) return `${labels} labels; at least ${LABELS_MIN} are needed`
  if (kappa.value === null) return 'judge or people called everything good, or nothing'
  return kappa.low > 0 ? null : 'agreement is not beyond chance'
}

function ratesOf(
  rated: readonly RatedThing[],
  right: { readonly sensitivity: Share; readonly specificity: Share },
): Calibration['rates'] {
  const agents = [...new Set(rated.map(({ agent }) => agent))].sort()
  return agents.map((agent) => {
    const clusters = byCase(
      rated.filter((each) => each.agent === agent),
      ({ value }) => (value >= GOOD ? 1 : 0),
    )
    return {
      agent,
      apparent: rateOf(clusters, []),
      corrected: correctedRate({ apparent: shareOf(clusters), ...right }),
    }
  })
}

function byCase<Item extends { readonly case: CaseId }>(
  items: readonly Item[],
  hits: (item: Item) => number,
): readonly Cluster[] {
  const sums = new Map<string, { hits: number; of: number }>()
  for (const item of items) {
    const sum = sums.get(item.case) ?? { hits: 0, of: 0 }
    sum.hits += hits(item)
    sum.of += 1
    sums.set(item.case, sum)
  }
  return [...sums.values()]
}

function shareOf(clusters: readonly Cluster[]): Share {
  const of = clusters.reduce((sum, cluster) => sum + cluster.of, 0)
  if (of === 0) return { share: 0, of: 0 }
  return {
    share: clusters.reduce((sum, cluster) => sum + cluster.hits, 0) / of,
    of: effectiveSample(clusters),
  }
}

function meanOf(clusters: readonly Cluster[]): Metric {
  const n = clusters.reduce((sum, { of }) => sum + of, 0)
  return bootstrapRatio(clusters, n)
}
