import { expect, test } from 'vitest'
import { flatMap } from './flat-map.ts'

test('puts together what each item gives, in order', () => {
  expect(flatMap([1, 2, 3], (item) => (item === 2 ? [] : [item, item * 10]))).toEqual([1, 10, 3, 30])
})

test('takes anything that can be gone through, and counts', () => {
  expect(flatMap(new Set(['a', 'b']), (item, at) => [`${item}${at}`])).toEqual(['a0', 'b1'])
})
