import { type Metric, NO_DATA, type NoData, type Score } from '../../base/rate.ts'
import type { CaseId } from '../../base/values/ids.ts'
import { GOOD } from '../../verdicts/judges/judge.ts'
import { bootstrap, type Statistic } from '../bootstrap.ts'

/**
 * How far judges agree, with intervals by case. Everything is kept as sums of a case, so that a thousand resamples cost
 * a thousand additions a case, however many messages were rated.
 */
export type JudgeAgreement = {
  /** what two or more judges rated */
  readonly n: number
  /** mean absolute difference, over all pairs of judges */
  readonly difference: Metric
  /** Cohen's kappa of good (0.7 or more) or not, mean over pairs of judges */
  readonly kappa: Metric
  /** Krippendorff's alpha, interval metric, all judges at once */
  readonly alpha: Metric
}

/** One rated thing: what each judge said of it. */
type RatedItem = ReadonlyMap<string, number>

export type AgreementBook = {
  readonly add: (theCase: CaseId, item: RatedItem) => void
  readonly close: () => JudgeAgreement
}

type PairSums = { n: number; apart: number; firstGood: number; secondGood: number; bothGood: number }
type AgreementSums = {
  items: number
  values: number
  sum: number
  squares: number
  within: number
  pairs: Map<string, PairSums>
}

const noSums = (): AgreementSums => ({ items: 0, values: 0, sum: 0, squares: 0, within: 0, pairs: new Map() })

export function openAgreementBook(): AgreementBook {
  const cases = new Map<CaseId, AgreementSums>()
  return {
    add: (theCase, item) => {
      if (item.size < 2) return
      const sums = cases.get(theCase) ?? noSums()
      cases.set(theCase, sums)
      count(sums, item)
    },
    close: () => agreementOf([...cases.values()]),
  }
}

function count(sums: AgreementSums, item: RatedItem): void {
  const rated = [...item].sort(([a], [b]) => (a < b ? -1 : 1))
  const values = rated.map(([, value]) => value)
  const sum = values.reduce((total, value) => total + value, 0)
  const squares = values.reduce((total, value) => total + value * value, 0)
  sums.items += 1
  sums.values += values.length
  sums.sum += sum
  sums.squares += squares
  // Sum of squared differences over ordered pairs, as krippendorffAlpha takes it.
  sums.within += (2 * (values.length * squares - sum * sum)) / (values.length - 1)
  rated.forEach(([first, a], index) => {
    for (const [second, b] of rated.slice(index + 1)) countPair(pairOf(sums, `${first}\n${second}`), a, b)
  })
}

function pairOf({ pairs }: AgreementSums, name: string): PairSums {
  const known = pairs.get(name)
  if (known !== undefined) return known
  const pair = { n: 0, apart: 0, firstGood: 0, secondGood: 0, bothGood: 0 }
  pairs.set(name, pair)
  return pair
}

function countPair(pair: PairSums, a: number, b: number): void {
  pair.n += 1
  pair.apart += Math.abs(a - b)
  pair.firstGood += a >= GOOD ? 1 : 0
  pair.secondGood += b >= GOOD ? 1 : 0
  pair.bothGood += a >= GOOD && b >= GOOD ? 1 : 0
}

function agreementOf(cases: readonly AgreementSums[]): JudgeAgreement {
  const n = cases.reduce((sum, each) => sum + each.items, 0)
  if (n === 0) return { n, difference: NO_DATA, kappa: NO_DATA, alpha: NO_DATA }
  const names = [...new Set(cases.flatMap(({ pairs }) => [...pairs.keys()]))]
  const of = (statistic: Statistic): Score | NoData => bootstrap(cases.length, statistic, n)
  return {
    n,
    difference: of((times) =>
      mean(
        names.map((name) => pairIn(cases, name, times)),
        apartOf,
      ),
    ),
    kappa: of((times) =>
      mean(
        names.map((name) => pairIn(cases, name, times)),
        kappaOf,
      ),
    ),
    alpha: of((times) => alphaOf(cases, times)),
  }
}

type Times = (index: number) => number

function pairIn(cases: readonly AgreementSums[], name: string, times: Times): PairSums {
  const total = { n: 0, apart: 0, firstGood: 0, secondGood: 0, bothGood: 0 }
  cases.forEach(({ pairs }, index) => {
    const [pair, weight] = [pairs.get(name), times(index)]
    if (pair === undefined || weight === 0) return
    total.n += weight * pair.n
    total.apart += weight * pair.apart
    total.firstGood += weight * pair.firstGood
    total.secondGood += weight * pair.secondGood
    total.bothGood += weight * pair.bothGood
  })
  return total
}

function mean(pairs: readonly PairSums[], of: (pair: PairSums) => number | undefined): number | undefined {
  const values = pairs.map(of).filter((value) => value !== undefined)
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}

const apartOf = ({ n, apart }: PairSums): number | undefined => (n === 0 ? undefined : apart / n)

/** Undefined where chance alone agrees on everything. */
function kappaOf({ n, firstGood, secondGood, bothGood }: Omit<PairSums, 'apart'>): number | undefined {
  if (n === 0) return undefined
  const [first, second] = [firstGood / n, secondGood / n]
  const observed = (n - firstGood - secondGood + 2 * bothGood) / n
  const expected = first * second + (1 - first) * (1 - second)
  return expected === 1 ? undefined : (observed - expected) / (1 - expected)
}

function alphaOf(cases: readonly AgreementSums[], times: Times): number | undefined {
  const total = { values: 0, sum: 0, squares: 0, within: 0 }
  cases.forEach((each, index) => {
    const weight = times(index)
    total.values += weight * each.values
    total.sum += weight * each.sum
    total.squares += weight * each.squares
    total.within += weight * each.within
  })
  const { values, sum, squares, within } = total
  if (values < 2) return undefined
  const between = (2 * (values * squares - sum * sum)) / (values * (values - 1))
  // Below rounding error everything was rated alike, and there is nothing to agree beyond chance on.
  return between < 1e-12 ? undefined : 1 - within / values / between
}
