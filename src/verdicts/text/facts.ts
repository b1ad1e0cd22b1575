import { memoText } from '../../base/memo.ts'
import { dayNumberOf } from '../../base/values/iso-date.ts'
import { amountOf } from '../../text/amounts.ts'

/** A checkable thing a message states: kind and its value in one spelling, so that "7 March" equals "2026-03-07". */
export type Fact = { readonly kind: FactKind; readonly value: string; readonly said: string }
export type FactKind =
  | 'link'
  | 'identifier'
  | 'date'
  | 'amount'
  | 'percent'
  | 'duration'
  /** a number of something that is no money and no time: kilograms, gigabytes */
  | 'quantity'
  /** a time of day */
  | 'clock'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const NUMBER_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
]
const TENS: Readonly<Record<string, number>> = {
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
}
const WORD_VALUES: ReadonlyMap<string, number> = new Map([
  ...NUMBER_WORDS.map((word, value) => [word, value] as const),
  ...Object.entries(TENS),
])
const COUNT = `(?:\\d{1,4}|${[...WORD_VALUES.keys()].join('|')})`

// Every quantifier is bounded: a megabyte of anything costs a small constant per character.
const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"')\]]{1,300}/gi
const IDENTIFIER = /\b[A-Z]{1,6}[-_#]?\d{2,12}(?:-\d{1,8})?\b|\b\d{5,20}\b/g
const ISO_DATE = /\b\d{4}-\d{2}-\d{2}\b/g
const POINT_DATE = /\b(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})\b/g
const MONTH_DAY = new RegExp(
  `\\b(${MONTH})\\.?\\s{1,3}(\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,?\\s{1,3}(\\d{4})\\b)?`,
  'gi',
)
const DAY_MONTH = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s{1,3}(?:of\\s{1,3})?(${MONTH})\\b(?:,?\\s{1,3}(\\d{4})\\b)?`,
  'gi',
)
const DATES = [ISO_DATE, POINT_DATE, MONTH_DAY, DAY_MONTH]
const AMOUNT =
  /[€$£]\s?(\d{1,3}(?:[.,]\d{3}){0,3}(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,2})?)(?!\d)|(?<![\d.,])(\d{1,3}(?:[.,]\d{3}){1,3}(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,2})?)\s?(?:€|£|\$|EUR\b|USD\b|GBP\b|euros?\b|dollars?\b|pounds?\b)/gi
const PERCENT = /(?<![\d.,])(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:%|percent\b|per cent\b)/gi
const DURATION = new RegExp(
  `\\b(${COUNT})(?:\\s?(?:-|–|to|or)\\s?(${COUNT}))?[\\s-](?:(?:working|business|calendar|full|more)\\s)?(minute|hour|day|week|month|year)s?\\b`,
  'gi',
)
const QUANTITY =
  /(?<![\d.,-])(\d{1,5})\s?(?:kg|kilos?|kilograms?|gb|gigabytes?|litres?|liters?|km|kilomet(?:re|er)s?)\b/gi
const CLOCK = /\b\d{1,2}(?::\d{2})?\s?(?:a\.?m\.?|p\.?m\.?|o[’']clock)(?![a-z])/gi
const MAY_BE_QUANTITY = /\d\s?(?:k|g|l|a\.?m|p\.?m|o[’'])|\d:\d/i
/** "a fee of 5.70": a sum needs no currency where its pence are written. */
const BARE_SUM = /\d[.,]\d{2}(?!\d)/
const BARE_SUMS =
  /(?<![\p{L}\p{N}.,/€$£:-]|[€$£]\s)(\d{1,6}[.,]\d{2})(?![\p{N}%]|[.,/:-]\p{N}|\s?(?:€|£|\$|%|EUR\b|USD\b|GBP\b|euros?\b|dollars?\b|pounds?\b|percent\b|per cent\b))/giu
const AMOUNT_IN_WORDS = new RegExp(
  `\\b((?:(?:${[...WORD_VALUES.keys()].join('|')}|thousand|and)[\\s-]{1,2}){1,8})(?:euros?|dollars?|pounds?)\\b`,
  'gi',
)
const DIGIT = /\d/
// One cheap look before several dear ones: most messages state nothing of the kind.
const MAY_BE_DATE = /\d[-./]\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i
const MAY_BE_MONEY = /[€$£%]|\b(?:eur|usd|gbp|dollar|pound|per ?cent)/i
const MAY_BE_SPAN = /minute|hour|day|week|month|year/i

const HOURS: Readonly<Record<string, number>> = {
  minute: 1 / 60,
  hour: 1,
  day: 24,
  week: 168,
  month: 720,
  year: 8760,
}

/** More different facts than this in one text are no statement any more; the rest is not looked at. */
const FACTS_MAX = 200

/** All checkable things in a text, each once, in linear time. */
export const factsIn = memoText((text): readonly Fact[] => {
  const found = allFactsIn(text)
  if (found.length < 2) return found
  const once = new Map(found.map((each) => [`${each.kind}:${each.value}`, each]))
  return [...once.values()].slice(0, FACTS_MAX)
})

function allFactsIn(text: string): readonly Fact[] {
  // Without a digit only a span in words can stand there, or a link.
  if (!DIGIT.test(text)) return [...linksIn(text), ...durationsIn(text), ...figuresIn(text)]
  const links = linksIn(text)
  const rest = links.length === 0 ? text : text.replace(LINK, ' ')
  const dates = MAY_BE_DATE.test(rest) ? [...datesIn(rest)] : []
  const undated = dates.length === 0 ? rest : DATES.reduce((left, date) => left.replace(date, ' '), rest)
  return [...links, ...dates, ...figuresIn(undated), ...durationsIn(undated), ...identifiersIn(undated)]
}

function figuresIn(text: string): readonly Fact[] {
  const bare = BARE_SUM.test(text)
    ? [...text.matchAll(BARE_SUMS)].map(([said, value]) =>
        fact('amount', String(amountOf(value ?? '')), said),
      )
    : []
  const others = MAY_BE_QUANTITY.test(text)
    ? [
        ...[...text.matchAll(QUANTITY)].map(([said, value]) => fact('quantity', value ?? '', said)),
        ...[...text.matchAll(CLOCK)].map(([said]) =>
          fact('clock', said.toLowerCase().replace(/[\s.]/g, ''), said),
        ),
      ]
    : []
  if (!MAY_BE_MONEY.test(text)) return [...bare, ...others]
  return [
    ...bare,
    ...others,
    ...[...text.matchAll(AMOUNT_IN_WORDS)].map(([said, words]) =>
      fact('amount', String(numberInWords(words ?? '')), said),
    ),
    ...[...text.matchAll(AMOUNT)].map(([said, a, b]) => fact('amount', String(amountOf(a ?? b ?? '')), said)),
    ...[...text.matchAll(PERCENT)].map(([said, value]) =>
      fact('percent', String(amountOf(value ?? '')), said),
    ),
  ]
}

const identifiersIn = (text: string): readonly Fact[] =>
  [...text.matchAll(IDENTIFIER)].map(([said]) => fact('identifier', identifierOf(said), said))

const linksIn = (text: string): readonly Fact[] =>
  text.includes('://') || text.includes('www.')
    ? [...text.matchAll(LINK)].map(([said]) =>
        fact('link', said.toLowerCase().replace(/[.,;:!?/]{1,9}$/, ''), said),
      )
    : []

const fact = (kind: FactKind, value: string, said: string): Fact => ({ kind, value, said: said.trim() })

export const identifierOf = (said: string): string => said.replace(/[-_#]/g, '').toUpperCase()

function* datesIn(text: string): Iterable<Fact> {
  for (const [said] of text.matchAll(ISO_DATE))
    if (dayNumberOf(said) !== null) yield fact('date', said.slice(5), said)
  for (const [said, a = '', b = ''] of text.matchAll(POINT_DATE))
    yield fact('date', `${pad(b)}-${pad(a)}|${pad(a)}-${pad(b)}`, said)
  for (const [said, month = '', day = ''] of text.matchAll(MONTH_DAY))
    yield fact('date', monthDay(month, day), said)
  for (const [said, day = '', month = ''] of text.matchAll(DAY_MONTH))
    yield fact('date', monthDay(month, day), said)
}

const pad = (digits: string): string => digits.padStart(2, '0')
const monthDay = (month: string, day: string): string =>
  `${pad(String(MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1))}-${pad(day)}`

function* durationsIn(text: string): Iterable<Fact> {
  if (!MAY_BE_SPAN.test(text)) return
  for (const [said, from = '', to, unit = 'day'] of text.matchAll(DURATION)) {
    for (const count of to === undefined ? [from] : [from, to]) {
      yield fact('duration', String(countOf(count) * (HOURS[unit.toLowerCase()] ?? 1)), said)
    }
  }
}

/** "three hundred and ten" */
function numberInWords(words: string): number {
  let [total, part] = [0, 0]
  for (const word of words.toLowerCase().split(/[\s-]+/)) {
    const value = WORD_VALUES.get(word)
    if (word === 'hundred') part = Math.max(part, 1) * 100
    else if (word === 'thousand') [total, part] = [total + Math.max(part, 1) * 1000, 0]
    else if (value !== undefined) part += value
  }
  return total + part
}

const countOf = (said: string): number => WORD_VALUES.get(said.toLowerCase()) ?? Number(said)
