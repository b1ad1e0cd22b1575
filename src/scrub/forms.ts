import { MONTH_BEGINNINGS } from '../text/calendar-words.ts'
import { fold } from '../text/fold.ts'
import { findAddresses } from './addresses.ts'
import { type Finding, matches } from './finding.ts'

/** What is personal by its form alone, wherever it stands. */
export const findForms = (text: string): readonly Finding[] => [
  ...matches(text, EMAIL, 'email'),
  ...matches(text, IBAN, 'iban', isIbanLike),
  ...matches(text, CARD, 'card', (said) => passesLuhn(digitsOf(said))),
  ...matches(text, PHONE, 'phone', isPhone),
  ...matches(fold(text), DATE, 'birth-date', (said, before) => BORN.test(before) || isLongAgo(said)),
  ...matches(text, NAMED_NUMBER, 'id'),
  ...findAddresses(text),
]

/** Numbers of orders, accounts, documents, plates: in words only, since a record says itself what its numbers are. */
export const findIds = (text: string): readonly Finding[] => [
  ...matches(
    text,
    CODE,
    'id',
    (said, before) => digitsOf(said).length >= 4 && !DATE_LIKE.test(said) && !THING.test(before),
  ),
  ...matches(text, LONG, 'id', (_said, before) => !THING.test(before)),
  ...matches(text, AFTER_CUE, 'id', (said) => /\d/.test(said) || /^[A-Z]{5,8}$/.test(said)),
  ...matches(text, SECRET, 'id'),
  ...matches(text, PIN, 'id'),
  ...matches(text, PLATE, 'id'),
  ...matches(text, ZIP, 'address'),
]

/** What a question asks for, found in the answer: a number however short, a date. */
export function findAnswers(asked: string, answer: string): readonly Finding[] {
  const question = /[^.!?\n]*\?/.exec(asked)?.[0] ?? ''
  if (question === '' || answer.length > ANSWER_MAX) return []
  const isCode = (said: string, before: string): boolean =>
    !/^\d+[A-Z]{1,2}$/.test(said) && !THING.test(before)
  return [
    ...(ASKS_NUMBER.test(question) ? matches(answer, ANSWERED, 'id', isCode) : []),
    ...(BIRTH.test(question) ? matches(fold(answer), DATE, 'birth-date') : []),
  ]
}

/** Longer texts are no answers. */
const ANSWER_MAX = 160

const digitsOf = (said: string): string => said.replace(/\D/g, '')
const EDGE = String.raw`(?<![\p{L}\p{N}_@.,$€£/-]|[$€£] )`
const END = String.raw`(?![\p{L}\p{N}_]|[.,-]\d|-\p{L}| ?(?:[€$£%]|EUR|USD|euros?\b|dollars?\b))`

const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu
const IBAN =
  /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]{4}){2,7}(?: ?[A-Za-z0-9]{1,3})?(?![\p{L}\p{N}])/gu
/** Mostly digits: a word and a number in a row are no account. */
const isIbanLike = (said: string): boolean => {
  const { length } = said.replace(/ /g, '')
  return length >= 15 && length <= 34 && digitsOf(said).length >= length - 8
}

