import { expect, test } from 'vitest'
import { holdsWord, wordsOf } from './words.ts'

test.each([
  ["I don't e-mail, customers' 2nd try!", 'none', ['I', 'don', 't', 'e', 'mail', 'customers', '2nd', 'try']],
  ["I don't e-mail, customers' 2nd try!", 'marks', ['I', "don't", 'e-mail', 'customers', '2nd', 'try']],
  ['l’été – über-Größe', 'marks', ['l’été', 'über-Größe']],
  ['--- ... 😀 ⚠️', 'marks', []],
  ['in_transit', 'none', ['in', 'transit']],
] as const)('%j with %s inside', (text, inside, words) => expect(wordsOf(text, { inside })).toEqual(words))

test('a text of signs holds no word', () => {
  expect(['...', '', '😀', 'x', '٣'].map(holdsWord)).toEqual([false, false, false, true, true])
})
