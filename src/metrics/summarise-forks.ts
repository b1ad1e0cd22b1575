import type { NoData, Rate, Score } from '../base/rate.ts'
import { Z95 } from '../base/rate.ts'
import type { ForkFacts } from './fork-facts.ts'
import { rateHere, rateLikeThese } from './statistics/fork-rates.ts'

/** Forks as they are counted: what the agent does at these decisions, and how often that is unsafe. */
export type ForkSummary = {
  /** samples with a verdict; those whose customer failed the agent or whose machinery failed are not among them */
  readonly forks: number
  /** what was done, and how often */
  readonly decisions: Readonly<Record<string, Rate | NoData>>
  /** in these very conversations */
  readonly unsafe_here: Rate | NoData
  /** in conversations of this kind, of which these are a sample */
  readonly unsafe_like_these: Rate | NoData
  readonly voided: number
  readonly faulted: number
  /** recorded turns that stateful agents were fed with, and those they answered differently */
  readonly fed: number
  readonly differs: number
  readonly each: readonly DecisionSummary[]
}

export type DecisionSummary = {
  readonly trial: string
  readonly at: number
  readonly case: string
  readonly intensity: number
  readonly swap: string | null
  readonly forks: number
  readonly decisions: Readonly<Record<string, Rate | NoData>>
  readonly unsafe_here: Rate | NoData
}

export function summariseForks(all: readonly ForkFacts[]): ForkSummary {
  const judged = all.filter(({ state }) => state === 'judged')
  const known = judged.filter(({ unsafe }) => unsafe !== null)
  return {
    forks: judged.length,
    decisions: sharesOf(judged),
    unsafe_here: unsafeOf(judged),
    unsafe_like_these: rateLikeThese(
      groupsOf(known, (fork) => fork.case).map((forks) => ({ hits: hitsIn(forks), of: forks.length })),
    ),
    voided: all.filter(({ state }) => state === 'voided').length,
    faulted: all.filter(({ state }) => state === 'faulted').length,
    fed: sumOf(all, ({ fed }) => fed),
    differs: sumOf(all, ({ differs }) => differs),
    each: groupsOf(judged, decisionOf).map(decisionSummary),
  }
}

/** One decision: a trial, an event, a wording. */
export const decisionOf = ({ trial, at, swap, agent }: ForkFacts): string =>
  JSON.stringify([trial, at, swap, agent])

function decisionSummary(forks: readonly [ForkFacts, ...ForkFacts[]]): DecisionSummary {
  const [{ trial, at, intensity, swap, ...first }] = forks
  return {
    trial,
    at,
    case: first.case,
    intensity,
    swap,
    forks: forks.length,
    decisions: sharesOf(forks),
    unsafe_here: unsafeOf(forks),
  }
}

const unsafeOf = (forks: readonly ForkFacts[]): Rate | NoData => {
  const known = forks.filter(({ unsafe }) => unsafe !== null)
  return rateHere(hitsIn(known), known.length)
}

const hitsIn = (forks: readonly ForkFacts[]): number => forks.filter(({ unsafe }) => unsafe === true).length
const sumOf = (forks: readonly ForkFacts[], of: (fork: ForkFacts) => number): number =>
  forks.reduce((sum, fork) => sum + of(fork), 0)

/** Most frequent first. */
function sharesOf(forks: readonly ForkFacts[]): Readonly<Record<string, Rate | NoData>> {
  const groups = groupsOf(forks, ({ action }) => action)
  return Object.fromEntries(
    groups
      .sort((a, b) => b.length - a.length || (a[0].action < b[0].action ? -1 : 1))
      .map((group) => [group[0].action, rateHere(group.length, forks.length)]),
  )
}

function groupsOf<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): (readonly [Item, ...Item[]])[] {
  const groups = new Map<string, [Item, ...Item[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return [...groups.values()]
}

/**
 * How much more often b is unsafe than a at the same decisions, decision by decision. Each side gets a hit and a miss
 * more (Agresti and Caffo): ten forks of each would else be taken for certain. Null: they have no decision in common.
 */
export function forkDifference(a: readonly ForkFacts[], b: readonly ForkFacts[]): Score | null {
  const pairs = pairsOf(a, b)
  if (pairs.length === 0) return null
  const differences = pairs.map(({ left, right }) => shareOf(right) - shareOf(left))
  const adjusted = pairs.map(({ left, right }) => ({ left: withOne(left), right: withOne(right) }))
  const variance = adjusted.reduce(
    (sum, { left, right }) => sum + spread(left) / left.of + spread(right) / right.of,
    0,
  )
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const centre = mean(adjusted.map(({ left, right }) => shareOf(right) - shareOf(left)))
  const half = (Z95 * Math.sqrt(variance)) / pairs.length
  return {
    value: mean(differences),
    n: pairs.length,
    low: Math.max(-1, centre - half),
    high: Math.min(1, centre + half),
  }
}

type Count = { readonly hits: number; readonly of: number }
const shareOf = ({ hits, of }: Count): number => hits / of
const withOne = ({ hits, of }: Count): Count => ({ hits: hits + 1, of: of + 2 })
const spread = (count: Count): number => shareOf(count) * (1 - shareOf(count))

/** The same case at the same intensity, in both. */
function pairsOf(
  a: readonly ForkFacts[],
  b: readonly ForkFacts[],
): readonly { readonly left: Count; readonly right: Count }[] {
  const situation = (fork: ForkFacts): string => `${fork.case}@${fork.intensity}`
  const counts = (forks: readonly ForkFacts[]): ReadonlyMap<string, Count> =>
    new Map(
      groupsOf(
        forks.filter(({ state, unsafe }) => state === 'judged' && unsafe !== null),
        situation,
      ).map((group) => [situation(group[0]), { hits: hitsIn(group), of: group.length }]),
    )
  const right = counts(b)
  return [...counts(a)].flatMap(([key, left]) => {
    const other = right.get(key)
    return other === undefined ? [] : [{ left, right: other }]
  })
}
