import { MONTH_BEGINNINGS } from '../text/calendar-words.ts'
import { fold } from '../text/fold.ts'
import { endOfAddress, findAddresses } from './addresses.ts'
import type { Finding, PersonalKind } from './finding.ts'
import { isCommonWord } from './first-names.ts'
import { isBookingCode, isPersonCell, isUserName, NO_PART } from './record-cells.ts'

/** The texts of records, whatever their columns are called. */
export type Rows = readonly Readonly<Record<string, string>>[]

/** What records know, prepared to be looked for. */
export type KnownValues = {
  /** letters and digits only, folded: order numbers, phones, accounts, e-mails in any grouping */
  readonly codes: readonly { readonly code: string; readonly kind: PersonalKind }[]
  /** the words of each person's name */
  readonly persons: readonly (readonly string[])[]
  /** the words and numbers of each address */
  readonly addresses: readonly ReadonlySet<string>[]
  /** day, month, year */
  readonly births: readonly (readonly [number, number, number])[]
}

export function knownIn(rows: Rows): KnownValues {
  const known: Building = { codes: [], persons: [], addresses: [], births: [] }
  for (const row of rows) for (const [column, cell] of Object.entries(row)) take(known, column, cell)
  return known
}

type Building = { readonly [Kind in keyof KnownValues]: KnownValues[Kind][number][] }

const BIRTH_COLUMN = /dob|birth|geb|nac|naiss/i
const ADDRESS_COLUMN = /addr|adres|direc|domic|unit|street|calle|stra|anschrift|wohn/i
const PHONE_COLUMN = /phone|tel|mobile|msisdn|handy|movil|móvil|cell|fax/i

