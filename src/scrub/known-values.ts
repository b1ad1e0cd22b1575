import { fold } from '../text/fold.ts'
import type { Finding, PersonalKind } from './finding.ts'
import { isCommonWord } from './first-names.ts'

/** Rows of records as they are, whatever their columns are called. */
export type Rows = readonly Readonly<Record<string, unknown>>[]

/** What records know, prepared to be looked for. */
export type KnownValues = {
  /** letters and digits only, folded: order numbers, phones, accounts, e-mails in any grouping */
  readonly codes: readonly { readonly code: string; readonly kind: PersonalKind }[]
  /** the words of each person's name */
  readonly persons: readonly (readonly string[])[]
  readonly streets: readonly string[]
  /** day, month, year */
  readonly births: readonly (readonly [number, number, number])[]
}

export function knownIn(rows: Rows): KnownValues {
  const known = {
    codes: [] as { code: string; kind: PersonalKind }[],
    persons: [] as string[][],
    streets: [] as string[],
    births: [] as (readonly [number, number, number])[],
  }
  for (const row of rows)
    for (const [column, cell] of Object.entries(row)) {
      if (typeof cell !== 'string' && typeof cell !== 'number') continue
      take(known, column, String(cell))
    }
  return known
}

type Building = {
  readonly codes: { code: string; kind: PersonalKind }[]
  readonly persons: string[][]
  readonly streets: string[]
  readonly births: (readonly [number, number, number])[]
}

const BIRTH_COLUMN = /dob|birth|geb|nac|naiss/i
const ADDRESS_COLUMN = /addr|adres|direc|domic|unit|street|calle|stra|anschrift|wohn/i
const PERSON_COLUMN =
  /name|nom|pax|guest|tenant|holder|customer|client|kunde|titular|passenger|patient|guardian|buyer|seller|learner|insured|policyholder|contact_person|alumn|tutor|fahrgast|versichert|inhaber|anschluss|antragsteller|kind|parent|enfant|voyageur|asegurad|comparecient|empfänger|mieter|gast|owner|user_full/i
const PHONE_COLUMN = /phone|tel|mobile|msisdn|handy|movil|móvil|cell|fax/i

function take(known: Building, column: string, cell: string): void {
  const digits = cell.replace(/\D/g, '')
  if (BIRTH_COLUMN.test(column) && datesIn(cell).length > 0) {
    known.births.push(...datesIn(cell))
    return
  }
  if (cell.includes('@')) known.codes.push({ code: codeOf(cell), kind: 'email' })
  else if (ADDRESS_COLUMN.test(column) && /\d/.test(cell) && /\p{L}{3}/u.test(cell))
    known.streets.push(streetOf(cell))
  else if (isNameLike(cell) && (PERSON_COLUMN.test(column) || cell.trim().split(/[ /]/).length > 1))
    known.persons.push(nameWords(cell))
  else if (
    digits.length >= 3 &&
    /^[\p{L}\p{N} ./_()+#-]{4,40}$/u.test(cell) &&
    !/^\d{4}-\d\d-\d\d$/.test(cell)
  )
    known.codes.push(...codesOf(column, cell, digits))
  else if (/_/.test(cell) || /^[A-Z0-9]{5,8}$/.test(cell))
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

const isNameLike = (cell: string): boolean =>
  /^[\p{L}'’.,/ -]{2,60}$/u.test(cell) && /\p{Lu}/u.test(cell) && cell.split(/[ /]/).length <= 7

const NO_PART =
  /^(?:st|mr|mrs|ms|miss|dr|prof|herr|frau|sr|sra|d|dna|don|mme|m|mlle|baby|mit|drei|f|von|van|der|den|de|la|le|las|los|del|di|da|y|und|et|and|du|des|familie|zu|geb)$/

const nameWords = (cell: string): string[] =>
  fold(cell)
    .split(/[^a-z'-]+/)
    .filter((word) => word.length > 1 && !NO_PART.test(word))

const streetOf = (cell: string): string =>
  fold(cell.split(',').find((part) => /\d/.test(part) && /\p{L}{5}/u.test(part)) ?? cell).trim()

const MONTHS = [
  'jan',
  'feb|fev',
  'mar|mae|mar',
  'apr|avr|abr',
  'may|mai|may',
  'jun|juin',
  'jul|juil',
  'aug|aou|ago',
  'sep',
  'oct|okt',
  'nov',
  'dec|dez|dic',
]

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
    const month = MONTHS.findIndex((names) => names.split('|').some((name) => word.startsWith(name)))
    if (month >= 0) found.push([Number(day), month + 1, Number(year)])
  }
  return found
}

/** What the records know, in one text. */
export function findKnown(text: string, known: KnownValues): readonly Finding[] {
  return [
    ...findCodes(text, known),
    ...findStreets(text, known),
    ...known.persons.flatMap((words) => findName(text, words)),
  ]
}

function findCodes(text: string, { codes }: KnownValues): readonly Finding[] {
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

function findStreets(text: string, { streets }: KnownValues): readonly Finding[] {
  const folded = fold(text)
  return streets.flatMap((street): readonly Finding[] => {
    const from = folded.indexOf(street)
    return street.length < 5 || from < 0
      ? []
      : [{ from, to: from + street.length, kind: 'address', known: true }]
  })
}

/** The whole name or part of it: a first name, a surname, an initial and a surname. */
function findName(text: string, words: readonly string[]): readonly Finding[] {
  const folded = fold(text)
  const parts = [...words].sort((a, b) => b.length - a.length).map(escaped)
  if (parts.length === 0) return []
  const any = `(?:${parts.join('|')})`
  const between = String.raw`(?:[ -]|, | (?:de|la|las|los|del|van|von|der|den|y|mac|o) ?){1,3}`
  const initial = String.raw`(?:[a-z](?:[-.][a-z])?\.? (?:(?:de|van|von|der|den|mac|la) ){0,3})`
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}@._])(?:${initial})?(?:(?:van|von|de|del|della|der|den|d['’]) ?(?:la |las |los |der |den )?)?${any}(?:${between}${any})*(?![\p{L}\p{N}@_]|-\p{L}|\.\p{L})`,
    'gu',
  )
  return [...folded.matchAll(pattern)].flatMap((match): readonly Finding[] => {
    const from = match.index
    const to = from + match[0].length
    return isMeant(text, from, to) ? [{ from, to, kind: 'person', known: true }] : []
  })
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** "le renard du parc", "vor dem Wolf": an article makes it a word. */
const AFTER_ARTICLE =
  /(?:^|[^a-z])(?:the|an?|le|la|les|un|une|du|des|el|los|las|una|del|der|die|das|den|dem|ein|eine|einen|einem) $/

/** A name that is also a word must be written as a name. */
function isMeant(text: string, from: number, to: number): boolean {
  const said = text.slice(from, to)
  const words = said.split(/[ -]/).filter((word) => word.length > 1)
  if (!/\p{Lu}/u.test(said) && !/(?:^|[.!?]\s+|\n)\p{Ll}/u.test(text)) return false
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
