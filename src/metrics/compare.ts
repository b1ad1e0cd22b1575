import { z } from 'zod'
import type { AgentTally } from './agent-tally.ts'
import { intervalOf, resampleRatios } from './bootstrap.ts'
import { isNothing, summedAt } from './case-sums.ts'
import type { Cell } from './cell.ts'
import type { About } from './metric.ts'
import { ratio, difference as subtract } from './ratio.ts'
import { holm, mcNemarExact } from './statistics/exact-tests.ts'
import { type Pair, swappedAsFar } from './swapped-pairs.ts'
import type { Tally } from './tally.ts'

/** Two agents on the same situations: differences paired by case, with what they would need to be seen. */
export const Difference = z.object({
  a: z.number(),
  b: z.number(),
  difference: z.number().describe('b - a'),
  low: z.number(),
  high: z.number(),
  p: z.number().describe('corrected for the number of metrics asked'),
  detectable: z.number().describe('the smallest difference these pairs would show four times in five'),
  trials_needed: z.number().describe('pairs needed to see `wanted` four times in five'),
  says: z.enum(['better', 'worse', 'cannot tell']),
})
export type Difference = z.infer<typeof Difference>

export type Comparison = { readonly pairs: number; readonly metrics: Readonly<Record<string, Difference>> }

/** z for 95 % two-sided plus z for 80 % power */
const POWER = 1.959963984540054 + 0.8416212335729143
const SIGNIFICANT = 0.05

/** Metrics that are counted trial by trial, of these two tallies; one of them, or all. */
export type Asked = {
  readonly tally: Pick<Tally, 'metrics' | 'placeOf'>
  readonly only?: string
  readonly wanted: number
}

export function compare(a: AgentTally, b: AgentTally, options: Asked): Comparison {
  const keys = [...a.cells.keys()].filter((key) => b.cells.has(key))
  const cases = groupByCase(keys, a, b)
  const [cellsA, cellsB] = [cases.flatMap((group) => group.a), cases.flatMap((group) => group.b)]
  const { tally, only } = options
  const found = tally.metrics.flatMap((metric) => {
    if (!('of' in metric) || (only !== undefined && metric.name !== only)) return []
    const place = tally.placeOf(metric)
    // As for most rules in most runs: there is no need to go by cases.
    if (isNothing(cellsA, place) || isNothing(cellsB, place)) return []
    const difference = differenceOf(cases.map((group) => pairOf(group, place)))
    return difference === undefined ? [] : [{ name: metric.name, better: metric.better, ...difference }]
  })
  // A metric on which no case differs can reject nothing: it is no part of the family (Tarone).
  const family = found.filter(({ tied }) => !tied)
  const ps = holm(family.map(({ p }) => p))
  const corrected = new Map(family.map(({ name }, at) => [name, ps[at]]))
  const pairs = keys.reduce(
    (sum, key) => sum + Math.min(a.cells.get(key)?.judged ?? 0, b.cells.get(key)?.judged ?? 0),
    0,
  )
  const metrics = Object.fromEntries(
    found.map(({ name, better, spread, tied: _, ...rest }) => {
      const p = corrected.get(name) ?? 1
      const detectable = POWER * spread
      const trials_needed = Math.ceil(pairs * (detectable / options.wanted) ** 2)
      return [name, { ...rest, p, detectable, trials_needed, says: sayOf(better, p, rest) }] as const
    }),
  )
  return { pairs, metrics }
}

function sayOf(
  better: About['better'],
  p: number,
  { difference, low, high }: Pick<Difference, 'difference' | 'low' | 'high'>,
): Difference['says'] {
  if (p >= SIGNIFICANT || (low <= 0 && high >= 0)) return 'cannot tell'
  return difference > 0 === (better === 'higher') ? 'better' : 'worse'
}

/** One case: its cells of both agents. */
type CasePair = { readonly a: Cell[]; readonly b: Cell[] }

function groupByCase(keys: readonly string[], a: AgentTally, b: AgentTally): readonly CasePair[] {
  const groups = new Map<string, CasePair>()
  for (const key of keys) {
    const [ofA, ofB] = [a.cells.get(key), b.cells.get(key)]
    if (ofA === undefined || ofB === undefined) continue
    const group = groups.get(ofA.case.id) ?? { a: [], b: [] }
    groups.set(ofA.case.id, group)
    group.a.push(ofA)
    group.b.push(ofB)
  }
  return [...groups.values()]
}

const pairOf = ({ a, b }: CasePair, place: number): Pair => ({ a: summedAt(a, place), b: summedAt(b, place) })

type Raw = Pick<Difference, 'a' | 'b' | 'difference' | 'low' | 'high' | 'p'> & {
  readonly spread: number
  readonly tied: boolean
}

function differenceOf(pairs: readonly Pair[]): Raw | undefined {
  const [ofA, ofB] = [pairs.map((pair) => pair.a), pairs.map((pair) => pair.b)]
  const [a, b] = [ratio(ofA, () => 1), ratio(ofB, () => 1)]
  if (a === undefined || b === undefined) return undefined
  // In order: the last digits of the spread depend on it.
  const resampled = resampleRatios([ofB, ofA], subtract).sort()
  const difference = b - a
  const { low, high } = intervalOf(resampled) ?? { low: difference, high: difference }
  return {
    a,
    b,
    difference,
    low,
    high,
    p: pValue(pairs, difference),
    spread: deviation(resampled),
    tied: pairs.every(isTied),
  }
}

const isTied = ({ a, b }: Pair): boolean => a.hits * b.of === b.hits * a.of

/** McNemar where every pair is one yes or no against another; else swapping the two sides of whole cases at random. */
function pValue(pairs: readonly Pair[], difference: number): number {
  const counted = pairs.filter(({ a, b }) => a.of > 0 && b.of > 0)
  const binary = counted.every(({ a, b }) => a.of === 1 && b.of === 1 && a.hits % 1 === 0 && b.hits % 1 === 0)
  if (binary) {
    return mcNemarExact(
      counted.filter(({ a, b }) => a.hits > b.hits).length,
      counted.filter(({ a, b }) => b.hits > a.hits).length,
    )
  }
  return swappedAsFar(counted, difference)
}

function deviation(values: Float64Array): number {
  if (values.length < 2) return 0
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}
