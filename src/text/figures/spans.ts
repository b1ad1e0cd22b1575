import type { TimeSpan, TimeUnit } from './figure.ts'
import { figuresIn } from './figures-in.ts'

/** All lengths of time in a text. */
export const timeSpansIn = (text: string): readonly TimeSpan[] =>
  figuresIn(text).flatMap((figure) => {
    if (figure.kind !== 'span') return []
    const { from, to, unit, days } = figure
    return [{ from, to, unit, days }]
  })

/** A month has 30 days here, a year 365: near enough to compare what was said with what is known. */
export const HOURS: Readonly<Record<TimeUnit, number>> = {
  minute: 1 / 60,
  hour: 1,
  day: 24,
  week: 168,
  month: 720,
  year: 8760,
}

/**
 * Does the one say the other? 24 hours are a day and 12 months a year; 30 days are no month. Who leaves out that days are
 * working days has said the number all the same; who says calendar days has said another one.
 */
export function saysSpan(said: TimeSpan, meant: TimeSpan): boolean {
  const [a, b] = [lengthOf(said), lengthOf(meant)]
  if (a.inMonths !== b.inMonths || a.from !== b.from || a.to !== b.to) return false
  return said.days === 'open' || said.days === (meant.days === 'open' ? 'calendar' : meant.days)
}

function lengthOf({ from, to, unit }: TimeSpan): { inMonths: boolean; from: number; to: number } {
  const inMonths = unit === 'month' || unit === 'year'
  const each = inMonths ? (unit === 'year' ? 12 : 1) : Math.round(HOURS[unit] * 60)
  return { inMonths, from: from * each, to: to * each }
}
