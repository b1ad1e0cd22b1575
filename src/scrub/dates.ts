import { MONTH_BEGINNINGS } from '../text/calendar-words.ts'
import { fold } from '../text/fold.ts'
import { type Finding, matches } from './finding.ts'

/** Dates of birth: dates beside words that say so, or in the answer to a question for one. */
export function findBirthDates(text: string, asked: boolean): readonly Finding[] {
  const said = [...text.matchAll(BIRTH)].map((match) => match.index)
  return matches(fold(text), DATE, 'birth-date', (found, at) => {
    const near =
      said.some((cue) => cue - at < AFTER_MAX && at - cue < BEFORE_MAX) ||
      (AFTER_NAME.test(text.slice(Math.max(0, at - 30), at)) && /\d{4}$/.test(found))
    return (near || asked || isLongAgo(found)) && isDay(found) && !isInGroups(text, at, found) ? found : null
  })
}

/** A whole date of many years ago is hardly ever a date of anything but birth. */
const isLongAgo = (found: string): boolean => {
  const year = Number(
    /^\d{1,2}[./-]\d{1,2}[./-](\d{4})$/.exec(found)?.[1] ?? /^(\d{4})-/.exec(found)?.[1] ?? 0,
  )
  return year > 1900 && year <= 2010
}

/** Does this message ask for a date of birth? */
export const asksForBirth = (text: string): boolean => text.search(BIRTH) >= 0

/** "Lina Benmoussa, 5 March 2020" */
const AFTER_NAME = /(?<![\p{L}])\p{Lu}\p{Ll}[\p{L}-]+, $/u
const BEFORE_MAX = 60
const AFTER_MAX = 40

const BIRTH =
  /(?<![\p{L}])(?:d\.?o\.?b\.?|born|birth(?:day|s)?|bday|geb(?:oren|urtsdat\p{L}*|urtstag)?|geb\.|n[ée]e?s? (?:le|en|un)|n[ée]e? ?:|naissance|nacid[oa]s?|naci[oó]?|nacimiento|f\. ?nac|née?|cumple\p{L}*)(?![\p{L}])/giu

const MONTH = String.raw`(?:${MONTH_BEGINNINGS.flat().join('|')})\p{L}*`

const DATE = new RegExp(
  [
    String.raw`(?<![\d.])\d{4}-\d{1,2}-\d{1,2}(?!\d)`,
    String.raw`(?<![\d.])\d{1,2} ?[./ -] ?\d{1,2} ?[./ -] ?(?:\d{4}|\d{2})(?!\d)`,
    String.raw`(?<![\d.])\d{1,2}[-/.](?:[IVX]{1,4}|${MONTH})[-/.](?:\d{4}|\d{2})(?!\d)`,
    String.raw`(?<![\d.])\d{1,2}(?:st|nd|rd|th|er|\.|º)?(?: of| de| d')? ?${MONTH}\.?,?(?: de| del| of)? ?'?(?:\d{4}|\d{2})(?!\d)`,
    String.raw`(?<![\p{L}])${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:\d{4}|\d{2})(?!\d)`,
  ].join('|'),
  'giu',
)

/** Day and month as a calendar has them. */
function isDay(found: string): boolean {
  const [a, b] = (/^(\d{1,2}) ?[./ -] ?(\d{1,2}) ?[./ -]/.exec(found)?.slice(1) ?? []).map(Number)
  if (a === undefined || b === undefined) return true
  return a > 0 && b > 0 && Math.max(a, b) <= 31 && Math.min(a, b) <= 12
}

/** Part of a longer number in groups: a phone, a social security number. */
const isInGroups = (text: string, at: number, found: string): boolean =>
  /\d[ .-]$/.test(text.slice(Math.max(0, at - 2), at)) ||
  /^[ .-]\d/.test(text.slice(at + found.length, at + found.length + 2))
