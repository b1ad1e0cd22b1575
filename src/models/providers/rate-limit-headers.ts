/** Reading of what providers say about waiting. Headers come with lower-case names. */
type Headers = Readonly<Record<string, string>>

const QUIET_MS_MAX = 60_000

/** `retry-after` in seconds or as a date, or its millisecond cousin; null: the provider did not say. */
export function retryAfterMs(headers: Headers): number | null {
  const ms = Number(headers['retry-after-ms'])
  if (headers['retry-after-ms'] !== undefined && Number.isFinite(ms)) return Math.max(0, ms)
  const after = headers['retry-after']
  if (after === undefined) return null
  const seconds = Number(after)
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : untilDate(after, headers)
}

const REMAINING = [
  ['x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'],
  ['x-ratelimit-remaining-tokens', 'x-ratelimit-reset-tokens'],
  ['anthropic-ratelimit-requests-remaining', 'anthropic-ratelimit-requests-reset'],
  ['anthropic-ratelimit-tokens-remaining', 'anthropic-ratelimit-tokens-reset'],
  ['x-ratelimit-remaining', 'x-ratelimit-reset'],
] as const

/** An answer that says "this was the last one for now": how long to leave the provider alone. 0: go on. */
export function quietMs(headers: Headers): number {
  const waits = REMAINING.map(([remaining, reset]) => {
    const until = headers[reset]
    return headers[remaining]?.trim() === '0' && until !== undefined ? resetMs(until, headers) : 0
  })
  return Math.min(QUIET_MS_MAX, Math.max(0, ...waits))
}

/** `1s`, `6m0s`, `12ms`; a date; milliseconds since 1970. */
function resetMs(text: string, headers: Headers): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  if (parts.length > 0 && parts.map(([part]) => part).join('') === text.trim())
    return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0), 0)
  const number = Number(text)
  if (!Number.isFinite(number)) return untilDate(text, headers) ?? 0
  return number > 1e12 ? (untilDate(new Date(number).toISOString(), headers) ?? 0) : number * 1000
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** By the provider's own clock, so that ours may be wrong. */
function untilDate(date: string, headers: Headers): number | null {
  const ms = Date.parse(date) - Date.parse(headers['date'] ?? '')
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
