import { expect, test } from 'vitest'
import { amountOf, sumsIn } from './amounts.ts'

test('the same sum in every usual form', () => {
  for (const text of ['€12,50', '12.50 euros', 'EUR 12.5', 'a total of 12,50'])
    expect(sumsIn(text), text).toContain(12.5)
  for (const text of ['1,234.50', '1.234,50 €', '$1234.50']) expect(sumsIn(text), text).toContain(1234.5)
  expect(amountOf('1,200')).toBe(1200)
})

test('numbers of days, dates and parts of an id are no sums', () => {
  expect(sumsIn('in 24 hours, on 2026-05-24, for order LB-1024 or 1024/7, on the 24th, 24 %')).toEqual([])
})
