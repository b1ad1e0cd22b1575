import { dayNumberOf, isoDateOf } from '../../base/values/iso-date.ts'
import { MONTHS } from '../calendar-words.ts'
import type { Day, Figure, NamedDay, ReckonedDay } from './figure.ts'
import { figuresIn } from './figures-in.ts'

/**
 * The days a text names, as dates, on the day it was said: a day without a year is the one that lies nearest, "the 28th" is one
 * of this month.
 */
export const daysIn = (text: string, today: string): readonly string[] => [
  ...daysNamedIn(text).flatMap((day) => ('year' in day ? nearest(day, today) : [])),
  ...figuresIn(text).flatMap(({ kind, start, numbers: [nth] }) =>
    kind === 'ordinal' && nth !== undefined && /\bthe $/i.test(text.slice(Math.max(0, start - 5), start))
      ? [`${today.slice(0, 8)}${twoDigits(nth.value)}`]
      : [],
  ),
  ...reckonedDaysIn(text, today),
]

/** The days a text names by calendar words, reckoned from today: "the first of next month", "tomorrow", "on Monday". */
export function reckonedDaysIn(text: string, today: string): readonly string[] {
  const now = dayNumberOf(today)
  return now === null
    ? []
    : daysNamedIn(text).flatMap((day) => ('year' in day ? [] : [isoDateOf(reckoned(day, now))]))
}

/** Is this day named in the text, by a date or by calendar words? */
export function namesDay(text: string, iso: string, today: string): boolean {
  const [year, month, day] = iso.split('-').map(Number)
  return (
    daysNamedIn(text).some(
      (one) =>
        'year' in one && one.month === month && one.day === day && (one.year === null || one.year === year),
    ) || reckonedDaysIn(text, today).includes(iso)
  )
}

const daysNamedIn = (text: string): readonly Day[] => figuresIn(text).flatMap(daysOf)

/** "In 3 days" is a length of time, and a day. */
const daysOf = (figure: Figure): readonly Day[] =>
  figure.kind === 'day'
    ? figure.days
    : figure.kind === 'span' && figure.isAhead && figure.unit === 'day' && figure.days !== 'working'
      ? [{ daysAhead: figure.from }]
      : []

function nearest(named: NamedDay, today: string): readonly string[] {
  const [now, thisYear] = [dayNumberOf(today) ?? 0, Number(today.slice(0, 4))]
  const far = (iso: string): number => Math.abs((dayNumberOf(iso) ?? 0) - now)
  return (named.year === null ? [thisYear - 1, thisYear, thisYear + 1] : [named.year])
    .map((each) => `${each}-${monthAndDay(named)}`)
    .filter((iso) => dayNumberOf(iso) !== null)
    .sort((a, b) => far(a) - far(b))
    .slice(0, 1)
}

const twoDigits = (part: number): string => String(part).padStart(2, '0')
export const monthAndDay = ({ month, day }: NamedDay): string => `${twoDigits(month)}-${twoDigits(day)}`

function reckoned(day: ReckonedDay, now: number): number {
  if ('daysAhead' in day) return now + day.daysAhead
  if ('weekday' in day) return now + ((day.weekday - weekdayOf(now) + 7) % 7 || 7)
  if ('nextWorkingDay' in day) return now + (weekdayOf(now) >= 4 ? 7 - weekdayOf(now) : 1)
  const [year = 1970, month = 1] = isoDateOf(now).split('-').map(Number)
  return Date.UTC(year, month, 1) / 86_400_000 + day.fromStartOfNextMonth
}

/** 0 is Monday: 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/** A day as people say it: 19 March 1957. */
export function sayDate(iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  const name = MONTHS.en[Number(month) - 1]
  return name === undefined ? iso : `${Number(day)} ${name} ${year}`
}

/** The same text with its days written as in a record: "on 19 March 1957" becomes "on 1957-03-19". */
export function withIsoDays(text: string): string {
  let left = text
  for (const figure of figuresIn(text).toReversed()) {
    const [day] = figure.kind === 'day' ? figure.days : []
    if (day !== undefined && 'year' in day && day.year !== null && /\p{L}/u.test(figure.said))
      left = `${left.slice(0, figure.start)}${day.year}-${monthAndDay(day)}${left.slice(figure.end)}`
  }
  return left
}
