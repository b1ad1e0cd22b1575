import { describe, expect, test } from 'vitest'
import { saysSpan, timeSpansIn } from './spans.ts'

const says = (said: string, meant: string): boolean => {
  const [wanted] = timeSpansIn(meant)
  return wanted !== undefined && timeSpansIn(said).some((span) => saysSpan(span, wanted))
}

describe('a length of time is found however it is written', () => {
  test.each([
    ['It takes up to **five working days**.', '5 working days'],
    ['within 3-5 business days', '3 to 5 working days'],
    ['between three and five business days', '3 to 5 business days'],
    ['en 10 días hábiles', '10 business days'],
    ['please keep clear of it for half an hour', '30 minutes'],
    ['we call back within 24 hours', '1 day'],
    ['valid for one year', '12 months'],
    ['a 14-day window', '14 days'],
    ['within a day', '24 hours'],
  ])('%s: %s', (said, meant) => expect(says(said, meant)).toBe(true))
})

describe('another value is not the same, however close', () => {
  test.each([
    ['within a month', '30 days'],
    ['within four weeks', '30 days'],
    ['within 6 working days', '5 working days'],
    ['5 calendar days', '5 working days'],
    ['5 working days', '5 days'],
    ['within 5 business days', '3 to 5 business days'],
    ['order 5 arrives on the days we agreed', '5 days'],
  ])('%s: not %s', (said, meant) => expect(says(said, meant)).toBe(false))
})

test('who leaves out that days are working days has said the number', () => {
  expect(says('in 5 days', '5 working days')).toBe(true)
})
