import { seededChance } from '../base/chance.ts'
import type { Cluster } from '../base/rate.ts'
import { BOOTSTRAP } from './bootstrap.ts'

/** One case as two agents met it. */
export type Pair = { readonly a: Cluster; readonly b: Cluster }

const PERMUTATIONS = 2000
/** Sums of shares differ in their last digits. */
const NOTHING = 1e-12

/** Of random swaps of the two sides of whole cases: the share that lies as far apart as the two sides themselves do. */
export function swappedAsFar(pairs: readonly Pair[], difference: number): number {
  const bound = Math.abs(difference) - NOTHING
  // Every swap is at least as far apart as nothing.
  if (bound <= 0) return 1
  const swaps = swapsOf(pairs.length)
  const hits = swappedSums(
    pairs.map(({ a, b }) => [a.hits, b.hits]),
    swaps,
  )
  const of = swappedSums(
    pairs.map(({ a, b }) => [a.of, b.of]),
    swaps,
  )
  let asFar = 0
  for (let at = 0; at < PERMUTATIONS; at += 1) {
    const left = shareOf(hits.left[at], of.left[at])
    const right = shareOf(hits.both - (hits.left[at] ?? 0), of.both - (of.left[at] ?? 0))
    if (Math.abs(right - left) >= bound) asFar += 1
  }
  return (1 + asFar) / (1 + PERMUTATIONS)
}

type SwappedSums = {
  /** of the left side, in each permutation; the rest is on the right */
  readonly left: Float64Array
  readonly both: number
}

/** Case by case, each added to all permutations in one go. A case with the same number on both sides adds it once. */
function swappedSums(sides: readonly (readonly [number, number])[], swaps: Uint8Array): SwappedSums {
  const left = new Float64Array(PERMUTATIONS).fill(sides.reduce((sum, [a]) => sum + a, 0))
  sides.forEach(([a, b], index) => {
    if (a !== b) addTimes(left, b - a, swaps, index * PERMUTATIONS)
  })
  return { left, both: sides.reduce((sum, [a, b]) => sum + a + b, 0) }
}

function addTimes(sums: Float64Array, value: number, swaps: Uint8Array, from: number): void {
  for (let at = 0; at < PERMUTATIONS; at += 1) sums[at] = (sums[at] ?? 0) + (swaps[from + at] ?? 0) * value
}

const shareOf = (hits = 0, of = 0): number => (of === 0 ? 0 : hits / of)

/** The last ones: a comparison asks for the same number of pairs again and again. Of 5,000 pairs they are 10 MB. */
let last = { pairs: 0, swaps: new Uint8Array(0) }

/** Permutations drawn at once. Of one permutation the places in `swaps` lie far apart: written one by one, each waits for memory. */
const DRAWN_AT_ONCE = 20

/** 1 where a case is swapped, case after case, in each permutation. The same for the same number of cases. */
function swapsOf(pairs: number): Uint8Array {
  if (last.pairs === pairs) return last.swaps
  const chance = seededChance(BOOTSTRAP.seed)
  const swaps = new Uint8Array(PERMUTATIONS * pairs)
  const drawn = new Uint8Array(DRAWN_AT_ONCE * pairs)
  for (let from = 0; from < PERMUTATIONS; from += DRAWN_AT_ONCE) {
    for (let at = 0; at < drawn.length; at += 1) drawn[at] = chance.next() < 0.5 ? 1 : 0
    for (let index = 0; index < pairs; index += 1)
      for (let draw = 0; draw < DRAWN_AT_ONCE; draw += 1)
        swaps[index * PERMUTATIONS + from + draw] = drawn[draw * pairs + index] ?? 0
  }
  last = { pairs, swaps }
  return swaps
}
