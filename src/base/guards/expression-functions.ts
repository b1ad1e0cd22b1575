import { dayNumberOf, isoDateOf } from '../values/iso-date.ts'
import type { Row, Scalar } from '../values/value.ts'

export type ExpressionValue = Scalar | null | Row | readonly ExpressionValue[]

/** The functions a tool's expression may call, with how many values each takes. Wrong kinds of values give null. */
export const FUNCTIONS: ReadonlyMap<string, number> = new Map([
  ['plus_days', 2],
  ['days_between', 2],
  ['min', 2],
  ['max', 2],
  ['round', 1],
  ['string', 1],
])

export function callFunction(
  name: string,
  [a = null, b = null]: readonly ExpressionValue[],
): ExpressionValue {
  switch (name) {
    case 'plus_days':
      return plusDays(a, b)
    case 'days_between':
      return daysBetween(a, b)
    case 'min':
      return typeof a === 'number' && typeof b === 'number' ? Math.min(a, b) : null
    case 'max':
      return typeof a === 'number' && typeof b === 'number' ? Math.max(a, b) : null
    case 'round':
      return typeof a === 'number' ? Math.round(a * 100) / 100 : null
    case 'string':
      return typeof a === 'object' ? null : String(a)
    default:
      return null
  }
}

function plusDays(date: ExpressionValue, days: ExpressionValue): ExpressionValue {
  const from = typeof date === 'string' ? dayNumberOf(date) : null
  if (from === null || typeof days !== 'number' || Math.abs(days) > 100_000) return null
  return isoDateOf(from + Math.trunc(days))
}

function daysBetween(from: ExpressionValue, to: ExpressionValue): ExpressionValue {
  const [a, b] = [from, to].map((date) => (typeof date === 'string' ? dayNumberOf(date) : null))
  return typeof a === 'number' && typeof b === 'number' ? b - a : null
}
