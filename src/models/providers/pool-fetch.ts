import type { Dispatcher } from 'undici'

/**
 * A `fetch` for the AI SDK over undici's own pool: Node's built-in fetch costs several times the processor time a call.
 * The body is read here, whole: what breaks on the way breaks as a network error, not as half an answer.
 */
export function poolFetch(env: Readonly<Record<string, string | undefined>>): typeof globalThis.fetch {
  let pool: Promise<{ request: typeof import('undici').request; dispatcher: Dispatcher }> | undefined
  return async (input, init) => {
    pool ??= openPool(env)
    const { request, dispatcher } = await pool
    const answer = await request(input instanceof Request ? input.url : input, {
      dispatcher,
      method: 'POST',
      headers: headersOf(init?.headers),
      body: typeof init?.body === 'string' ? init.body : null,
      ...(init?.signal ? { signal: init.signal } : {}),
    })
    const text = await answer.body.text()
    const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304
    return new Response(hasBody ? text : null, {
      status: answer.statusCode,
      headers: flat(answer.headers),
    })
  }
}

/** No answer of a model is this large; what is would fill our memory. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024

async function openPool(env: Readonly<Record<string, string | undefined>>) {
  const { request, Agent, EnvHttpProxyAgent } = await import('undici')
  // Our own clock times calls out (`patient.ts`); a second one in the pool would only name it differently.
  const options = {
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 10_000,
    maxResponseSize: ANSWER_BYTES_MAX,
  }
  const httpProxy = env['http_proxy'] ?? env['HTTP_PROXY']
  const httpsProxy = env['https_proxy'] ?? env['HTTPS_PROXY']
  const noProxy = env['no_proxy'] ?? env['NO_PROXY']
  if (httpProxy === undefined && httpsProxy === undefined) return { request, dispatcher: new Agent(options) }
  const proxies = {
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    ...(noProxy === undefined ? {} : { noProxy }),
  }
  return { request, dispatcher: new EnvHttpProxyAgent({ ...options, ...proxies }) }
}

type Init = NonNullable<Parameters<typeof globalThis.fetch>[1]>

const headersOf = (headers: Init['headers']): Record<string, string> =>
  Object.fromEntries(headers === undefined ? [] : new Headers(headers).entries())

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  )
