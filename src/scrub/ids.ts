import { type Finding, matches } from './finding.ts'
import { isDateLike, isMoney, isPublicLine } from './numbers.ts'

/** Numbers that stand for one order, contract, document, vehicle or account; and user names. */
export const findIds = (text: string): readonly Finding[] => [
  ...matches(text, JOINED, 'id', (found, at) => joinedIn(text, found, at)),
  ...matches(text, MIXED, 'id', (found) =>
    digitsIn(found) >= 5 || (found.length >= 8 && digitsIn(found) >= 2) ? found : null,
  ),
  ...matches(text, LONG, 'id', (found, at) => (isMoney(text, at, found) ? null : found)),
  ...matches(text, GROUPS, 'id', (found, at) =>
    digitsIn(found) >= 8 && !isOther(text, at, found) ? found : null,
  ),
  ...matches(text, AFTER_CUE, 'id', (found, at) => afterCueIn(text, found, at)),
  ...matches(text, CAPITALS_AFTER_CUE, 'id'),
  ...matches(text, PLATE, 'id'),
  ...matches(text, DOCUMENT, 'id'),
  ...matches(text, USER_NAME, 'id'),
  ...matches(text, NAMED_USER, 'id', (found) => found.replace(/[.,;:]+$/, '')),
  ...matches(text, HASHED, 'id'),
  ...matches(text, JOINED_LOWER, 'id', (found, at) =>
    MEASURE.test(found) ? null : joinedIn(text, found.toUpperCase(), at) && found,
  ),
  ...matches(text, MIXED_LOWER, 'id', (found) => (UNIT.test(found) ? null : found)),
  ...matches(text, NATIONAL, 'id'),
  ...matches(text, UNEVEN_GROUPS, 'id', (found, at) =>
    digitsIn(found) >= 9 && !isOther(text, at, found) ? found : null,
  ),
  ...matches(text, TWO_GROUPS, 'id', (found, at) => (isOther(text, at, found) ? null : found)),
]

/** A number that stands for nobody: a sum, a day, a line that anybody may call. */
const isOther = (text: string, at: number, found: string): boolean =>
  isMoney(text, at, found) || isDateLike(found) || isPublicLine(found)

/** Does this message ask for a number? Whatever has the form of one in the answer is it. */
export const asksForId = (text: string): boolean => ASKS_ID.test(text)

/** The answer to a question for a number: a code of letters and digits, however short. */
export const findAsked = (text: string): readonly Finding[] =>
  matches(text, ANSWERED, 'id', (found, at) =>
    (digitsIn(found) >= 3 || /^[A-Z]{5,8}$/.test(found)) &&
    !isOther(text, at, found) &&
    !/^20[12]\d$/.test(found)
      ? found
      : null,
  )

const digitsIn = (text: string): number => text.replace(/\D/g, '').length
const EDGE = String.raw`(?<![\p{L}\p{N}_@.-])`
const END = String.raw`(?![\p{L}\p{N}_]|-\p{L}|\.\d)`

/** `RF-2024-00917`, `T/2021/0457`, `2024-W-0091` */
const JOINED = new RegExp(`${EDGE}[A-Z0-9]+(?: ?[-/–] ?[A-Z0-9]+)+${END}`, 'gu')

function joinedIn(text: string, found: string, at: number): string | null {
  if (isDateLike(found) || isMoney(text, at, found)) return null
  const letters = found.replace(/[^A-Z]/g, '').length
  const digits = digitsIn(found)
  // Ranges, times and sizes: 6-14, 9/10, 08/27.
  if (letters === 0 && (digits < 6 || (/^(?:\d{1,4}[-/–]\d{1,4})$/.test(found) && digits < 7))) return null
  return digits >= 3 && /[A-Z0-9]{3}/.test(found) ? found : null
}

