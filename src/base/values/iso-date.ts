const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/
const DAY_MS = 86_400_000

/** A real day of the calendar, written `YYYY-MM-DD`. */
export const isIsoDate = (text: string): boolean => dayNumberOf(text) !== null

/** Days since 1970-01-01; null for what is no date ("2026-02-30"). */
export function dayNumberOf(text: string): number | null {
  const parts = SHAPE.exec(text)
  if (parts === null) return null
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  // Date.UTC takes the years 0 to 99 for 1900 to 1999; the calendar repeats itself after 400 years.
  return Date.UTC(year + 400, month - 1, day) / DAY_MS - DAYS_OF_400_YEARS
}

const DAYS_OF_400_YEARS = 146_097
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && isLeap ? 29 : (MONTH_DAYS[month - 1] ?? 0)
}

export const isoDateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
