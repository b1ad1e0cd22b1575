import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayNumberOf, isIsoDate, isoDateOf } from './iso-date.ts'

test('days and dates are two names for the same thing', () => {
  fc.assert(
    fc.property(fc.integer({ min: -700_000, max: 2_000_000 }), (day) => dayNumberOf(isoDateOf(day)) === day),
  )
})

test.each(['2026-02-29', '2026-13-01', '2026-1-1', '0000-00-00', 'today', '2026-01-01T00:00'])(
  '%s is no date',
  (text) => {
    expect(isIsoDate(text)).toBe(false)
  },
)

test('leap days and early years are dates', () => {
  expect(isIsoDate('2024-02-29')).toBe(true)
  expect(isIsoDate('0050-06-01')).toBe(true)
})
