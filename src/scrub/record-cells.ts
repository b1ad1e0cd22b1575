import { fold } from '../text/fold.ts'
import { isCommonWord, isFirstName } from './first-names.ts'

const PERSON_COLUMN =
  /name|nom|pax|guest|tenant|holder|customer|client|kunde|titular|passenger|patient|guardian|buyer|seller|learner|insured|policyholder|contact_person|alumn|tutor|fahrgast|versichert|inhaber|anschluss|antragsteller|kind|parent|enfant|voyageur|asegurad|comparecient|empfänger|mieter|gast|owner|user_full/i

/** One word in the form of a program's own names: `cancel_order`, `in_transit`, `WRONG_ITEM`, `tier_2`. */
export const isIdentifier = (cell: string): boolean => /^\p{L}+(?:_(?:\p{L}+|\d))+$/u.test(cell)

const USER_COLUMN =
  /user|login|nick|handle|alias|pseudo|usuari|nutzer|screen_name|profile|account|compte|cuenta|konto|member|mitglied/i

/** `anna_karg`, unlike `in_transit`: its column says so, or it begins with a first name or holds a number. */
export const isUserName = (column: string, cell: string): boolean =>
  /^[\p{L}\p{N}.-]*_[\p{L}\p{N}_.-]*$/u.test(cell) &&
  ((column !== 'kind' && (USER_COLUMN.test(column) || PERSON_COLUMN.test(column)) && !holdsThings(column)) ||
    !isIdentifier(cell) ||
    startsWithName(cell))

const startsWithName = (cell: string): boolean => {
  const [first = ''] = cell.split('_')
  return isFirstName(first) && !isCommonWord(first)
}

/** `QXKLMN` where bookings have their codes; `SHIPPED` elsewhere is a word. */
export const isBookingCode = (column: string, cell: string): boolean =>
  /^[A-Z0-9]{5,8}$/.test(cell) && (/\d/.test(cell) || CODE_COLUMN.test(column))
const CODE_COLUMN =
  /^(?!.*(?:status|state|country|currency|reason|error|lang)).*(?:code|pnr|ref|book|buchung|locat|locali|reserv|r[eé]sa|conf|record|dossier|number|n[uú]m|ticket|(?:^|_)(?:id|nr|no)$)/i

/** Several words, each with a capital, unless the column holds things: "Out for delivery" is nobody. */
export const isPersonCell = (column: string, cell: string): boolean =>
  isNameLike(cell) &&
  !holdsThings(column) &&
  (PERSON_COLUMN.test(column) || cell.trim().split(/[ /]/).length > 1)

/** What a column is for is its last word, besides "name": `product_name`, `orderStatus`; but `product_owner` is a person. */
export function holdsThings(column: string): boolean {
  const words = column.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u).map((word) => word.toLowerCase())
  return THINGS.has(words.findLast((word) => word !== 'name' && word !== '') ?? '')
}
const THINGS: ReadonlySet<string> = new Set(
  `product item article plan tool function file event course brand model category status state stage step tier level type method reason
   action role title topic city town country currency color colour size carrier service
   intent flag segment mode channel source code field table language locale priority`.split(/\s+/),
)

const isNameLike = (cell: string): boolean =>
  /^[\p{L}'’.,/ -]{2,60}$/u.test(cell) &&
  /\p{Lu}/u.test(cell) &&
  cell.split(/[ /]/).length <= 7 &&
  cell.split(/[ /,]+/).every((word) => !/^\p{Ll}/u.test(word) || NO_PART.test(fold(word)))

/** What stands in names without being one. */
export const NO_PART =
  /^(?:st|mr|mrs|ms|miss|dr|prof|herr|frau|sr|sra|d|dna|don|mme|m|mlle|baby|mit|drei|f|von|van|der|den|de|la|le|las|los|del|di|da|y|und|et|and|du|des|familie|zu|geb)$/
