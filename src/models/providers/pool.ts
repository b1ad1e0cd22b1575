import type { Dispatcher } from 'undici'

/** No answer of a model is this large; what is would fill our memory. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024
/** `Response` takes no others, and a server may send any. */
const STATUS_MAX = 599
const WITHOUT_BODY = [204, 205, 304]

/** One POST over connections that are kept open and shared by all calls of a process, and its answer, read whole. */
export type Post = (
  url: URL,
  asked: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | null
    readonly signal?: AbortSignal | null | undefined
  },
) => Promise<Posted>

export type Posted = {
  readonly status: number
  /** by lower-case names */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** By undici's own pool: Node's built-in fetch costs several times the processor time a call. */
export function openPool(env: Readonly<Record<string, string | undefined>>): Post {
  let opening: Promise<Dispatcher> | undefined
  return async ({ origin, pathname, search }, { headers, body, signal = null }) => {
    opening ??= openDispatcher(env)
    const dispatcher = await opening
    const path = pathname + search
    const answer = await dispatcher.request({ origin, path, method: 'POST', headers, body, signal })
    return { status: answer.statusCode, headers: flat(answer.headers), text: await answer.body.text() }
  }
}

/** The same as a `fetch` for the AI SDK. What breaks on the way breaks as a network error, not as half an answer. */
export const poolFetch =
  (post: Post): typeof globalThis.fetch =>
  async (input, init) => {
    const { text, ...posted } = await post(new URL(input instanceof Request ? input.url : input), {
      headers: Object.fromEntries(new Headers(init?.headers).entries()),
      body: typeof init?.body === 'string' ? init.body : null,
      signal: init?.signal,
    })
    const status = Math.min(posted.status, STATUS_MAX)
    return new Response(WITHOUT_BODY.includes(status) ? null : text, { status, headers: posted.headers })
  }

async function openDispatcher(env: Readonly<Record<string, string | undefined>>): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent } = await import('undici')
  // Our own clock times calls out (`retrying-model.ts`); a second one in the pool would only name it differently.
  const options = {
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 10_000,
    maxResponseSize: ANSWER_BYTES_MAX,
  }
  const httpProxy = env['http_proxy'] ?? env['HTTP_PROXY']
  const httpsProxy = env['https_proxy'] ?? env['HTTPS_PROXY']
  const noProxy = env['no_proxy'] ?? env['NO_PROXY']
  if (httpProxy === undefined && httpsProxy === undefined) return new Agent(options)
  const proxies = {
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    ...(noProxy === undefined ? {} : { noProxy }),
  }
  return new EnvHttpProxyAgent({ ...options, ...proxies })
}

const flat = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]))
