import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayNumberOf } from '../../base/values/iso-date.ts'
import { countBetween, daysToReach, TIME_UNITS } from './time-unit.ts'

const day = (text: string): number => dayNumberOf(text) ?? Number.NaN
const count = (unit: (typeof TIME_UNITS)[number], from: string, to: string): number =>
  countBetween(unit, day(from), day(to))

test('[V5] two months are not two days: whole units between two days', () => {
  expect(count('days', '2026-01-31', '2026-03-02')).toBe(30)
  expect(count('hours', '2026-01-31', '2026-02-02')).toBe(48)
  expect(count('weeks', '2026-03-01', '2026-03-14')).toBe(1)
  expect(count('months', '2026-01-10', '2026-03-09')).toBe(1)
  expect(count('months', '2026-01-10', '2026-03-10')).toBe(2)
  expect(count('years', '2024-03-10', '2026-03-09')).toBe(1)
  // Friday to Monday is one working day, Friday to Sunday none
  expect(count('working_days', '2026-03-06', '2026-03-09')).toBe(1)
  expect(count('working_days', '2026-03-06', '2026-03-08')).toBe(0)
  expect(count('working_days', '2026-03-02', '2026-03-09')).toBe(5)
  expect(count('days', '2026-03-10', '2026-03-09')).toBe(-1)
})

test('counts never fall as time passes, and the day a count is reached is the first one', () => {
  const kinds = fc.constantFrom('since' as const, 'until' as const)
  fc.assert(
    fc.property(
      fc.constantFrom(...TIME_UNITS),
      kinds,
      fc.integer({ min: -40, max: 90 }),
      fc.integer({ min: 15_000, max: 25_000 }),
      (unit, kind, wanted, today) => {
        const at = (days: number): number =>
          kind === 'since' ? countBetween(unit, today - days, today) : countBetween(unit, today, today + days)
        const first = daysToReach({ unit, kind }, wanted, today)
        expect(at(first)).toBeGreaterThanOrEqual(wanted)
        expect(at(first - 1)).toBeLessThan(wanted)
        expect(at(first + 1)).toBeGreaterThanOrEqual(at(first))
      },
    ),
  )
})
