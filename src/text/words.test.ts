import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsWord, wordsIn, wordsOf } from './words.ts'

test.each([
  ["I don't e-mail, customers' 2nd try!", 'none', ['I', 'don', 't', 'e', 'mail', 'customers', '2nd', 'try']],
  ["I don't e-mail, customers' 2nd try!", 'marks', ['I', "don't", 'e-mail', 'customers', '2nd', 'try']],
  ['l’été – über-Größe', 'marks', ['l’été', 'über-Größe']],
  ['--- ... 😀 ⚠️', 'marks', []],
  ['in_transit', 'none', ['in', 'transit']],
] as const)('%j with %s inside', (text, inside, words) => expect(wordsOf(text, { inside })).toEqual(words))

test('spans lead back to the words, in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      for (const inside of ['none', 'marks'] as const) {
        const words = wordsIn(text, { inside })
        expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(wordsOf(text, { inside }))
        expect(words.every(({ start }, at) => start >= (words[at - 1]?.end ?? 0))).toBe(true)
      }
    }),
  )
})

test('a text of signs holds no word', () => {
  expect(['...', '', '😀', 'x', '٣'].map(holdsWord)).toEqual([false, false, false, true, true])
})
