import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { assert } from '../../src/base/assert.ts'

/** Chance from one number: the same seed throws the same dice. */
export type Dice = RandomGenerator
export const dice = (seed: number): Dice => xoroshiro128plus(seed)

export const between = (rng: Dice, low: number, high: number): number => uniformInt(rng, low, high)
export const chance = (rng: Dice, percent: number): boolean => uniformInt(rng, 1, 100) <= percent

export function pick<T>(rng: Dice, from: readonly T[]): T {
  const found = from[uniformInt(rng, 0, from.length - 1)]
  assert(found !== undefined, 'picked from nothing')
  return found
}

/** one of the keys, as often as its weight says */
export function weighted<Key extends string>(rng: Dice, weights: Readonly<Record<Key, number>>): Key {
  const entries = Object.entries(weights) as [Key, number][]
  let left = uniformInt(
    rng,
    1,
    entries.reduce((sum, [, weight]) => sum + weight, 0),
  )
  for (const [key, weight] of entries) {
    left -= weight
    if (left <= 0) return key
  }
  return pick(rng, entries)[0]
}
