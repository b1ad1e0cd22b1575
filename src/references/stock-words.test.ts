import { expect, test } from 'vitest'
import { languageOf } from '../text/languages.ts'
import { stockWordsOf } from './stock-words.ts'

const saidIn = (language: string): string => {
  const { leak, ...said } = stockWordsOf(language)
  return Object.values(said).join(' ')
}

test.each(['en', 'es'])('at a desk in %s instruments speak it', (language) => {
  expect(languageOf(saidIn(language))).toBe(language)
})

test('where nobody wrote the language, they speak English', () => {
  expect(stockWordsOf('fi')).toBe(stockWordsOf('en'))
})
