import { MONTHS, SHORT_MONTHS, WEEKDAYS } from '../calendar-words.ts'
import { DIGITS, numberOf, ORDINAL_WORD, WORD_COUNT, WORD_NUMBER } from '../number-words.ts'
import type { ReckonedDay, Said, TimeUnit } from './figure.ts'

/** One way to write a figure. `read` gives what the groups of a match say, or null where it says nothing. The text is folded. */
export type Notation = {
  readonly pattern: RegExp
  readonly read: (groups: Readonly<Record<string, string>>, found: RegExpExecArray) => Said | null
}
// Every quantifier is bounded: a megabyte of anything costs a small constant per character.
const notation = (pattern: string, read: Notation['read']): Notation => ({
  pattern: new RegExp(pattern, 'gu'),
  read,
})
const NOT_BEHIND_NUMBER = '(?<![\\d.,])'
const anyOf = (words: readonly string[]): string => words.join('|')

const MONTH_NAMES: ReadonlyMap<string, number> = new Map(
  [SHORT_MONTHS, MONTHS.en, MONTHS.es, MONTHS.es.map((name) => name.slice(0, 3))].flatMap((names) =>
    names.map((name, at) => [name.toLowerCase(), at + 1] as const),
  ),
).set('sept', 9)
const MONTH = `(?<m>${anyOf([...MONTH_NAMES.keys()].sort((a, b) => b.length - a.length))})`
// A word only with "of": "may I first" is no day, and "first may I" neither.
const NTH = '(?<d>\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '(?:\\.?,?\\s{1,3}(?:de\\s|of\\s|del\\s)?(?<y>\\d{4})\\b)?'

const DATES: readonly Notation[] = [
  '\\b(?<y>\\d{4})-(?<m>\\d{2})-(?<d>\\d{2})\\b',
  '\\b(?<d>\\d{1,2})[./](?<m>\\d{1,2})[./](?<y>\\d{4}|\\d{2})\\b',
  `\\b${MONTH}\\.?\\s{1,3}${NTH}(?!\\w|:)${YEAR}`,
  `\\b${NTH}\\.?\\s{1,3}(?:of\\s{1,3}|de\\s)?${MONTH}\\b${YEAR}`,
  `\\b(?<d>${ORDINAL_WORD})\\s{1,3}(?:of|de)\\s{1,3}${MONTH}\\b${YEAR}`,
].map((pattern) =>
  notation(pattern, ({ y, m = '', d = '' }, [said]) => {
    const year = y === undefined ? null : Number(y.length === 2 ? `20${y}` : y)
    const [month, day] = [MONTH_NAMES.get(m) ?? Number(m), numberOf(d)]
    const either = [
      { year, month, day },
      ...(/\d[./]\d/.test(said) ? [{ year, month: day, day: month }] : []),
    ]
    const days = either.filter((one) => one.month > 0 && one.month < 13 && one.day > 0 && one.day < 32)
    return days.length === 0 ? null : { kind: 'day', days }
  }),
)

const RECKONED: readonly (readonly [pattern: string, day: ReckonedDay])[] = [
  ['today|hoy', { daysAhead: 0 }],
  ['tomorrow|manana', { daysAhead: 1 }],
  ['next (?:working|business) day|siguiente dia (?:laborable|habil)', { nextWorkingDay: true }],
  [
    '(?:first(?: day)?|1st(?: day)?|start|beginning) of next month|primer dia del (?:proximo mes|mes que viene)',
    { fromStartOfNextMonth: 0 },
  ],
  ['(?:end|last day) of (?:this|the) month', { fromStartOfNextMonth: -1 }],
  ...WEEKDAYS.en.map((name, weekday) => [name, { weekday }] as const),
]

const UNITS: readonly (readonly [unit: TimeUnit, forms: string])[] = [
  ['minute', 'minutes?|mins?|minutos?'],
  ['hour', 'hours?|hrs?|h(?! \\d)|horas?'],
  ['day', 'days?|dias?'],
  ['week', 'weeks?|semanas?'],
  ['month', 'months?|mes(?:es)?'],
  ['year', 'years?|anos?'],
]
const UNIT = UNITS.map(([unit, forms]) => `(?<${unit}>${forms})`).join('|')
const QUALIFIER = '(?:working|business|bank|calendar|full|whole|more|natural)[\\s-]{1,2}'
const WORKING = /working|business|bank|laborable|habil/
const CALENDAR = /calendar|natural/
const COUNT = `${DIGITS}|${WORD_COUNT}`

