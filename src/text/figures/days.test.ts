import { expect, test } from 'vitest'
import { namesDay, sayDate, withIsoDays } from './days.ts'

const TODAY = '2026-05-12'

test.each([
  ['on 1 June', '2026-06-01'],
  ['on June 1st, 2026', '2026-06-01'],
  ['el 1 de junio de 2026', '2026-06-01'],
  ['2026-06-01', '2026-06-01'],
  ['01/06/2026', '2026-06-01'],
  ['from the first of next month', '2026-06-01'],
  ['on the next working day', '2026-05-13'],
  ['tomorrow', '2026-05-13'],
  ['on Monday', '2026-05-18'],
])('%s names %s', (text, day) => expect(namesDay(text, day, TODAY)).toBe(true))

test.each([
  ['on 2 June', '2026-06-01'],
  ['on 1 June 2025', '2026-06-01'],
  ['next month', '2026-06-01'],
  ['tomorrow', '2026-05-14'],
])('%s does not name %s', (text, day) => expect(namesDay(text, day, TODAY)).toBe(false))

test('the next working day after a Friday is the Monday', () => {
  expect(namesDay('on the next working day', '2026-05-18', '2026-05-15')).toBe(true)
})

test('a day is said as people say it', () => expect(sayDate('1957-03-19')).toBe('19 March 1957'))

test('what is said can be read back, in every month', () => {
  for (let month = 1; month <= 12; month += 1) {
    const iso = `2026-${String(month).padStart(2, '0')}-07`
    expect(withIsoDays(`It was ${sayDate(iso)}, I think.`)).toBe(`It was ${iso}, I think.`)
  }
  expect(withIsoDays('7 boxes 2026')).toBe('7 boxes 2026')
})
