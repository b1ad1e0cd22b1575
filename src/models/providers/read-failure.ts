import { z } from 'zod'
import { hideSecrets } from '../../base/secrets.ts'
import type { FailureCode } from '../failure-codes.ts'
import { ModelFailed } from '../model-failed.ts'
import { retryAfterMs } from './rate-limit-headers.ts'

/** What the AI SDK throws, and `completionsModel`, when a provider answered badly or not at all. */
const Thrown = z.object({
  name: z.string(),
  message: z.string(),
  statusCode: z.number().optional(),
  responseHeaders: z.record(z.string(), z.string()).optional(),
  responseBody: z.string().optional(),
})

const MESSAGE_CHARS_MAX = 300
const CAUSES_MAX = 6

/**
 * From whatever was thrown to a failure with a code. `secret` (the key) is taken out of every message: some servers repeat
 * it in their refusal. What is no failure of the way to the model is ours, and undefined here.
 */
export function readFailure(error: unknown, model: string, secret: string | null): ModelFailed | undefined {
  const thrown = Thrown.safeParse(error).data
  const network = networkCode(error)
  const status = thrown?.statusCode ?? null
  const body = thrown?.responseBody ?? ''
  const code = network ?? (status === null ? sdkCode(thrown?.name) : statusCode(status, body))
  if (code === undefined) return undefined
  const message = thrown?.message ?? ''
  const moved =
    status !== null && status >= 300 && status < 400 ? sayMoved(thrown?.responseHeaders?.['location']) : null
  const said = moved ?? (body === '' || status === 200 ? message : saidIn(body, message))
  const clean = hideSecrets(secret === null ? [] : [secret], 1)(said).trim()
  const told = [status === null ? null : `HTTP ${status}`, clean === '' ? null : clean].filter(
    (one) => one !== null,
  )
  return new ModelFailed(
    { code, status, retryAfterMs: retryAfterMs(thrown?.responseHeaders ?? {}) },
    `${model}: ${code}${told.length === 0 ? '' : ` (${told.join(': ').slice(0, MESSAGE_CHARS_MAX)})`}`,
  )
}

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|ERR_SSL|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/
const LOST =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED|UND_ERR_RES_|UND_ERR_RESPONSE|HPE_)/
const TOO_LARGE = /^UND_ERR_RES_EXCEEDED_MAX_SIZE/
const LATE = /^UND_ERR_(HEADERS|BODY)_TIMEOUT/

function networkCode(error: unknown): FailureCode | undefined {
  let at: unknown = error
  for (let depth = 0; depth < CAUSES_MAX && at instanceof Error; depth += 1) {
    const code = 'code' in at ? String(at.code) : ''
    if (UNREACHABLE.test(code)) return 'unreachable'
    if (TOO_LARGE.test(code)) return 'unreadable-answer'
    if (LOST.test(code)) return 'connection-lost'
    if (LATE.test(code)) return 'timed-out'
    at = at.cause
  }
  return undefined
}

function statusCode(status: number, body: string): FailureCode {
  if (/insufficient_quota|credit balance is too low|insufficient credits/i.test(body)) return 'out-of-credit'
  switch (status) {
    case 200:
      return bodyStatus(body) ?? 'unreadable-answer'
    case 401:
    case 403:
      return 'key-refused'
    case 402:
      return 'out-of-credit'
    case 404:
      return 'model-unknown'
    case 429:
      return 'rate-limited'
    case 503:
    case 529:
      return 'overloaded'
    case 408:
    case 409:
    case 425:
      return 'server-error'
  }
  if (status >= 500) return 'server-error'
  if (status >= 300 && status < 400) return 'unreadable-answer'
  if (/content_filter|content_policy|content management policy|safety system/i.test(body))
    return 'model-refused'
  if (
    /context_length|context length|context window|prompt is too long|too many (input )?tokens|input token count/i.test(
      body,
    )
  )
    return 'context-too-long'
  return 'request-refused'
}

/** A key goes to the address it is meant for, and nowhere that this address names. */
const sayMoved = (to = '?'): string =>
  `it redirects to ${to.replace(/\?.*/s, '')}, which is not followed. If that is the provider, name it as base_url.`

const ErrorBody = z.object({ error: z.object({ code: z.number(), message: z.string().optional() }) })

/** Some gateways answer 200 and put the status into the body. */
function bodyStatus(body: string): FailureCode | undefined {
  const code = ErrorBody.safeParse(jsonOf(body)).data?.error.code
  return code === undefined || code < 400 || code > 599 ? undefined : statusCode(code, body)
}

/** The SDK's own complaints about an answer that came but cannot be used. */
const sdkCode = (name: string | undefined): FailureCode | undefined =>
  name !== undefined &&
  /^AI_(APICall|InvalidResponseData|JSONParse|TypeValidation|EmptyResponseBody|NoContentGenerated)Error$/.test(
    name,
  )
    ? 'unreadable-answer'
    : undefined

const SaidBody = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

function saidIn(body: string, otherwise: string): string {
  const said = SaidBody.safeParse(jsonOf(body)).data?.error
  return said === undefined ? otherwise : typeof said === 'string' ? said : said.message
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
