const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/
const DAY_MS = 86_400_000

/** A real day of the calendar, written `YYYY-MM-DD`. */
export const isIsoDate = (text: string): boolean => dayNumberOf(text) !== null

/** Days since 1970-01-01; null for what is no date ("2026-02-30"). */
export function dayNumberOf(text: string): number | null {
  const parts = SHAPE.exec(text)
  if (parts === null) return null
  const date = new Date(0)
  // Not Date.UTC: it takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))
  const day = date.getTime() / DAY_MS
  return isoDateOf(day) === text ? day : null
}

export const isoDateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
