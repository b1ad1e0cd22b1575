import { assert } from '../base/assert.ts'
import { seededChance } from '../base/chance.ts'
import type { Cluster } from '../base/rate.ts'
import { BOOTSTRAP } from './bootstrap.ts'
import { addsExactly } from './summable.ts'

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
  const hits = swappedSums(
    Float64Array.from(pairs, ({ a }) => a.hits),
    Float64Array.from(pairs, ({ b }) => b.hits),
  )
  const of = swappedSums(
    Float64Array.from(pairs, ({ a }) => a.of),
    Float64Array.from(pairs, ({ b }) => b.of),
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

function swappedSums(a: Float64Array, b: Float64Array): SwappedSums {
  let [ofA, both] = [0, 0]
  for (let index = 0; index < a.length; index += 1) {
    ofA += a[index] ?? 0
    both = both + (a[index] ?? 0) + (b[index] ?? 0)
  }
  const more = a.map((number, index) => (b[index] ?? 0) - number)
  const left = new Float64Array(PERMUTATIONS).fill(ofA)
  if (more.every((number) => number === 0)) return { left, both }
  if (addsExactly(a, b)) addByEights(left, more)
  else addOneByOne(left, more)
  return { left, both }
}

/** Case by case, in order: sums that are rounded depend on it. */
function addOneByOne(left: Float64Array, more: Float64Array): void {
  const swaps = swapsOf(PERMUTATIONS * more.length)
  for (let at = 0; at < PERMUTATIONS; at += 1)
    for (let index = 0; index < more.length; index += 1)
      if ((eightFrom(swaps, at * more.length + index) & 1) === 1)
        left[at] = (left[at] ?? 0) + (more[index] ?? 0)
}

/** Eight cases in one go: their swaps are one of 256, and each of those is added up once for all permutations. */
function addByEights(left: Float64Array, more: Float64Array): void {
  const swaps = swapsOf(PERMUTATIONS * more.length)
  const sums = new Float64Array(256)
  for (let first = 0; first < more.length; first += 8) {
    if (more.subarray(first, first + 8).every((number) => number === 0)) continue
    // Past the last case nothing is added, whatever bits are read there.
    for (let bit = 0; bit < 8; bit += 1)
      for (let rest = 0; rest < 1 << bit; rest += 1)
        sums[(1 << bit) | rest] = (sums[rest] ?? 0) + (more[first + bit] ?? 0)
    for (let at = 0; at < PERMUTATIONS; at += 1)
      left[at] = (left[at] ?? 0) + (sums[eightFrom(swaps, at * more.length + first)] ?? 0)
  }
}

/** The eight bits from this place on. */
const eightFrom = (bits: Uint8Array, place: number): number =>
  (((bits[place >>> 3] ?? 0) | ((bits[(place >>> 3) + 1] ?? 0) << 8)) >>> (place & 7)) & 255

const shareOf = (hits = 0, of = 0): number => (of === 0 ? 0 : hits / of)

/**
 * Bit after bit: 1 where a case is swapped, permutation after permutation. Each number of cases reads the same bits from the
 * first on, so they are drawn once for all metrics, and more of them when more are asked for. Of 5,000 pairs they are 1.3 MB.
 */
let drawn = { chance: seededChance(BOOTSTRAP.seed), bits: new Uint8Array(0) }

/** A place is found by 32 bits: beyond them `eightFrom` would read other swaps, and nobody would see it. */
const BITS_MAX = 2 ** 32

/** At least so many of them. */
function swapsOf(count: number): Uint8Array {
  assert(count <= BITS_MAX, 'two agents share more cases than can be swapped')
  const { chance, bits: known } = drawn
  const length = Math.ceil(count / 8)
  if (length <= known.length) return known
  const bits = new Uint8Array(length)
  bits.set(known)
  for (let at = known.length; at < length; at += 1) {
    let eight = 0
    for (let bit = 0; bit < 8; bit += 1) if (chance.next() < 0.5) eight |= 1 << bit
    bits[at] = eight
  }
  drawn = { chance, bits }
  return bits
}
