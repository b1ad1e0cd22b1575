import { expect, test } from 'vitest'
import { numberOf } from './number-words.ts'

test('numbers by digit and by word, in the four languages', () => {
  expect(['7', 'seven', 'siete', 'sept', 'sieben'].map(numberOf)).toEqual([7, 7, 7, 7, 7])
  expect(['fünf', 'zwölf', 'dreißig', 'trente'].map(numberOf)).toEqual([5, 12, 30, 30])
  expect(numberOf('forty-five')).toBe(45)
  expect(numberOf('several')).toBeUndefined()
})
