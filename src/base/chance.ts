import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** A stream of chance that is an argument: the same seed gives the same stream, on every machine. */
export type Chance = {
  /** uniform in [0, 1) */
  readonly next: () => number
  /** true with probability p */
  readonly hits: (p: number) => boolean
  /** one of the items, each as likely; the list must not be empty */
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  /** an integer from 0 to n - 1 */
  readonly below: (n: number) => number
}

export function seededChance(seed: number): Chance {
  const generator = xoroshiro128plus(seed)
  const next = () => uniformFloat64(generator)
  const below = (n: number) => Math.floor(next() * n)
  return { next, hits: (p) => next() < p, pick: (items) => items[below(items.length)] ?? items[0], below }
}

/** A 32-bit seed from words: streams for different purposes of one trial must not run in step. */
export function seedFrom(...words: readonly (string | number)[]): number {
  const text = words.join('\u0001')
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0
    // A character of two units counts once.
    if (point > 0xffff) at += 1
    hash = Math.imul(hash ^ point, 0x01000193)
  }
  // Murmur's finalizer: FNV alone leaves near-equal words with near-equal streams.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
