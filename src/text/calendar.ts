import { memoText } from '../base/memo.ts'
import { dayNumberOf, isoDateOf } from '../base/values/iso-date.ts'
import { fold } from './fold.ts'
import { NUMBER_PATTERN, numberOf } from './number-words.ts'

/** A day as somebody names it; without a year it is that day of any year. */
export type NamedDay = { readonly year: number | null; readonly month: number; readonly day: number }

const MONTH_NAMES: readonly string[] = [
  'jan(?:uary)?|ener?o?',
  'feb(?:ruary|rero)?',
  'mar(?:ch|zo)?',
  'apr(?:il)?|abr(?:il)?',
  'may|mayo',
  'june?|junio',
  'july?|julio',
  'aug(?:ust)?|ago(?:sto)?',
  'sept?(?:ember|iembre)?',
  'oct(?:ober|ubre)?',
  'nov(?:ember|iembre)?',
  'dec(?:ember)?|dic(?:iembre)?',
]
const MONTH = MONTH_NAMES.join('|')
const YEAR = '(?:,?\\s{1,2}(?:de\\s|of\\s|del\\s)?(\\d{4})\\b)?'
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/g
const POINTS = /\b(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})\b/g
const DAY_MONTH = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?\\s{1,2}(?:of\\s|de\\s)?(${MONTH})\\b\\.?${YEAR}`,
  'g',
)
const MONTH_DAY = new RegExp(`\\b(${MONTH})\\.?\\s{1,2}(\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)${YEAR}`, 'g')

/** The days a text names by a date, in any usual form. `03/04` can be two of them. */
export const namedDaysIn = memoText((text): readonly NamedDay[] => {
  const folded = fold(text)
  return [
    ...Array.from(folded.matchAll(ISO), ([, y, m, d]) => named(y, Number(m), d)),
    ...Array.from(folded.matchAll(POINTS)).flatMap(([, a, b, y = '']) => {
      const year = y.length === 2 ? `20${y}` : y
      return [named(year, Number(b), a), named(year, Number(a), b)]
    }),
    ...Array.from(folded.matchAll(DAY_MONTH), ([, d, m = '', y]) => named(y, monthOf(m), d)),
    ...Array.from(folded.matchAll(MONTH_DAY), ([, m = '', d, y]) => named(y, monthOf(m), d)),
  ].filter(({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31)
})

const monthOf = (name: string): number =>
  MONTH_NAMES.findIndex((forms) => new RegExp(`^(?:${forms})$`).test(name)) + 1

const named = (year: string | undefined, month: number, day: string | undefined): NamedDay => ({
  year: year === undefined ? null : Number(year),
  month,
  day: Number(day),
})

type Reckoned = (today: number, found: RegExpMatchArray) => number

/** Days that are named by what they are to today. */
const CALENDAR_WORDS: readonly (readonly [words: RegExp, reckoned: Reckoned])[] = [
  [/\b(?:today|hoy)\b/g, (today) => today],
  [/\b(?:tomorrow|manana)\b/g, (today) => today + 1],
  [/\b(?:next (?:working|business) day|siguiente dia (?:laborable|habil))\b/g, nextWorkingDay],
  [
    /\b(?:first(?: day)? of next month|1st(?: day)? of next month|start of next month|beginning of next month|primer dia del (?:proximo mes|mes que viene))\b/g,
    (today) => firstOfMonth(today, 1),
  ],
  [
    /\b(?:end of (?:this|the) month|last day of (?:this|the) month)\b/g,
    (today) => firstOfMonth(today, 1) - 1,
  ],
  [
    new RegExp(`\\bin (${NUMBER_PATTERN}) (?:calendar )?days?\\b`, 'g'),
    (today, [, count = '']) => today + (numberOf(count) ?? 0),
  ],
]
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const WEEKDAY = new RegExp(`\\b(${WEEKDAYS.join('|')})\\b`, 'g')

/** The days a text names by calendar words, reckoned from today: "the first of next month", "tomorrow", "on Monday". */
export function reckonedDaysIn(text: string, today: string): readonly string[] {
  if (!mayReckon(text).is) return []
  const now = dayNumberOf(today)
  if (now === null) return []
  const folded = fold(text)
  const words = CALENDAR_WORDS.flatMap(([pattern, reckoned]) =>
    Array.from(folded.matchAll(pattern), (found) => isoDateOf(reckoned(now, found))),
  )
  const weekdays = Array.from(folded.matchAll(WEEKDAY), ([, name = '']) => {
    const ahead = (WEEKDAYS.indexOf(name) - weekdayOf(now) + 7) % 7
    return isoDateOf(now + (ahead === 0 ? 7 : ahead))
  })
  return [...words, ...weekdays]
}

/** Most texts hold no calendar word, and are asked about one day after the other. */
const mayReckon = memoText((text) => {
  const folded = fold(text)
  return { is: folded.search(WEEKDAY) >= 0 || CALENDAR_WORDS.some(([words]) => folded.search(words) >= 0) }
})

/** Is this day named in the text, by a date or by calendar words? */
export function namesDay(text: string, day: string, today: string): boolean {
  const [year, month, date] = day.split('-').map(Number)
  return (
    reckonedDaysIn(text, today).includes(day) ||
    namedDaysIn(text).some(
      (one) => one.month === month && one.day === date && (one.year === null || one.year === year),
    )
  )
}

/** 0 is Monday: 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

function nextWorkingDay(today: number): number {
  const weekday = weekdayOf(today)
  return today + (weekday >= 4 ? 7 - weekday : 1)
}

function firstOfMonth(today: number, ahead: number): number {
  const [year = 1970, month = 1] = isoDateOf(today).split('-').map(Number)
  return Date.UTC(year, month - 1 + ahead, 1) / 86_400_000
}
