import type { Dispatcher } from 'undici'

/** Connections to models, kept open and shared by all calls of a process. */
export type Pool = { readonly post: (url: URL, posted: Posted) => Promise<PostAnswer> }

export type Posted = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  readonly signal?: AbortSignal | undefined
}

/** Names of headers are in small letters. */
export type PostAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * undici's own pool: Node's built-in fetch costs several times the processor time a call. An answer is read here, whole: what
 * breaks on the way breaks as a network error, not as half an answer.
 */
export function openPool(env: Readonly<Record<string, string | undefined>>): Pool {
  let opening: Promise<Dispatcher> | undefined
  return {
    post: async (url, { headers, body, signal }) => {
      opening ??= openDispatcher(env)
      const dispatcher = await opening
      const answer = await dispatcher.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers,
        body,
        ...(signal === undefined ? {} : { signal }),
      })
      const text = await answer.body.text()
      return { status: answer.statusCode, headers: flat(answer.headers), text }
    },
  }
}

/** No answer of a model is this large; what is would fill our memory. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024

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

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) texts[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return texts
}
