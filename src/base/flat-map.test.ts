import { expect, test } from 'vitest'

test('puts together what each item gives, in order', () => {
  expect([1, 2, 3].flatMap((item) => (item === 2 ? [] : [item, item * 10]))).toEqual([1, 10, 3, 30])
})

test('takes anything that can be gone through, and counts', () => {
  expect([...new Set(['a', 'b'])].flatMap((item, at) => [`${item}${at}`])).toEqual(['a0', 'b1'])
})
