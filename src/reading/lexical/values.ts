import type { Json } from '../../base/values/json.ts'
import { remember } from './remember.ts'

const VALUE =
  /[a-z0-9._%+-]+@[a-z0-9.-]+|[a-z]{1,5}-?\d[\da-z-]*\d|(?:[$€£]\s?|(?:eur|usd|gbp)\s)\d[\d.,]*|\d[\d.,]*\s?(?:[$€£%]|eur\b|euros?\b|usd\b|dollars?\b|gbp\b|pounds?\b|percent\b)|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|(?:\d{1,2}(?:st|nd|rd|th)?\.? (?:of )?)(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?: \d{4})?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|\d[\d,. ]*\d|\d/g

/** Figures, ids, sums, dates and addresses of mail as they stand in folded words. */
export const valuesIn = (folded: string): string[] =>
  HAS_VALUE.test(folded) ? (folded.match(VALUE) ?? []).map((value) => value.trim()) : []
const HAS_VALUE = /[\d@]/

/** What was said or shown so far, by the name it was shown under: a column, an argument. */
export type KnownValues = {
  /** every question put to `countIn` and its answer: what a reading took from the values */
  readonly asked: readonly AskedValues[]
  /** how many of these names have a value that stands in the words */
  readonly countIn: (folded: string, names: ReadonlySet<string>) => number
}

export type AskedValues = {
  readonly folded: string
  readonly names: ReadonlySet<string>
  readonly count: number
}

export function knownValues(seen: readonly Json[]): KnownValues {
  const asked: AskedValues[] = []
  return {
    asked,
    countIn: (folded, names) => {
      const count = countOf(folded, names, seen)
      asked.push({ folded, names, count })
      return count
    },
  }
}

/** Would all these questions have the same answers after other things were said and shown? */
export const answersAlike = (asked: readonly AskedValues[], seen: readonly Json[]): boolean =>
  asked.every(({ folded, names, count }) => countOf(folded, names, seen) === count)

function countOf(folded: string, names: ReadonlySet<string>, seen: readonly Json[]): number {
  const text = squeezedMessage(folded)
  const found = new Set<string>()
  for (const one of seen) {
    if (typeof one !== 'object' || one === null) continue
    for (const name of namesIn(text, shownBy(one))) if (names.has(name)) found.add(name)
  }
  return found.size
}

/** The names of whose values one stands in the words: nearly always few, and asked for several times in a row. */
function namesIn(text: string, shown: Shown): readonly string[] {
  if (shown.text !== text) {
    shown.text = text
    shown.names = []
    for (const [name, values] of shown.values)
      if (values.some((value) => text.includes(value))) shown.names.push(name)
  }
  return shown.names
}

type Shown = {
  readonly values: readonly (readonly [name: string, values: readonly string[]])[]
  /** the words asked about last, and the names found in them */
  text: string | null
  names: string[]
}

const cache = new WeakMap<object, Shown>()

/** Made once for each thing that was shown, at the first question: every later message is asked about it again. */
function shownBy(one: Json & object): Shown {
  const known = cache.get(one)
  if (known !== undefined) return known
  const values = [...valuesByName(one)].map(([name, each]) => [name, [...each]] as const)
  const made: Shown = { values, text: null, names: [] }
  cache.set(one, made)
  return made
}

function valuesByName(shown: Json & object): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = new Map<string, Set<string>>()
  const add = (name: string, value: Json): void => {
    if (value === null || typeof value === 'boolean') return
    if (typeof value === 'object') {
      if (Array.isArray(value)) for (const one of value) add(name, one)
      else for (const [key, one] of Object.entries(value)) add(key, one)
      return
    }
    for (const text of writtenAs(String(value).toLowerCase()))
      if (text.length > 1) byName.set(name, (byName.get(name) ?? new Set()).add(text))
  }
  add('', shown)
  return byName
}

const ISO_DAY = /^\d{4}-(\d\d)-(\d\d)/
const LONG_MONTHS =
  'january february march april may june july august september october november december'.split(' ')
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** A value as it may stand in words: a day of the records is said as "7 March" or "March 7th". */
function writtenAs(value: string): readonly string[] {
  const { 1: month, 2: day } = ISO_DAY.exec(value) ?? []
  const name = MONTHS[Number(month) - 1]
  if (name === undefined) return [squeezed(value)]
  const number = String(Number(day))
  return [
    squeezed(value),
    ...['', 'st', 'nd', 'rd', 'th'].map((end) => `${number}${end}${name}`),
    `${name}${number}`,
    `${LONG_MONTHS[Number(month) - 1]}${number}`,
  ]
}

/** Ids and numbers are compared across grouping: "07700 900109" is 07700900109. */
const squeezed = (text: string): string => text.replace(/[^a-z0-9]+/g, '')
const squeezedMessage = remember(squeezed, 8)

const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    twelve: '12',
    fourteen: '14',
    fifteen: '15',
    twenty: '20',
    thirty: '30',
    sixty: '60',
    ninety: '90',
    hundred: '100',
    dos: '2',
    tres: '3',
    cuatro: '4',
    cinco: '5',
    seis: '6',
    siete: '7',
    ocho: '8',
    nueve: '9',
    diez: '10',
    catorce: '14',
    quince: '15',
    veinte: '20',
    treinta: '30',
    cien: '100',
    deux: '2',
    trois: '3',
    quatre: '4',
    cinq: '5',
    sept: '7',
    huit: '8',
    neuf: '9',
    dix: '10',
    quatorze: '14',
    quinze: '15',
    vingt: '20',
    trente: '30',
    cent: '100',
    zwei: '2',
    drei: '3',
    vier: '4',
    funf: '5',
    sechs: '6',
    sieben: '7',
    acht: '8',
    neun: '9',
    zehn: '10',
    vierzehn: '14',
    funfzehn: '15',
    zwanzig: '20',
    dreisig: '30',
    hundert: '100',
  }),
)

/** Figures of folded words, numbers written out among them: "within thirty days" is within 30 days. */
export const figuresIn = (folded: string): readonly string[] =>
  (folded.match(/\d+|[a-z]+/g) ?? []).flatMap((word) =>
    /^\d/.test(word) ? word : (NUMBER_WORDS.get(word) ?? []),
  )
