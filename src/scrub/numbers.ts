import { type Finding, matches } from './finding.ts'

/** E-mails, account and card numbers, phones: what is found by its form alone. */
export const findNumbers = (text: string): readonly Finding[] => [
  ...matches(text, EMAIL, 'email', (found) => found.replace(/[.,;:]+$/, '')),
  ...matches(text, IBAN, 'iban', (found) => (isIbanLike(found) ? found.trimEnd() : null)),
  ...matches(text, DIGIT_GROUPS, 'card', cardIn),
  ...matches(text, PHONE, 'phone', (found, at) => phoneIn(text, found, at)),
]

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.[\p{L}]{2,}/gu

const IBAN =
  /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?: ?[A-Za-z0-9]{4}){2,7}(?: ?[A-Za-z0-9]{1,3})?(?![\p{L}\p{N}])/gu

/** Mostly digits: a word and a number in a row are no account. */
function isIbanLike(found: string): boolean {
  const bare = found.replace(/ /g, '')
  const digits = bare.replace(/\D/g, '').length
  return bare.length >= 15 && bare.length <= 34 && digits >= bare.length - 8
}

const DIGIT_GROUPS = /(?<![\p{L}\p{N}.,-])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}])/gu

const cardIn = (found: string): string | null => (passesLuhn(found.replace(/\D/g, '')) ? found : null)

export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const PHONE =
  /(?<![\p{L}\p{N}.,/-])(?:\+|00|\(?0|\(\d{3}\)|\d{2,3}[ .-])[\d ()./–-]{5,}\d(?![\p{L}\p{N}]|[.,]\d)/gu

/** Lines of a company that anybody may call. */
const PUBLIC_LINES =
  /^(?:(?:\+\d{1,2}|1)[ -])?(?:0?80[08][ .-]|080[08]|084[345]|087[01]|0 8\d\d |08 \d\d \d\d|0180\d|0137|0900|90[0-2] |116|8(?:00|33|44|55|66|77|88)[ .-])/

export const isPublicLine = (found: string): boolean => PUBLIC_LINES.test(found)

function phoneIn(text: string, whole: string, at: number): string | null {
  const found = whole.replace(/^(?:\d{1,2}[./-]){2}\d{2,4}[ /]+/, '')
  const digits = found.replace(/\D/g, '')
  if (digits.length < 8 || digits.length > 15) return null
  if (isPublicLine(found)) return null
  if (isDateLike(found) || isMoney(text, at, found)) return null
  const international = /^(?:\+|00)/.test(found)
  // Digits in a row that begin with neither 0 nor + are a number of another kind, unless words say so.
  const before = text.slice(Math.max(0, at - 24), at + whole.length - found.length)
  const isCalled = PHONE_CUE.test(before)
  if (international || found.startsWith('0') || found.startsWith('(')) return found
  return isCalled ||
    (/^[6-9]\d{2}[ .-]?\d/.test(found) && digits.length === 9) ||
    /^\d{3}[ .-]\d{3}[ .-]\d{4}$/.test(found)
    ? found
    : null
}

const PHONE_CUE =
  /(?:tel|phone|mobile|cell|number|ph|fax|whatsapp|m[oó]vil|tel[eé]fono|fijo|handy|telefon|durchwahl|portable|t[eé]l[eé]phone|call|ring|text|llam\p{L}*|appel\p{L}*|anruf\p{L}*)[^\p{L}\n]{0,6}(?:is|es|est|ist|al|au|on|at|unter|no|nr|n°)?[^\p{L}\n]{0,4}$/iu

export const isDateLike = (found: string): boolean =>
  /^(?:\d{1,2}[./ -]){2}(?:\d{2}|\d{4})$/.test(found) || /^\d{4}-\d{2}-\d{2}$/.test(found)

export const isMoney = (text: string, at: number, found: string): boolean =>
  /[€$£¥]\s*$/.test(text.slice(Math.max(0, at - 3), at)) ||
  /^\s*(?:[€$£¥%]|eur(?:os?)?\b|euro|usd\b|gbp\b|chf\b|pounds?\b|dollars?\b|kwh\b|m[23²³]\b|km\b|kg\b|mg\b|ml\b|gb\b|mb\b)/iu.test(
    text.slice(at + found.length, at + found.length + 8),
  )
