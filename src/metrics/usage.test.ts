import { describe, expect, test } from 'vitest'
import { used } from '../../test/support/transcript/events.ts'
import type { Transcript } from '../transcript/event.ts'
import { pricesOf } from './prices.ts'
import { moneyOf, openUsageBook, usesIn } from './usage.ts'

const prices = pricesOf([{ model: 'house:small', as_of: '2026-01-01', input: 1, output: 4 }])

const call = (role: 'agent' | 'customer' | 'judge', model: string, usd: number | null = null) => ({
  n: 1,
  ...used({ role, model, input_tokens: 1000, output_tokens: 100, reasoning_tokens: 10, usd }),
})

describe('[M18] tokens and money by role and agent', () => {
  test('calls of one role and model are one entry; the price comes from the table', () => {
    const transcript: Transcript = [
      call('agent', 'house:small'),
      call('customer', 'house:small'),
      call('agent', 'house:small'),
    ]
    expect(usesIn(transcript, prices)).toMatchObject([
      { role: 'agent', calls: 2, input_tokens: 2000, output_tokens: 200, reasoning_tokens: 20, usd: 0.0028 },
      { role: 'customer', calls: 1, usd: 0.0014 },
    ])
  })

  test('what the provider says it cost goes before the table', () => {
    expect(usesIn([call('agent', 'house:small', 0.5)], prices)[0]?.usd).toBe(0.5)
  })

  test('one unknown price makes the sum unknown; nothing used is no cost of 0', () => {
    expect(moneyOf(usesIn([call('agent', 'house:small'), call('agent', 'house:new')], prices))).toBe(null)
    expect(moneyOf([])).toBe(null)
    expect(moneyOf(usesIn([call('agent', 'house:small')], prices))).toBeCloseTo(0.0014, 12)
  })

  test('a run is summed by agent, role and model', () => {
    const book = openUsageBook()
    const uses = usesIn([call('agent', 'house:small'), call('judge', 'house:new')], prices)
    for (const agent of ['b', 'a', 'b']) book.add({ agent, uses })
    expect(book.uses().map(({ agent, role, calls, usd }) => [agent, role, calls, usd])).toEqual([
      ['a', 'agent', 1, 0.0014],
      ['a', 'judge', 1, null],
      ['b', 'agent', 2, 0.0028],
      ['b', 'judge', 2, null],
    ])
  })
})
