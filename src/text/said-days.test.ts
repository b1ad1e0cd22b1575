import { expect, test } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { sayDate, withIsoDays } from './said-days.ts'

test.each([
  ['en', '19 March 1957'],
  ['es', '19 de marzo de 1957'],
  ['pt', '19 March 1957'],
])('%s: %s', (language, said) => {
  expect(sayDate('1957-03-19', language)).toBe(said)
})

test('what is said can be read back, in every language and month', () => {
  for (const language of LANGUAGES)
    for (let month = 1; month <= 12; month += 1) {
      const iso = `2026-${String(month).padStart(2, '0')}-07`
      expect(withIsoDays(`It was ${sayDate(iso, language)}, I think.`)).toBe(`It was ${iso}, I think.`)
    }
  expect(withIsoDays('7 boxes 2026')).toBe('7 boxes 2026')
})
