import { expect, test } from 'vitest'
import { numberOf } from './number-words.ts'

test('numbers by digit and by word, in both languages', () => {
  expect(['7', 'seven', 'siete'].map(numberOf)).toEqual([7, 7, 7])
  expect(['dieciséis', 'treinta'].map(numberOf)).toEqual([16, 30])
  expect(numberOf('forty-five')).toBe(45)
  expect(numberOf('several')).toBeUndefined()
})
