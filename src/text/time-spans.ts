import { memoText } from '../base/memo.ts'
import { fold } from './fold.ts'
import { NUMBER_PATTERN, numberOf } from './number-words.ts'

/** A length of time as somebody states it: "3 to 5 business days", "half an hour", "dos semanas". */
export type TimeSpan = {
  readonly from: number
  readonly to: number
  readonly unit: TimeUnit
  /** counted in working days, in calendar days, or nobody said */
  readonly days: 'working' | 'calendar' | 'open'
}
export type TimeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

const UNITS: readonly (readonly [unit: TimeUnit, forms: string])[] = [
  ['minute', 'minutes?|minutos?'],
  ['hour', 'hours?|hrs?|horas?'],
  ['day', 'days?|dias?'],
  ['week', 'weeks?|semanas?'],
  ['month', 'months?|mes(?:es)?'],
  ['year', 'years?|anos?'],
]
const UNIT_FORMS = UNITS.map(([unit, forms]) => ({ unit, is: new RegExp(`^(?:${forms})$`) }))
const ANY_UNIT = UNITS.map(([, forms]) => forms).join('|')
const WORKING = /working|business|bank|laborable|habil/
const CALENDAR = /calendar|natural/
const QUALIFIER = '(?:working|business|bank|calendar|full|whole|more|natural)'
const AFTER = '(?:laborables?|habiles?|naturales)'

// Every quantifier is bounded: a megabyte of anything costs a small constant per character.
const SPAN = new RegExp(
  `\\b(${NUMBER_PATTERN})(?:\\s{0,2}(?:-|to|or|and|a|o|y)\\s{0,2}(${NUMBER_PATTERN}))?(?:\\s{1,2}|-)((?:${QUALIFIER}[\\s-]{1,2})?)(${ANY_UNIT})\\b((?:\\s${AFTER})?)`,
  'g',
)
const HALF_HOUR = /\b(?:half an hour|half-hour|media hora)\b/g

/** All lengths of time in a text, in the order in which they stand there. */
export const timeSpansIn = memoText((text): readonly TimeSpan[] => {
  const folded = fold(text).replace(/[*_`]/g, '')
  const halves = Array.from(
    folded.matchAll(HALF_HOUR),
    (): TimeSpan => ({
      from: 30,
      to: 30,
      unit: 'minute',
      days: 'open',
    }),
  )
  const rest = halves.length === 0 ? folded : folded.replace(HALF_HOUR, ' ')
  return [...halves, ...[...rest.matchAll(SPAN)].flatMap((found) => spanOf(found) ?? [])]
})

function spanOf(found: RegExpMatchArray): TimeSpan | null {
  const [, first = '', second, before = '', form = '', after = ''] = found
  const unit = UNIT_FORMS.find(({ is }) => is.test(form))?.unit
  const from = numberOf(first)
  const to = second === undefined ? from : numberOf(second)
  if (unit === undefined || from === undefined || to === undefined) return null
  const how = `${before} ${form} ${after}`
  const days = WORKING.test(how) ? 'working' : CALENDAR.test(how) ? 'calendar' : 'open'
  return { from, to, unit, days }
}

/**
 * Does the one say the other? 24 hours are a day and 12 months a year; 30 days are no month. Who leaves out that days are
 * working days has said the number all the same; who says calendar days has said another one.
 */
export function saysSpan(said: TimeSpan, meant: TimeSpan): boolean {
  const [a, b] = [lengthOf(said), lengthOf(meant)]
  if (a.measure !== b.measure || a.from !== b.from || a.to !== b.to) return false
  return said.days === 'open' || said.days === (meant.days === 'open' ? 'calendar' : meant.days)
}

const MINUTES = { minute: 1, hour: 60, day: 1_440, week: 10_080 } as const
const MONTHS = { month: 1, year: 12 } as const

function lengthOf({ from, to, unit }: TimeSpan): { measure: string; from: number; to: number } {
  if (unit === 'month' || unit === 'year')
    return { measure: 'months', from: from * MONTHS[unit], to: to * MONTHS[unit] }
  return { measure: 'minutes', from: from * MINUTES[unit], to: to * MINUTES[unit] }
}
