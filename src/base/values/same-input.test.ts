import { expect, test } from 'vitest'
import { isSameInput } from './same-input.ts'

test.each([
  [{ a: 1, b: null }, { a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [{ ids: ['x', 'y'] }, { ids: ['y', 'x'] }, true],
  [{ ids: ['x', 'y'], to: ['1', '2'] }, { ids: ['y', 'x'], to: ['2', '1'] }, true],
  [{ ids: ['x', 'y'], to: ['1', '2'] }, { ids: ['x', 'y'], to: ['2', '1'] }, false],
  [{ legs: [{ no: 'A1', from: 'X' }] }, { legs: [{ no: 'A1' }] }, true],
  [{ legs: [{ no: 'A1' }] }, { legs: [{ no: 'A1', from: 'X' }] }, false],
] as const)('%j does what %j does: %s', (made, expected, same) => {
  expect(isSameInput(made, expected)).toBe(same)
})
