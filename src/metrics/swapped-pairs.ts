import { seededChance } from '../base/chance.ts'
import { memoText } from '../base/memo.ts'
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
  const moreHits = pairs.map(({ a, b }) => b.hits - a.hits)
  const more = pairs.map(({ a, b }) => b.of - a.of)
  const left = sumOf(pairs.map(({ a }) => a))
  const both = sumOf(pairs.flatMap(({ a, b }) => [a, b]))
  const swaps = swapsOf(PERMUTATIONS * pairs.length)
  let asFar = 0
  for (let nth = 0; nth < PERMUTATIONS; nth += 1) {
    let { hits, of } = left
    for (let index = 0; index < pairs.length; index += 1) {
      const swapped = swaps[nth * pairs.length + index] ?? 0
      hits += swapped * (moreHits[index] ?? 0)
      of += swapped * (more[index] ?? 0)
    }
    const apart = shareOf({ hits: both.hits - hits, of: both.of - of }) - shareOf({ hits, of })
    if (Math.abs(apart) >= bound) asFar += 1
  }
  return (1 + asFar) / (1 + PERMUTATIONS)
}

function sumOf(clusters: readonly Cluster[]): Cluster {
  let [hits, of] = [0, 0]
  for (const cluster of clusters) {
    hits += cluster.hits
    of += cluster.of
  }
  return { hits, of }
}

const shareOf = ({ hits, of }: Cluster): number => (of === 0 ? 0 : hits / of)

/**
 * 1 where a case is swapped, permutation after permutation. Each number of cases reads the same ones from the first on, so they
 * are drawn once for all metrics, and more of them when more are asked for. Of 5,000 pairs they are 10 MB.
 */
const drawnOf = memoText((size): Uint8Array => {
  const chance = seededChance(BOOTSTRAP.seed)
  return Uint8Array.from({ length: Number(size) }, () => (chance.next() < 0.5 ? 1 : 0))
}, 1)

/** At least so many of them. */
const swapsOf = (count: number): Uint8Array => drawnOf(String(2 ** Math.ceil(Math.log2(count + 1))))