const CARD = /(?<![\p{L}\p{N}.,-])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}])/gu
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const PHONE = new RegExp(
  `${EDGE}(?:(?:\\+|00|\\(?0)[\\d ()./–-]{6,}\\d|\\(?\\d{3}[) .-]{1,2}\\d{3}[ .-]\\d{4})${END}`,
  'gu',
)
/** Lines of a company that anybody may call are nobody's. */
const isPhone = (said: string): boolean => {
  const { length } = digitsOf(said)
  return (
    length >= 8 &&
    length <= 15 &&
    !DATE_LIKE.test(said) &&
    !/^(?:\+?1[ -])?\(?(?:0?80[08]|8(?:33|44|55|66|77|88))/.test(said)
  )
}

const MONTH = String.raw`(?:${MONTH_BEGINNINGS.flat().join('|')})[a-z]*\.?`
const DATE = new RegExp(
  String.raw`(?<![\d.])(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d)|\d{1,2}(?:st|nd|rd|th|er|\.)?(?: of| de)? ${MONTH},?(?: de| del)? \d{4}|${MONTH} \d{1,2}(?:st|nd|rd|th)?,? \d{4})(?!\d)`,
  'giu',
)
const BIRTH_WORD = String.raw`(?<!\p{L})(?:dob|d\.o\.b|born|birth(?:day|date)?|geboren|geburt\p{L}*|geb\.|naissance|n[ée]e? le|nacid[oa]|naci[oó]|nacimiento)(?!\p{L})`
const BIRTH = new RegExp(BIRTH_WORD, 'iu')
const BORN = new RegExp(`${BIRTH_WORD}[^\\d\\n]{0,30}$`, 'iu')
/** A whole date of many years ago is hardly ever a date of anything but birth. */
const isLongAgo = (said: string): boolean => {
  const year = Number(/(?<!\d)\d{4}(?!\d)/.exec(said)?.[0] ?? 0)
  return year > 1900 && year <= 2010
}
const DATE_LIKE = /^(?:\d{1,2}[./ -]){2}(?:\d{4}|\d\d)$|^\d{4}-\d\d-\d\d/

/** `anna_karg_1177`, `gift_card_8887175` */
const NAMED_NUMBER = /(?<![\p{L}\p{N}_.@])\p{L}+(?:_\p{L}+)*_\d{3,}(?![\p{L}\p{N}_@])/gu
/** `RF-2024-00917`, `KX-99120-A`, `#W8665881`, `kx-99120` */
const CODE = new RegExp(
  `${EDGE}#?(?=[\\dA-Za-z/-]*\\p{L})(?:[A-Z0-9]+(?:[-/][A-Z0-9]+)*|[a-z]{1,3}(?:-\\d+)+|[a-z]{1,3}\\d{4,})${END}`,
  'gu',
)
const LONG = new RegExp(`${EDGE}\\d{7,}[A-Z]?${END}`, 'gu')
const THING =
  /(?:item|product|sku|model|artikel|art[ií]culo|article|flight|vuelo|flug|vol|version)s?(?:[ _](?:id|number|no|nr|code))?s?\W{0,6}$/iu

const CUE =
  'order|booking|reservation|ref(?:erence)?|confirmation|ticket|claim|case|policy|account|customer|member(?:ship)?|invoice|tracking|parcel|passport|licen[cs]e|plate|serial|contract|pnr|pedido|reserva|localizador|expediente|p[oó]liza|factura|contrato|cliente|dni|nie|pasaporte|matr[ií]cula|commande|dossier|r[eé]servation|contrat|facture|client|billet|colis|plaque|bestellung|buchung|auftrag|kunden|rechnung|vertrag|vorgang|kennzeichen|ausweis|sendung|pin|(?:ending|endend|termina|finissant)(?: in| auf| en| par)?'
const AFTER_CUE = new RegExp(
  `(?<!\\p{L})(?:${CUE})(?:s?[ -]?(?:ids?|numbers?|no|nr|nummer|n[°º]|code|codes|number|are|n[uú]mero|num[eé]ro))*(?:[ .:#*"“—–]|(?:it['’]s|is|was|are|es|est|ist|either|the|code) )*(?<it>(?=[A-Z\\d])[A-Z]{0,4}-?[A-Z\\d]{3,12})(?![\\p{L}\\p{N}_]|[.,:]\\d|-\\p{L})`,
  'giu',
)
/** "security questions: Cooper" */
const SECRET = /security (?:question|answer)s?\W{1,3}(?:is )?(?<it>\p{L}{3,})(?=[).,!\n]|$)/giu
/** "my PIN, it was either 9431 or 3941" */
const PIN = /(?<=(?<!\p{L})PIN(?!\p{L})[^\d\n]{0,50}(?:\d{4} or )?)(?<!\d)\d{4}(?!\d)/gu
const PLATE =
  /(?:plate|kennzeichen|matr[ií]cula|plaque)\P{L}{0,3}(?: (?:number|is|est|es|ist))*:? (?<it>(?=[A-Z -]*\d)[A-Z\d]{2,4}[ -]?[A-Z\d]{2,4})(?![\p{L}\p{N}])/giu
const ZIP =
  /(?<!\p{L})(?:zip|post(?:al )?code|plz|postleitzahl|c[oó]digo postal|code postal)(?!\p{L})[^\d\n]{0,30}(?<it>\d{5}(?:-\d{4})?)(?!\d)/giu
const ASKS_NUMBER =
  /(?<!\p{L})(?:ids?|numbers?|codes?|pin|plate|reference|\p{L}*nummer|kennzeichen|n[uú]mero|localizador|num[eé]ro)(?!\p{L})/iu
const ANSWERED = new RegExp(
  `${EDGE}(?:[A-Z]{5,8}|(?=(?:[A-Z-]*\\d){3})[A-Z\\d-]+|(?=[A-Z]*\\d)[A-Z\\d]{6,8})${END}`,
  'gu',
)