/** `CLM0091724`, `K7QX2M9` */
const MIXED = new RegExp(`${EDGE}(?=[A-Z0-9]*[A-Z])(?=[A-Z0-9]*\\d)[A-Z0-9]{7,}${END}`, 'gu')
const LONG = new RegExp(`${EDGE}\\d{7,}[A-Z]?${END}`, 'gu')
const GROUPS = new RegExp(
  `${EDGE}(?:[A-Z]{1,4} )?\\d{1,4}(?:[ .]\\d{2,4}){2,}(?: [A-Z]{1,2}| \\d)?${END}`,
  'gu',
)
/** `hochzeit-nt-0608`, `kx-99120-a`, `papyludo59`, `4471 2290` */
const JOINED_LOWER = new RegExp(`${EDGE}(?=[a-z0-9/–-]*[a-z])[a-z0-9]+(?:[-/–][a-z0-9]+)+${END}`, 'gu')
const MIXED_LOWER = new RegExp(`${EDGE}(?:[a-z]{5,}\\d{2,4}|[a-z]{1,4}\\d{4,}[a-z]{0,2})${END}`, 'gu')
const TWO_GROUPS = new RegExp(
  `(?<!\\d[ .-])${EDGE}(?:\\d{4,6} \\d{3,6}|\\d{3} \\d{4,6})(?! ?\\d)${END}`,
  'gu',
)
/** Times, doses and sizes: `8h30-17h`, `125mg/5ml` */
const MEASURE = /\d(?:h|am|pm|mg|ml|cl|kg|g|cm|mm|m|km|gb|mb|kb|w|v|x|st|nd|rd|th|er|e)(?![a-z])/
/** `11.223.344-B`, `X-1234567-L`, `12 123456 A 123` */
const NATIONAL = new RegExp(
  `${EDGE}(?:\\d{1,2}(?:\\.?\\d{3}){2}[- ]?[A-Z]|[XYZ]-?\\d{7}-?[A-Z]|[A-Z]-?\\d{8}|\\d{2} ?\\d{6} ?[A-Z] ?\\d{3}|[A-Z]{2,3} ?\\d{6,})${END}`,
  'gu',
)
/** `35 209900 176148 1` */
const UNEVEN_GROUPS = new RegExp(`${EDGE}\\d{1,6}(?:[ -]\\d{1,6}){2,6}${END}`, 'gu')
const UNIT = /^(?:covid|windows|iphone|galaxy|version)/
const ANSWERED = new RegExp(
  `${EDGE}[A-Za-z]{0,4}[A-Z0-9]*\\d[A-Z0-9]*(?:[-/. ]?[A-Z0-9]*\\d[A-Z0-9]*)*|${EDGE}[A-Z]{5,8}(?![\\p{L}\\p{N}])`,
  'gu',
)
const HASHED = /(?<![\p{L}\p{N}])#[A-Z0-9][A-Z0-9/-]{3,}/gu