function take(known: Building, column: string, cell: string): void {
  const digits = cell.replace(/\D/g, '')
  if (BIRTH_COLUMN.test(column) && datesIn(cell).length > 0) {
    known.births.push(...datesIn(cell))
    return
  }
  if (cell.includes('@')) {
    known.codes.push({ code: codeOf(cell), kind: 'email' })
    const named = nameWords(cell.split('@')[0] ?? '').filter((word) => word.length > 3 && !isCommonWord(word))
    if (named.length > 1) known.persons.push(named)
  } else if (
    /\p{L}{3}/u.test(cell) &&
    ((ADDRESS_COLUMN.test(column) && /\d|,/.test(cell)) || findAddresses(cell).length > 0)
  )
    known.addresses.push(new Set(addressWords(cell).map(({ word }) => word)))
  else if (isPersonCell(column, cell)) known.persons.push(nameWords(cell))
  else if (
    digits.length >= 3 &&
    /^[\p{L}\p{N} ./_()+#-]{4,40}$/u.test(cell) &&
    !/^\d{4}-\d\d-\d\d$/.test(cell)
  )
    known.codes.push(...codesOf(column, cell, digits))
  else if (isUserName(column, cell) || isBookingCode(column, cell))
    known.codes.push({ code: codeOf(cell), kind: 'id' })
}

function codesOf(
  column: string,
  cell: string,
  digits: string,
): readonly { code: string; kind: PersonalKind }[] {
  if (PHONE_COLUMN.test(column) || /^\+/.test(cell)) {
    // The same number with and without its country: the last eight digits tell it.
    return [{ code: digits.slice(-8), kind: 'phone' }]
  }
  const bare = codeOf(cell)
  // A prefix in words may be left out: GPRN 1123 448.
  const numbers = cell.replace(/^[\p{L}]+[ .:]+/u, '')
  return [bare, codeOf(numbers)].map((code) => ({ code, kind: 'id' as const }))
}

/** Letters and digits, folded, with the place of each in the text. */
export function bareText(text: string): { readonly bare: string; readonly at: readonly number[] } {
  const folded = fold(text)
  let bare = ''
  const at: number[] = []
  for (let index = 0; index < folded.length; index += 1) {
    const character = folded[index] ?? ''
    if (!/[a-z0-9]/.test(character)) continue
    bare += character
    at.push(index)
  }
  return { bare, at }
}
const codeOf = (cell: string): string => bareText(cell).bare

const nameWords = (cell: string): string[] =>
  fold(cell)
    .split(/[^a-z'-]+/)
    .filter((word) => word.length > 1 && !NO_PART.test(word))

/** The words and numbers of an address, a kind of street in one form: Rd and Road, Str. and Straße are the same. */
function addressWords(
  text: string,
): readonly { readonly word: string; readonly from: number; readonly to: number }[] {
  return [...fold(text).matchAll(/[a-z]+(?:'[a-z]+)*|\d+[a-z]?(?![a-z])/g)].flatMap((match) => {
    const [said] = match
    const from = match.index
    const street = /^(?<name>[a-z]{3,}?)(?:strasse|straße|str)$/.exec(said)?.groups?.['name']
    const word = street === undefined ? (STREET_KINDS.get(said) ?? said) : `${street}str`
    return [{ word, from, to: from + said.length }]
  })
}

const STREET_KINDS: ReadonlyMap<string, string> = new Map(
  [
    'road rd',
    'street st',
    'avenue ave av avda avenida',
    'lane ln',
    'drive dr',
    'court ct',
    'square sq',
    'place pl plaza pza plaça',
    'boulevard bd blvd',
    'apartment apt appt',
    'calle c',
    'paseo p',
    'chemin ch',
    'impasse imp',
    'strasse str',
    'platz pl',
  ].flatMap((kinds) => {
    const [first = '', ...others] = kinds.split(' ')
    return others.map((other) => [other, first] as const)
  }),
)

/** Every reading of a date as day, month, year. */
export function datesIn(text: string): readonly (readonly [number, number, number])[] {
  const found: (readonly [number, number, number])[] = []
  for (const [, year = '', month = '', day = ''] of text.matchAll(/(\d{4})-(\d{1,2})-(\d{1,2})/g))
    found.push([Number(day), Number(month), Number(year)])
  for (const [, a = '', b = '', year = ''] of text.matchAll(
    /(?<!\d)(\d{1,2})[./ -](\d{1,2})[./ -](\d{4}|\d{2})(?!\d)/g,
  ))
    found.push([Number(a), Number(b), Number(year)], [Number(b), Number(a), Number(year)])
  for (const [, day = '', word = '', year = ''] of fold(text).matchAll(
    /(\d{1,2})(?:st|nd|rd|th|er|\.)?(?: of| de)? ?([a-z]{3,})\.?,?(?: de)? ?'?(\d{4}|\d{2})/g,
  )) {
    const month = MONTH_BEGINNINGS.findIndex((names) => names.some((name) => word.startsWith(name)))
    if (month >= 0) found.push([Number(day), month + 1, Number(year)])
  }
  return found
}

/** What the records know, in one text. */
export function findKnown(text: string, known: KnownValues): readonly Finding[] {
  return [
    ...findCodes(text, known.codes),
    ...findRecordedAddresses(text, known),
    ...known.persons.flatMap((words) => findName(text, words)),
  ]
}

/** Codes in any grouping. */
export function findCodes(text: string, codes: KnownValues['codes']): readonly Finding[] {
  const { bare, at } = bareText(text)
  return codes.flatMap(({ code, kind }): readonly Finding[] => {
    if (code.length < 4) return []
    const found: Finding[] = []
    for (let place = bare.indexOf(code); place >= 0; place = bare.indexOf(code, place + 1)) {
      const from = widened(text, at[place] ?? 0, /^\d{8,}$/.test(code) ? 'phone' : kind)
      const to = (at[place + code.length - 1] ?? 0) + 1
      const inside = text.slice(from, to)
      const isWhole = !/[\p{L}\p{N}]$/u.test(text.slice(0, from)) && !/^[\p{L}\p{N}]/u.test(text.slice(to))
      if (isWhole && inside.length <= code.length * 2 + 6 && !inside.includes('\n'))
        found.push({ from, to, kind, known: true })
    }
    return found
  })
}

/** A phone is known by its last digits: the country and the area stand before them. */
function widened(text: string, from: number, kind: PersonalKind): number {
  if (kind !== 'phone') return from
  const before = /(?:\+|00)?[\d ()./–-]*$/u.exec(text.slice(0, from))
  const digits = before?.[0].trimStart() ?? ''
  return from - digits.length
}

/**
 * A run of words that a recorded address has, in its order or not: at least two of them, one of which says something by
 * itself. "41 Birch Lane" is not "14 Birch Lane", and still tells where to look, so that a number of its own is taken in too.
 */
function findRecordedAddresses(text: string, { addresses }: KnownValues): readonly Finding[] {
  const words = addressWords(text)
  return addresses.flatMap((known) => {
    const found: Finding[] = []
    let run: (typeof words)[number][] = []
    const close = (): void => {
      while (run.length > 0 && isLink(run.at(-1)?.word ?? '')) run.pop()
      const [first, last] = [run[0], run.at(-1)]
      const own = run.filter(({ word }) => known.has(word) && !isLink(word))
      const tells = own.some(({ word }) => /^[a-z]{4,}$/.test(word) && !STREET_WORDS.has(word))
      if (first !== undefined && last !== undefined && own.length > 1 && tells)
        found.push({ from: first.from, to: endOfAddress(text, last.to), kind: 'address', known: true })
      run = []
    }
    for (const one of words) {
      const before = run.at(-1)
      if (before !== undefined && !/^[^\p{L}\p{N}.!?]{0,3}\.? ?$/u.test(text.slice(before.to, one.from)))
        close()
      if (known.has(one.word) || /^\d/.test(one.word) || (run.length > 0 && isLink(one.word))) run.push(one)
      else close()
    }
    close()
    return found
  })
}

const isLink = (word: string): boolean =>
  /^(?:de|la|las|los|del|du|des|le|les|der|den|dem|am|an|of|the|y|d|l|n)$/.test(word)
const STREET_WORDS: ReadonlySet<string> = new Set([
  ...STREET_KINDS.values(),
  ...'flat unit floor house piso planta bajo stock etage'.split(' '),
])

/** The whole name or part of it: a first name, a surname, an initial and a surname. */
function findName(text: string, words: readonly string[]): readonly Finding[] {
  const folded = fold(text)
  const parts = [...words].sort((a, b) => b.length - a.length).map(escaped)
  if (parts.length === 0) return []
  const any = `(?:${parts.join('|')})`
  const between = String.raw`(?:[ -]|, | (?:de|la|las|los|del|van|von|der|den|y|mac|o) ?){1,3}`
  const initial = String.raw`(?:[a-z](?:[-.][a-z])?\.? (?:(?:de|van|von|der|den|mac|la) ){0,3})`
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}@._])(?:(?<!['’])${initial})?(?:(?:van|von|de|del|della|der|den|d['’]) ?(?:la |las |los |der |den )?)?${any}(?:${between}${any})*(?=s?(?![\p{L}\p{N}@_]|-\p{L}|\.\p{L}))`,
    'gu',
  )
  return [...folded.matchAll(pattern)].flatMap((match): readonly Finding[] => {
    const from =
      match.index - (INTRODUCED_AS.exec(folded.slice(0, match.index))?.groups?.['first']?.length ?? 0)
    const to = match.index + match[0].length
    return isMeant(text, from, to) ? [{ from, to, kind: 'person', known: true }] : []
  })
}

/** "soy salva reina": a short form before the recorded surname. */
const INTRODUCED_AS =
  /(?:soy|somos|je suis|ich bin|i am|i'm|im|name is|name|me llamo|appelle|hier ist|this is|hola|hallo|bonjour) (?<first>[a-z]{3,} )$/

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** "le renard du parc", "vor dem Wolf": an article makes it a word. */
const AFTER_ARTICLE =
  /(?:^|[^a-z])(?:the|an?|le|la|les|un|une|du|des|el|los|las|una|del|der|die|das|den|dem|ein|eine|einen|einem) $/

/** A name that is also a word must be written as a name. */
function isMeant(text: string, from: number, to: number): boolean {
  const said = text.slice(from, to)
  const words = said.split(/[ -]/).filter((word) => word.length > 1 && !NO_PART.test(fold(word)))
  if (!/\p{Lu}/u.test(said) && !/(?:^|[.!?]\s+|\n)\p{Ll}/u.test(text) && words.some(isCommonWord))
    return false
  const isPlainWord = AFTER_ARTICLE.test(fold(text.slice(Math.max(0, from - 8), from))) && words.length === 1
  if (isPlainWord && (!/\p{Lu}/u.test(said) || isCommonWord(said))) return false
  if (words.length > 1 && words.some((word) => !isCommonWord(word))) return true
  if (!words.every(isCommonWord)) return true
  const isCapital = /^\p{Lu}/u.test(said)
  if (!isCapital)
    return (
      /^:/.test(text.slice(to)) ||
      !/^(?:will|can|may|mark|rose|grace|joy|mar|sol|luz|mine|ende|rein|max)$/.test(fold(said))
    )
  const after = text.slice(to)
  // "Amber glass lamp", "Will you": another word follows at once.
  return words.length > 1 || !/^ \p{Ll}{3,}/u.test(after) || !/(?:^|[.!?\n] ?)$/u.test(text.slice(0, from))
}
