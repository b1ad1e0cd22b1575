import { expect, test } from 'vitest'
import { passHatK } from './pass-k.ts'

test('pass^k of one case is the share of k-subsets that all pass, by enumeration', () => {
  const outcomes = [true, true, false, true, false, true]
  const subsets = (k: number): boolean[][] => {
    const all: boolean[][] = []
    for (let mask = 0; mask < 1 << outcomes.length; mask += 1) {
      const picked = outcomes.filter((_, i) => mask & (1 << i))
      if (picked.length === k) all.push(picked)
    }
    return all
  }
  for (const k of [1, 2, 3, 4, 5]) {
    const sets = subsets(k)
    const expected = sets.filter((set) => set.every(Boolean)).length / sets.length
    expect(passHatK([{ right: 4, judged: 6 }], k)).toBeCloseTo(expected, 12)
  }
})

test('a case with fewer than k trials says nothing about pass^k', () => {
  expect(passHatK([{ right: 2, judged: 2 }], 3)).toBeUndefined()
})
