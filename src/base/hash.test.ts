import { expect, test } from 'vitest'
import { hashOf, sha256, stableJson } from './hash.ts'

test('sha256 is the standard one', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('the order of members makes no difference, the order of a list does', () => {
  expect(hashOf({ a: 1, b: { d: 2, c: 3 } })).toBe(hashOf({ b: { c: 3, d: 2 }, a: 1 }))
  expect(hashOf([1, 2])).not.toBe(hashOf([2, 1]))
  expect(stableJson({ b: [{ z: 1, a: null }], a: 'x' })).toBe('{"a":"x","b":[{"a":null,"z":1}]}')
})
