import { describe, expect, test } from 'vitest'
import { costOf, NO_PRICES, Price, pricesOf, type Tokens } from './prices.ts'

const tokens = (over: Partial<Tokens> = {}): Tokens => ({
  input_tokens: 0,
  output_tokens: 0,
  cached_tokens: 0,
  reasoning_tokens: 0,
  ...over,
})
const price = (over: Partial<Price> = {}): Price => ({
  model: 'house:small',
  as_of: '2026-01-01',
  input: 2,
  output: 8,
  cached: 0.5,
  ...over,
})

describe('[M18] what calls cost', () => {
  test('cached tokens are a part of those sent, reasoning a part of those received', () => {
    const used = tokens({
      input_tokens: 1_000_000,
      cached_tokens: 400_000,
      output_tokens: 100_000,
      reasoning_tokens: 90_000,
    })
    expect(costOf('house:small', used, pricesOf([price()]))).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 0.8, 12)
  })

  test('without a price for cached tokens they cost what others do', () => {
    const { cached: _, ...plain } = price()
    const used = tokens({ input_tokens: 1_000_000, cached_tokens: 1_000_000 })
    expect(costOf('house:small', used, pricesOf([plain]))).toBe(2)
  })

  test('a model that is not in the table has no price: never 0, also for no tokens', () => {
    expect(costOf('house:large', tokens(), pricesOf([price()]))).toBe(null)
    expect(costOf('house:small', tokens({ input_tokens: 5 }), NO_PRICES)).toBe(null)
  })

  test('a dated model costs what the undated one does, unless it has a price of its own', () => {
    const used = tokens({ output_tokens: 1_000_000 })
    const prices = pricesOf([price(), price({ model: 'house:small-2026-02-01', output: 3 })])
    expect(costOf('house:small-20260101', used, prices)).toBe(8)
    expect(costOf('house:small-2026-02-01', used, prices)).toBe(3)
  })

  test('a model over OpenRouter costs what it does at its vendor, unless it has a price of its own', () => {
    const used = tokens({ output_tokens: 1_000_000 })
    const own = price({ model: 'openrouter:vendor/large', output: 9 })
    const prices = pricesOf([price({ model: 'vendor:small-4-5' }), price({ model: 'vendor:large' }), own])
    expect(costOf('openrouter:vendor/small-4.5', used, prices)).toBe(8)
    expect(costOf('openrouter:vendor/small-4.5-20260101', used, prices)).toBe(8)
    expect(costOf('openrouter:vendor/large', used, prices)).toBe(9)
    // Free and other variants have prices of their own, and so do other gateways.
    expect(costOf('openrouter:vendor/large:free', used, prices)).toBe(null)
    expect(costOf('gateway:vendor/large', used, prices)).toBe(null)
  })

  test("a project's own price wins over the shipped one", () => {
    const prices = pricesOf([price()], [price({ output: 1 })])
    expect(costOf('house:small', tokens({ output_tokens: 1_000_000 }), prices)).toBe(1)
  })

  test.each([{ model: 'small' }, { as_of: 'yesterday' }, { input: -1 }, { cashed: 1 }])(
    'refused: %j',
    (over) => {
      expect(Price.safeParse({ ...price(), ...over }).success).toBe(false)
    },
  )
})
