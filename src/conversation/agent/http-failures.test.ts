import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterTrouble, type Trouble } from './http-failures.ts'

const status = (code: number, retryAfterMs: number | null = null): Trouble => ({
  kind: 'status',
  status: code,
  retryAfterMs,
})

test.each<[string, Trouble, string]>([
  ['nothing listens', { kind: 'unreachable' }, '3 x, then machinery service-unreachable'],
  ['overloaded', status(429), '4 x, then machinery service-busy'],
  ['a gateway before it', status(502), '4 x, then machinery service-busy'],
  ['not the right key', status(401), '0 x, then machinery service-refused'],
  ['moved', status(307), '0 x, then machinery service-refused'],
  ['crashed', status(500), '1 x, then agent service-error'],
  ['broke off', { kind: 'cut' }, '1 x, then agent answer-cut'],
  ['silent', { kind: 'late' }, '0 x, then agent answer-late'],
  ['too much', { kind: 'too-large' }, '0 x, then agent answer-too-large'],
  ['a web page', { kind: 'not-json' }, '0 x, then agent answer-not-json'],
])('%s', (_, trouble, expected) => {
  let tries = 1
  let after = afterTrouble(trouble, tries)
  while (after.do === 'ask-again') {
    tries += 1
    after = afterTrouble(trouble, tries)
  }
  expect(`${tries - 1} x, then ${after.side} ${after.code}`).toBe(expected)
})

test('a service’s own wish to wait is kept, up to a limit', () => {
  expect(afterTrouble(status(429, 3000), 1)).toMatchObject({ afterMs: 3000 })
  expect(afterTrouble(status(429, 3_600_000), 1)).toMatchObject({ afterMs: 30_000 })
})

test('whatever happens, asking ends', () => {
  const trouble: fc.Arbitrary<Trouble> = fc.oneof(
    fc.constantFrom<Trouble>({ kind: 'unreachable' }, { kind: 'cut' }, { kind: 'late' }),
    fc.record({
      kind: fc.constant('status' as const),
      status: fc.integer({ min: 100, max: 999 }),
      retryAfterMs: fc.option(fc.nat()),
    }),
  )
  fc.assert(fc.property(trouble, (one) => afterTrouble(one, 6).do === 'give-up'))
})
