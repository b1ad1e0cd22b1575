import { expect, test } from 'vitest'
import { HEADS, PLACED } from '../../../tools/reader/trained/kinds-of-heads.ts'
import {
  bestOf,
  noBest,
  SECOND,
  SECOND_NAMES,
  secondLook,
} from '../../../tools/reader/trained/second-look.ts'

const look = (logits: Readonly<Record<string, readonly number[]>>) =>
  PLACED.map((kind) => Float32Array.from(logits[kind] ?? [-8, -8]))
const heads = new Float32Array(2 * HEADS.length)

test('a pair is told what its sister sentences and the last message do at its place, and at places linked to it', () => {
  const units = [look({ tell: [3, -8] }), look({ decline: [-1, 2] })]
  const last = look({ claim: [-8, 4] })
  const links = Float32Array.from([0, 0.5, 0.5, 0])
  const rows = secondLook({ units, heads: [heads, heads] }, { last, all: last }, 2, links)
  const at = (unit: number, place: number, name: string): number =>
    rows[unit]?.[place * SECOND + SECOND_NAMES.indexOf(name)] ?? Number.NaN
  expect(rows[0]).toHaveLength(2 * SECOND)
  expect(SECOND_NAMES).toHaveLength(SECOND)
  expect(at(1, 0, 'sister sentences: tell')).toBe(3)
  expect(at(1, 0, 'sentence before: tell')).toBe(3)
  expect(at(0, 0, 'next sentence: decline')).toBe(-1)
  expect(at(1, 0, 'rival: decline')).toBe(2)
  expect(at(1, 1, 'rival: decline')).toBe(-1)
  expect(at(0, 1, 'last message: claim')).toBe(4)
  expect(at(0, 0, 'linked before: claim')).toBeCloseTo(0.5 / (1 + Math.exp(-4)), 5)
  expect(at(0, 1, 'was the likeliest of the last message: claim')).toBe(1)
  expect(at(0, 0, 'was the likeliest of the last message: claim')).toBe(0)
})

test('the best of several messages, place by place', () => {
  const best = bestOf(2, [noBest(2), look({ tell: [1, -2] }), look({ tell: [0, 5] })])
  expect([...(best[PLACED.indexOf('tell')] ?? [])]).toEqual([1, 5])
  expect([...(best[PLACED.indexOf('claim')] ?? [])]).toEqual([-8, -8])
})
