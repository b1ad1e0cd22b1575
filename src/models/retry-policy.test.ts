import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FAILURES, type FailureCode } from './failure-codes.ts'
import { afterFailure, DEFAULT_RETRY_POLICY } from './retry-policy.ts'

const failure = (code: FailureCode, retryAfterMs: number | null = null) => ({
  code,
  status: null,
  retryAfterMs,
})

describe('what to do after a failure', () => {
  test.each([
    // code, attempt, chance, retry-after -> wait (null: give up)
    ['rate-limited', 1, 0, null, 250],
    ['rate-limited', 1, 1, null, 500],
    ['rate-limited', 2, 1, null, 1_000],
    ['rate-limited', 5, 1, null, 8_000],
    ['rate-limited', 9, 1, null, 20_000],
    ['rate-limited', 10, 0, null, null],
    ['rate-limited', 1, 0, 3_000, 3_000],
    ['rate-limited', 1, 1, 3_000, 3_500],
    ['rate-limited', 1, 0, 120_001, 120_000],
    // A date in 2099 is a mistake: it closes no provider.
    ['rate-limited', 1, 0, 2e12, 250],
    ['overloaded', 1, 0, 0, 0],
    ['server-error', 3, 0, null, 1_000],
    ['unreachable', 9, 0, null, 10_000],
    ['connection-lost', 1, 0, null, 250],
    ['unreadable-answer', 3, 0, null, 1_000],
    ['unreadable-answer', 4, 0, null, null],
    ['timed-out', 2, 0, null, 500],
    ['timed-out', 3, 0, null, null],
    ['key-refused', 1, 0, null, null],
    ['out-of-credit', 1, 0, 1_000, null],
    ['model-unknown', 1, 0, null, null],
    ['request-refused', 1, 0, null, null],
    ['model-refused', 1, 0, null, null],
    ['context-too-long', 1, 0, null, null],
    ['stopped', 1, 0, null, null],
  ] as const)('%s, try %i, draw %d, retry-after %s: %s', (code, attempt, chance, retryAfterMs, waitMs) => {
    expect(
      afterFailure(
        failure(code, retryAfterMs),
        { attempt, ofCause: attempt, chance, reached: true },
        DEFAULT_RETRY_POLICY,
      ),
    ).toEqual(waitMs === null ? { do: 'give-up' } : { do: 'again', waitMs })
  })

  test('every failure is given up on some day, and never waits longer than told', () => {
    const codes = Object.keys(FAILURES) as FailureCode[]
    const { retryAfterMsMax, firstWaitMs, waitMsMax } = DEFAULT_RETRY_POLICY
    fc.assert(
      fc.property(
        fc.constantFrom(...codes),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.option(fc.nat(10 * retryAfterMsMax)),
        (code, chance, retryAfterMs) => {
          const all = Array.from({ length: 12 }, (_, index) =>
            afterFailure(
              failure(code, retryAfterMs),
              { attempt: index + 1, ofCause: index + 1, chance, reached: true },
              DEFAULT_RETRY_POLICY,
            ),
          )
          expect(all.at(-1)).toEqual({ do: 'give-up' })
          for (const one of all)
            if (one.do === 'again')
              expect(one.waitMs).toBeLessThanOrEqual(Math.max(waitMsMax, (retryAfterMs ?? 0) + firstWaitMs))
        },
      ),
    )
  })

  test('the tries of a provider that is down outlast a minute', () => {
    const waits = Array.from({ length: 9 }, (_, index) =>
      afterFailure(
        failure('unreachable'),
        { attempt: index + 1, ofCause: index + 1, chance: 0.5, reached: true },
        DEFAULT_RETRY_POLICY,
      ),
    ).map((one) => (one.do === 'again' ? one.waitMs : 0))
    expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(60_000)
  })

  test('causes are counted apart: one timeout after other failures is the first, and all together have an end', () => {
    const next = (attempt: number, ofCause: number) =>
      afterFailure(failure('timed-out'), { attempt, ofCause, chance: 0, reached: true }, DEFAULT_RETRY_POLICY)
        .do
    expect([next(3, 1), next(5, 2), next(6, 3), next(20, 1)]).toEqual([
      'again',
      'again',
      'give-up',
      'give-up',
    ])
  })

  test('an address that has never answered is given up sooner', () => {
    const next = (attempt: number, code: FailureCode) =>
      afterFailure(
        failure(code),
        { attempt, ofCause: attempt, chance: 0, reached: false },
        DEFAULT_RETRY_POLICY,
      ).do
    expect([next(3, 'unreachable'), next(4, 'unreachable')]).toEqual(['again', 'give-up'])
    expect(next(4, 'connection-lost')).toBe('again')
  })
})
