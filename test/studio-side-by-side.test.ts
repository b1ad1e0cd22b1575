import { expect, test } from 'vitest'
import type { Transcript } from '../src/transcript/event.ts'
import { firstDifference } from '../studio/src/data/first-difference.ts'

const talk = (...texts: readonly string[]): Transcript =>
  texts.flatMap(
    (text, at): Transcript => [
      { n: 2 * at + 1, type: 'message.sent', from: 'agent', text },
      { n: 2 * at + 2, type: 'message.understood', of: 2 * at + 1, acts: [], by: 'nobody' },
    ],
  )

test('two conversations part at the first thing said or done that differs, not at how it was understood', () => {
  expect(firstDifference(talk('a', 'b', 'c'), talk('a', 'x', 'c'))).toEqual({ a: 3, b: 3 })
  expect(firstDifference(talk('a', 'b'), talk('a', 'b', 'c'))).toEqual({ a: null, b: 5 })
  expect(firstDifference(talk('a', 'b'), talk('a', 'b'))).toBeNull()
})
