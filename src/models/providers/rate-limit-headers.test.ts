import { expect, test } from 'vitest'
import { quietMs, retryAfterMs } from './rate-limit-headers.ts'

const DATE = 'Sun, 15 Nov 2026 08:00:00 GMT'

test.each([
  [{}, null],
  [{ 'retry-after': '2' }, 2_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': '-3' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{ 'retry-after': 'Sun, 15 Nov 2026 08:00:07 GMT', date: DATE }, 7_000],
  [{ 'retry-after': 'Sun, 15 Nov 2026 07:00:00 GMT', date: DATE }, 0],
  [{ 'retry-after': 'soon' }, null],
])('retry-after %o: %s', (headers, ms) => expect(retryAfterMs(headers)).toBe(ms))

test.each([
  [{}, 0],
  [{ 'x-ratelimit-remaining-requests': '3', 'x-ratelimit-reset-requests': '9s' }, 0],
  [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1s' }, 1_000],
  [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '12ms' }, 12],
  [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '0m8.5s' }, 8_500],
  [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' }, 60_000],
  [
    {
      'anthropic-ratelimit-requests-remaining': '0',
      'anthropic-ratelimit-requests-reset': '2026-11-15T08:00:03Z',
      date: DATE,
    },
    3_000,
  ],
  [
    {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Date.UTC(2026, 10, 15, 8, 0, 2)),
      date: DATE,
    },
    2_000,
  ],
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'garbage' }, 0],
])('quiet after %o: %i', (headers, ms) => expect(quietMs(headers)).toBe(ms))