const SPAN = notation(
  `(?<![\\p{L}\\p{N}_]|\\d[.,])(?<from>${COUNT})(?:\\s{0,4}(?:-|to|or|and|a|o|y)\\s{0,4}(?<to>${COUNT}))?(?:\\s{1,4}|-|(?<=\\d))(?:${QUALIFIER})?(?:${UNIT})\\b(?:\\s(?:laborables?|habiles?|naturales))?`,
  ({ from = '', to = from, ...forms }, { 0: said, index, input }) => ({
    kind: 'span',
    from: numberOf(from),
    to: numberOf(to),
    unit: UNITS.find(([unit]) => forms[unit] !== undefined)?.[0] ?? 'day',
    days: WORKING.test(said) ? 'working' : CALENDAR.test(said) ? 'calendar' : 'open',
    isAhead: to === from && /\bin $/.test(input.slice(Math.max(0, index - 4), index)),
  }),
)
const HALF_HOUR = notation('\\b(?:half an hour|half-hour|media hora)\\b', () => ({
  kind: 'span',
  from: 30,
  to: 30,
  unit: 'minute',
  days: 'open',
  isAhead: false,
}))

const MONEY: readonly Notation[] = [
  `(?<currency>[€$£]|\\b(?:eur|usd|gbp))\\s?(?<sum>${DIGITS})`,
  `${NOT_BEHIND_NUMBER}(?<sum>${DIGITS})\\s?(?<currency>[€$£]|(?:eur|usd|gbp|euros?|dollars?|dolares|pounds?|libras?)\\b)`,
  `\\b(?<sum>${WORD_NUMBER})[\\s-]{1,2}(?<currency>euros?|dollars?|pounds?)\\b`,
].map((pattern) =>
  notation(pattern, ({ sum = '', currency = '' }) => ({
    kind: 'money',
    value: numberOf(sum),
    unit: /^(?:€|eur)/.test(currency) ? 'EUR' : /^(?:\$|usd|d)/.test(currency) ? 'USD' : 'GBP',
  })),
)

const CLOCK = notation(
  "\\b\\d{1,2}(?::\\d{2})?\\s?(?:a\\.?m\\.?|p\\.?m\\.?|o'clock)(?![a-z])",
  (_, [said]) => ({
    kind: 'clock',
    value: said.replace(/[\s.]/g, ''),
  }),
)
const PERCENTAGE = notation(
  `${NOT_BEHIND_NUMBER}(?<share>\\d{1,3}(?:[.,]\\d{1,2})?)\\s?(?:%|percent\\b|per cent\\b)`,
  ({ share = '' }) => ({ kind: 'percentage', value: numberOf(share) }),
)
const QUANTITY = notation(
  '(?<![\\d.,-])(?<count>\\d{1,5})\\s?(?<unit>kg|kilos?|kilograms?|gb|gigabytes?|litres?|liters?|km|kilomet(?:re|er)s?)\\b',
  ({ count = '', unit = '' }) => ({ kind: 'quantity', value: Number(count), unit }),
)
const ORDINAL = notation(
  `(?<![\\p{L}\\p{N}_.,#])(?:(?<nth>\\d{1,4})(?:st|nd|rd|th)|(?<word>${ORDINAL_WORD}))(?![\\p{L}\\p{N}_])`,
  ({ nth, word = '' }) => ({ kind: 'ordinal', value: numberOf(nth ?? word) }),
)

/** A number as part of anything, and the whole of it where no other notation knows it. */
export const NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}_.,#])(?:${DIGITS}(?=(?:st|nd|rd|th)?(?![\\p{L}\\p{N}_]))|(?:${WORD_NUMBER}|${ORDINAL_WORD})(?![\\p{L}\\p{N}_]))`,
  'gu',
)

/** Every way in which figures are written, in order: what one has read is not there for the next. */
export const NOTATIONS: readonly Notation[] = [
  ...DATES,
  ...RECKONED.map(([pattern, day]) => notation(`\\b(?:${pattern})\\b`, () => ({ kind: 'day', days: [day] }))),
  HALF_HOUR,
  SPAN,
  ...MONEY,
  CLOCK,
  PERCENTAGE,
  QUANTITY,
  ORDINAL,
  {
    pattern: NUMBER,
    read: (_, { 0: said, index, input }) => ({
      kind: 'number',
      value: numberOf(said),
      isAlone:
        !'/#_-'.includes(input[index - 1] ?? ' ') &&
        !JOINS.test(input.slice(index + said.length, index + said.length + 2)),
    }),
  },
]
const JOINS = /^(?:[/_]|[-.,:]\d)/
