import { MONTHS, SHORT_MONTHS, SHORT_WEEKDAYS } from '../../../text/calendar-words.ts'

const SHORT = SHORT_MONTHS.map((name) => (name === 'may' ? 'may \\d' : name)).join('|')

/** Parts of patterns for folded words: "on Monday", "on the 5th", "on March 3". */
export const ON_A_DAY = `\\bon (?:\\d{1,2}|the \\d|${SHORT_WEEKDAYS.join('|')}|${SHORT})\\w*`
export const IN_A_MONTH = `\\b(?:in|last|this|since|back in) (?:${MONTHS.en.join('|').toLowerCase()}|20\\d\\d)\\b`
const MONTH = `(?:${SHORT_MONTHS.join('|')})`
export const DATE = `\\b\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}|\\b${MONTH}\\w* \\d|\\b\\d{4}-\\d\\d-\\d\\d`