const CUE = [
  String.raw`order|booking|reservation|ref(?:erence)?|conf(?:irmation)?|ticket|claim|case|policy|account|acct|a\/c|customer|member(?:ship)?|invoice|tracking|parcel|passport|licen[cs]e|plate|reg|serial|imei|sim|contract|tenancy|rx|job|id|pnr|number|no|nr|code`,
  String.raw`pedido|reserva|localizador|expediente|p[oó]liza|factura|contrato|cliente|socio|dni|nie|nif|pasaporte|matr[ií]cula|colegiado|protocolo|pr[eé]stamo|referencia|ref|seguimiento|env[ií]o|incidencia|parte|recibo|bolet[ií]n|n[uú]mero|n\.?º`,
  String.raw`commande|dossier|r[eé]servation|r[eé]sa|r[eé]f[eé]rence|contrat|facture|client|adh[eé]rent|billet|colis|suivi|passeport|permis|plaque|immatricul\p{L}*|num[eé]ro|n°|demande|sinistre|ticket|devis`,
  String.raw`bestell\p{L}*|best|buchung\p{L}*|auftrag\p{L}*|kunden\p{L}*|rechnung\p{L}*|vertrag\p{L}*|vorgang\p{L}*|aktenzeichen|az|kennzeichen|ausweis|pass|steuer-id|vers|konto|kto|sendung\p{L}*|seriennummer|fall|ticket|mitglied\p{L}*|\p{L}*nummer|\p{L}*nr|antrag|police|kehrbuchnr|chip`,
].join('|')
const ASKS_ID = new RegExp(
  String.raw`(?<![\p{L}])(?:${CUE})(?![\p{L}])[^.!\n]{0,40}\?|\?[^?]{0,20}(?:${CUE})\W*$`,
  'iu',
)
const FILLER = String.raw`(?:[ .:#()=]|n[°ºr]\.?|no\.?|num\p{L}*|is|es|est|ist|lautet|le|la|el|die|der|under|mit|con|avec|with)*`
const AFTER_CUE = new RegExp(
  String.raw`(?<![\p{L}])(?:${CUE})(?![\p{L}])\.?${FILLER}(?<it>[A-Z]{0,4} ?\d[\dA-Z]*(?:[ ./-]?[\dA-Z]*\d[\dA-Z]*)*)${END}`,
  'giu',
)

function afterCueIn(text: string, found: string, at: number): string | null {
  const trimmed = found.trim()
  if (isMoney(text, at, found) || isDateLike(trimmed)) return null
  if (/^\d{1,2}[:h]\d{2}$|^\d{1,3}$|^20\d\d$/.test(trimmed)) return null
  return digitsIn(trimmed) >= 3 ? trimmed : null
}

const CAPITALS_AFTER_CUE =
  /(?<![\p{L}])(?:[Bb]ooking|[Rr]ef(?:erence)?|PNR|[Dd]ossier|[Ll]ocalizador|[Bb]uchung(?:scode)?|[Cc]ode|[Rr]eserva|[Rr][ée]sa)(?![\p{L}])[ .:]*(?<it>[A-Z0-9]{5,8})(?![\p{L}\p{N}])/gu

/** British, Spanish, French and German plates. */
const PLATE = new RegExp(
  `${EDGE}(?:[A-Z]{2}\\d{2} ?[A-Z]{3}|\\d{4}[ -]?[BCDFGHJKLMNPRSTVWXYZ]{3}|[A-Z]{2}-\\d{3}-[A-Z]{2}|[A-ZÄÖÜ]{1,3}-[A-Z]{1,2}[ -]?\\d{1,4}[EH]?)${END}`,
  'gu',
)
/** `QQ 12 34 56 C`, `RR 118 440 922 DE`, `FD 0012 100447`, `1 99 07 75 118 827 66`, `OPT.3390/1` */
const DOCUMENT = new RegExp(
  `${EDGE}(?:[A-Z]{2} ?\\d{2} ?\\d{2} ?\\d{2} ?[A-Z]|[A-Z]{2}(?: ?\\d){9} ?[A-Z]{2}|[A-Z]{1,3} \\d{3,4}[ -]\\d{2,6}|[12] \\d{2} \\d{2} \\d{2} \\d{3} \\d{3}(?: \\d{2})?|[A-Z]{2,5}\\.\\d{3,}(?:[/-]\\d+)?)${END}`,
  'gu',
)
const USER_NAME =
  /(?<![\p{L}\p{N}@._-])(?=[\p{L}\p{N}_.]*\p{L})[\p{L}\p{N}.]+_[\p{L}\p{N}_.-]*[\p{L}\p{N}](?!@|[\p{L}\p{N}])/gu
const NAMED_USER =
  /(?<![\p{L}])(?:user(?:name)?|usuari[oa]|pseudo|login|benutzer(?:name)?|nick(?:name)?|handle|alias)[ :=]+@?(?<it>[\p{L}\p{N}._-]*\d[\p{L}\p{N}._-]*)/giu
