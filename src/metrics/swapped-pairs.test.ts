import { expect, test } from 'vitest'
import { seededChance } from '../base/chance.ts'
import { BOOTSTRAP } from './bootstrap.ts'
import { type Pair, swappedAsFar } from './swapped-pairs.ts'

const PERMUTATIONS = 2000

/** The same by its definition: permutation after permutation, case after case. */
function byDefinition(pairs: readonly Pair[], difference: number): number {
  const chance = seededChance(BOOTSTRAP.seed)
  const share = (sides: readonly { hits: number; of: number }[]): number => {
    const of = sides.reduce((sum, side) => sum + side.of, 0)
    return of === 0 ? 0 : sides.reduce((sum, side) => sum + side.hits, 0) / of
  }
  let asFar = 0
  for (let at = 0; at < PERMUTATIONS; at += 1) {
    const swapped = pairs.map(({ a, b }) => (chance.next() < 0.5 ? { a: b, b: a } : { a, b }))
    const apart = share(swapped.map(({ b }) => b)) - share(swapped.map(({ a }) => a))
    if (Math.abs(apart) >= Math.abs(difference) - 1e-12) asFar += 1
  }
  return (1 + asFar) / (1 + PERMUTATIONS)
}

const pairsOf = (count: number, numberAt: (index: number) => number): readonly Pair[] =>
  Array.from({ length: count }, (_, index) => ({
    a: { hits: numberAt(index), of: 3 },
    b: { hits: numberAt(index * 7 + 1), of: index % 5 === 0 ? 2 : 3 },
  }))

test.each([
  ['whole numbers', (index: number) => index % 3],
  ['fractions whose sums are rounded', (index: number) => (index % 10) / 7],
])('swaps are those of the definition, for any number of cases in any order: %s', (_, numberAt) => {
  for (const count of [21, 64, 9, 43]) {
    const pairs = pairsOf(count, numberAt)
    for (const difference of [0.02, 0.1])
      expect(swappedAsFar(pairs, difference)).toBe(byDefinition(pairs, difference))
  }
})
