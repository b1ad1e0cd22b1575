/** What time is counted in. Whole units only: 30 days and 23 hours are 30 days. */
export const TIME_UNITS = ['hours', 'days', 'working_days', 'weeks', 'months', 'years'] as const
export type TimeUnit = (typeof TIME_UNITS)[number]

const DAY_MS = 86_400_000

/**
 * Whole units from one day to another, days numbered from 1970-01-01; negative where `to` comes first. A month is over on the
 * same day of a later month, a working day is Monday to Friday and the first day does not count.
 */
export function countBetween(unit: TimeUnit, from: number, to: number): number {
  switch (unit) {
    case 'hours':
      return (to - from) * 24
    case 'days':
      return to - from
    case 'weeks':
      return Math.floor((to - from) / 7)
    case 'working_days':
      return workingDaysUpTo(to) - workingDaysUpTo(from)
    case 'months':
      return monthsBetween(from, to)
    case 'years':
      return Math.floor(monthsBetween(from, to) / 12)
  }
}

/** Day 0 was a Thursday: day 4, a Monday, begins the first whole week. */
function workingDaysUpTo(day: number): number {
  const sinceMonday = day - 4
  const weeks = Math.floor(sinceMonday / 7)
  return weeks * 5 + Math.min(5, sinceMonday - weeks * 7 + 1)
}

function monthsBetween(from: number, to: number): number {
  const [a, b] = [new Date(from * DAY_MS), new Date(to * DAY_MS)]
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth()
  return b.getUTCDate() < a.getUTCDate() ? months - 1 : months
}

/** No desk looks farther than this, in days. */
const HORIZON = 60_000

/** The fewest days from `today`, backwards or forwards, that make a count of at least `count`. */
export function daysToReach(
  { unit, kind }: { readonly unit: TimeUnit; readonly kind: 'since' | 'until' },
  count: number,
  today: number,
): number {
  const reached = (days: number): number =>
    kind === 'since' ? countBetween(unit, today - days, today) : countBetween(unit, today, today + days)
  let [low, high] = [-HORIZON, HORIZON]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (reached(middle) >= count) high = middle
    else low = middle + 1
  }
  return low
}
