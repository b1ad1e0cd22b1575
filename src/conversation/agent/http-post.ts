import type { Dispatcher } from 'undici'
import { startDeadline, stopped } from './deadline.ts'
import type { Trouble } from './http-failures.ts'

/** One POST of JSON, and what came of it: a JSON value, or a trouble with a few words. It must not know what either means. */
export type Post = {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly stop: AbortSignal
  readonly timeoutMs: number
  readonly bytesMax: number
}

export type Posted =
  | { readonly answered: true; readonly value: unknown }
  | { readonly answered: false; readonly trouble: Trouble; readonly about: string }

export async function postJson(dispatcher: Dispatcher, post: Post): Promise<Posted> {
  const deadline = startDeadline(post.stop, post.timeoutMs)
  let isAnswering = false
  try {
    const address = new URL(post.address)
    const { statusCode, headers, body } = await dispatcher.request({
      origin: address.origin,
      path: `${address.pathname}${address.search}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...post.headers },
      body: post.body,
      signal: deadline.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    isAnswering = true
    const text = await readAtMost(body, post.bytesMax)
    if (text === null) return trouble({ kind: 'too-large' }, `more than ${post.bytesMax} bytes`)
    if (statusCode < 200 || statusCode > 299) {
      const retryAfterMs = retryAfter(headers['retry-after'])
      return trouble({ kind: 'status', status: statusCode, retryAfterMs }, `status ${statusCode}: ${text}`)
    }
    return parse(text)
  } catch (error) {
    if (post.stop.aborted) throw stopped()
    if (deadline.isLate()) return trouble({ kind: 'late' }, `nothing within ${post.timeoutMs / 1000} s`)
    return trouble({ kind: isAnswering || wasCut(error) ? 'cut' : 'unreachable' }, wordsOf(error))
  } finally {
    deadline.clear()
  }
}

const trouble = (what: Trouble, about: string): Posted => ({ answered: false, trouble: what, about })

function parse(text: string): Posted {
  try {
    return { answered: true, value: JSON.parse(text) }
  } catch {
    return trouble({ kind: 'not-json' }, text.trim() === '' ? 'an empty body' : text)
  }
}

async function readAtMost(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** `retry-after` in seconds; a date would need a clock both sides agree on. */
function retryAfter(header: string | string[] | undefined): number | null {
  const seconds = Number([header].flat()[0] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

/** The connection stood and was lost before an answer: the service's doing. Otherwise it never stood. */
const wasCut = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT'].includes(codeOf(error)) ||
  codeOf(error).startsWith('HPE_') ||
  codeOf(error).startsWith('UND_ERR_RES')

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

const wordsOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return [codeOf(error), message].filter((part) => part !== '').join(' ')
}
