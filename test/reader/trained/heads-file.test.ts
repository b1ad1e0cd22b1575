import { expect, test } from 'vitest'
import { packHeads } from '../../../tools/reader/pack-heads.ts'
import { type Heads, unpackHeads } from '../../../tools/reader/trained/heads-file.ts'
import { BOTH, PATTERN_WEIGHTS } from '../../../tools/reader/trained/kind-heads.ts'
import { HEADS, PLACED } from '../../../tools/reader/trained/kinds-of-heads.ts'

const numbers = (count: number, seed: number): Float32Array =>
  Float32Array.from({ length: count }, (_, at) => ((at * 7919 + seed * 104729) % 2001) / 1000 - 1)
const network = (seed: number) => ({
  width: 10,
  hidden: 3,
  mean: numbers(10, seed),
  inverse: numbers(10, seed + 1),
  weights: numbers(30, seed + 2),
  bias: numbers(3, seed + 3),
  out: numbers(3, seed + 4),
  outBias: Math.fround(seed / 10),
})
const line = { slope: 1.25, shift: -0.5 }
const HEADS_LEARNED: Heads = {
  hash: 'abc',
  patterns: { bias: numbers(HEADS.length, 1), weights: numbers(PATTERN_WEIGHTS, 2) },
  states: {
    hidden: 4,
    context: 2,
    states: numbers(4 * BOTH, 3),
    statesBias: numbers(4, 4),
    looks: numbers(4 * HEADS.length, 5),
    finds: numbers(4 * HEADS.length, 6),
    mean: numbers(4 * HEADS.length, 7),
    around: numbers(2 * BOTH, 8),
    aroundBias: numbers(2, 9),
    fromAround: numbers(2 * HEADS.length, 10),
    bias: numbers(HEADS.length, 11),
  },
  first: PLACED.map((_, at) => network(at)),
  second: PLACED.map((_, at) => network(50 + at)),
  calibration: PLACED.map(() => line),
  kindCalibration: HEADS.map(() => line),
  sureFrom: 0.8,
  sureKindFrom: 0.7,
}

test('what was learned comes back as it was packed, weights to a hundredth of the greatest of their row', () => {
  const bytes = packHeads(HEADS_LEARNED)
  const read = unpackHeads(bytes)
  expect({ ...read, patterns: 0, states: 0, first: 0, second: 0 }).toEqual({
    ...HEADS_LEARNED,
    patterns: 0,
    states: 0,
    first: 0,
    second: 0,
  })
  for (const [at, value] of read.patterns.weights.entries())
    if (Math.abs(value - (HEADS_LEARNED.patterns.weights[at] ?? 0)) > 0.01)
      throw new RangeError(`weight ${at}`)
  expect(read.second[5]?.mean).toEqual(HEADS_LEARNED.second[5]?.mean)
  expect(read.second[5]?.outBias).toBe(HEADS_LEARNED.second[5]?.outBias)
  // Packed again it is the same bytes: nothing is lost twice.
  expect(Buffer.from(packHeads(unpackHeads(bytes))).equals(Buffer.from(bytes))).toBe(true)
  expect(bytes.length).toBeLessThan(750_000)
})
