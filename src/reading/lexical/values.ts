import { memo, memoText } from '../../base/memo.ts'
import type { Json } from '../../base/values/json.ts'

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

/** The questions put about the same words. */
export type AskedValues = {
  readonly folded: string
  /** its letters and figures */
  readonly squeezed: string
  readonly counts: Map<ReadonlySet<string>, number>
}

export function knownValues(seen: readonly Json[]): KnownValues {
  const asked: AskedValues[] = []
  const about = (folded: string): AskedValues => {
    const known = asked.find((one) => one.folded === folded)
    if (known !== undefined) return known
    const made = { folded, squeezed: squeezed(folded), counts: new Map<ReadonlySet<string>, number>() }
    asked.push(made)
    return made
  }
  return {
    asked,
    countIn: (folded, names) => {
      const { squeezed: text, counts } = about(folded)
      const known = counts.get(names)
      if (known !== undefined) return known
      const count = countAmong(namesShown(text, seen), names)
      counts.set(names, count)
      return count
    },
  }
}

/** Would all these questions have the same answers after other things were said and shown? */
export function answersAlike(asked: readonly AskedValues[], seen: readonly Json[]): boolean {
  for (const { squeezed: text, counts } of asked) {
    const shown = namesShown(text, seen)
    for (const [names, count] of counts) if (countAmong(shown, names) !== count) return false
  }
  return true
}

function countAmong(shown: ReadonlySet<string>, names: ReadonlySet<string>): number {
  let count = 0
  for (const name of shown) if (names.has(name)) count += 1
  return count
}

const NONE: ReadonlySet<string> = new Set()

/** The names under which a value was shown that stands in the words. */
function namesShown(text: string, seen: readonly Json[]): ReadonlySet<string> {
  let found: Set<string> | undefined
  for (const one of seen) {
    if (typeof one !== 'object' || one === null) continue
    for (const name of shownBy(one).namesIn(text)) {
      found ??= new Set()
      found.add(name)
    }
  }
  return found ?? NONE
}

/** One thing that was shown: the names of whose values one stands in the words. Nearly always few. */
type Shown = { readonly namesIn: (text: string) => readonly string[] }

/** Tools show the same in many trials, each time as another object: it is searched for values once. */
const shownBy = memo((one: Json & object): Shown => shownAs(JSON.stringify(one)))
const shownAs = memoText((written): Shown => createShown(JSON.parse(written)), 256)

function createShown(one: Json & object): Shown {
  const all = [...valuesByName(one)].map(([name, values]) => ({ name, values: [...values] }))
  return {
    namesIn: memoText(
      (text) =>
        all.filter(({ values }) => values.some((value) => text.includes(value))).map(({ name }) => name),
      TEXTS_MAX,
    ),
  }
}
const TEXTS_MAX = 16

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
