import type { Finding, PersonalKind } from './finding.ts'

/** What the names of a record's members say of their values: whose they are, or that they are things. */
export function findInRecord(row: Readonly<Record<string, string>>): readonly Finding[] {
  const columns = Object.entries(row)
  const isOfPerson = columns.some(([column]) => wordsOf(column).some((word) => CONTACT.test(word)))
  return columns.flatMap(([column, cell]): readonly Finding[] => {
    const kind = kindOf(column, cell, isOfPerson)
    if (kind === 'person') return namesIn(cell).map((said) => ({ said, kind, known: true }))
    return kind === null ? [] : [{ said: cell.trim(), kind, known: true }]
  })
}

/** `flight_number`, `item_id`, `RestaurantName`: what stands there is nobody's, wherever else it stands. */
export const isOfThing = (column: string): boolean => THING.test(topicOf(column))

function kindOf(column: string, cell: string, isOfPerson: boolean): PersonalKind | null {
  const words = wordsOf(column)
  const digits = cell.replace(/\D/g, '').length
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word))
  if (isOfThing(column) || cell.length > 60 || cell.includes('@')) return null
  if (has(SECRET)) return /^[\p{L}\p{N}]{3,}$/u.test(cell) ? 'id' : null
  if (has(BIRTH)) return digits > 3 ? 'birth-date' : null
  if (has(PHONE)) return digits > 5 ? 'phone' : null
  if (has(ADDRESS)) return digits > 0 ? 'address' : null
  const isNamed = has(NAME) || PERSON.test(words.at(-1) ?? '')
  if (isNamed && (has(PERSON) || isOfPerson)) {
    if (namesIn(cell).length > 0) return 'person'
    if (/^[\p{L}\d.-]*_[\p{L}\d_.-]*$/u.test(cell)) return 'id'
  }
  return has(ID) && isCode(cell) ? 'id' : null
}

/** A name, or names in a list that somebody wrote into a text: `is_one_of(["Zoe","Ella"])`. */
const namesIn = (cell: string): readonly string[] =>
  (isName(cell) ? [cell] : [...cell.matchAll(/"([^"]+)"/g)].map(([, quoted = '']) => quoted)).filter(isName)
const isName = (said: string): boolean =>
  /^\p{Lu}[\p{L}'’.-]+(?: [\p{L}'’.-]+){0,4}$/u.test(said.trim()) && !/ \p{Ll}{4,}/u.test(said)

/** `C1001`, `M20IZO`, `IFOYYZ`, `019 EAS`, `745984883162` */
const isCode = (cell: string): boolean =>
  /^[#\p{L}\p{N}][\p{L}\p{N} ._/#-]{3,}$/u.test(cell) &&
  (/\d.*\d.*\d/.test(cell) || /^(?=.*\d)[\p{Lu}\d]{4,}$/u.test(cell) || /^[\p{Lu}]{5,8}$/u.test(cell))

const wordsOf = (column: string): readonly string[] =>
  column
    .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '')

/** What a member is about: its last word besides "name", "id" and their like. */
const topicOf = (column: string): string =>
  wordsOf(column).findLast(
    (word) => !NAME.test(word) && !/^(?:ids?|numbers?|no|nr|codes?|key)$/.test(word),
  ) ?? ''

const THING =
  /^(?:product|item|article|plan|variant|sku|flight|tool|function|file|event|course|brand|model|category|status|state|stage|step|tier|level|type|method|reason|action|title|topic|city|town|country|currency|colou?r|size|carrier|service|intent|flag|segment|mode|channel|source|field|table|language|locale|priority|room|seat|gate|version|error|promo|coupon|restaurant|hotel|venue|company|airport|store|page|attempt|car|api|date|day|time|amount|price|balance|total|currency)s?$/
const CONTACT =
  /^(?:e?mail|phone|mobile|tel|telefon\w*|tel[eé]fono|dob|birth|zip|postcode|address\d*|street|direcci[oó]n|adresse|anschrift)$/
const NAME = /name|nombre|apellido|^nom$|pr[ée]nom/
const PERSON =
  /^(?:first|last|full|given|middle|family|maiden|vorname|nachname|apellidos?|pr[ée]nom|customer|client|guest|host|driver|passenger|pax|patient|tenant|holder|owner|buyer|seller|contact|recipient|member|user|doctor|student|learner|parent|guardian|insured|caller|travell?er|employee|kunde|gast|mieter|fahrgast|inhaber|patientin|titular|cliente|pasajer[oa]|comprador|vendedor|voyageur|locataire|assur[ée]|login|username)$/
const SECRET = /^(?:pin|password|passcode|answer)$/
const BIRTH = /^(?:dob|birth\w*|geb\w*|nacimiento|naissance)$/
const PHONE = /^(?:phones?|tel|telefon\w*|tel[eé]fono|t[eé]l[eé]phone|mobile|msisdn|handy|m[oó]vil|cell|fax)$/
const ADDRESS =
  /^(?:addr|address\d*|street|zip|postal|postcode|plz|direcci[oó]n|domicilio|calle|adresse|rue|anschrift|stra(?:ß|ss)e)$/
const ID =
  /^(?:ids?|numbers?|nr|no|code|ref(?:erence)?|pnr|locator|localizador|accounts?|acct|konto|cuenta|compte|passport|licen[cs]e|plate|imei|iban|serial|tracking|last|orders?|reservations?|bookings?|tickets?|contracts?|pedidos?|reservas?|login|user|username)$/
