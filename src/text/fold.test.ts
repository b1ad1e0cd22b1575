import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, foldCase, lowerInPlace, straighten } from './fold.ts'

test.each([
  ['Café Über NAÏVE ñ', 'cafe uber naive n'],
  ['“Don’t” ‘now’ «là»', `"don't" 'now' "la"`],
  ['a–b—c‑d‐e−f', 'a-b-c-d-e-f'],
  ['ＡＢＣ　１２３！', 'abc 123!'],
  ['one\r\ntwo\tthree\u2028four\u00a0five', 'one\n\ntwo three\nfour five'],
  ['Straße Øl Łódź', 'strase ol lodz'],
  ['한국어 日本語 😀 Привет', '한국어 日本語 😀 привет'],
])('%j is folded', (text, folded) => expect(fold(text)).toBe(folded))

test('every character stays where it was, and folding twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(fold(text).length).toBe(text.length)
      expect(fold(fold(text))).toBe(fold(text))
      expect(straighten(text).length).toBe(text.length)
    }),
  )
})

test('a letter that grows in lower case moves nothing', () => {
  expect(lowerInPlace('İSTANBUL Bus')).toBe(' stanbul bus')
})

test('only quotes and dashes are straightened', () => {
  expect(straighten('“Ça” – l’été…')).toBe(`"Ça" - l'été…`)
})

test('case and white space make no difference to a wording', () => {
  expect(foldCase('  We  ARE\n\tsorry.\u00a0 ')).toBe('we are sorry.')
  expect(foldCase('“Été”')).toBe('“été”')
})
