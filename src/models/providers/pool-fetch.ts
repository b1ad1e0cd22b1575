import type { Dispatcher } from 'undici'

/** No answer of a model is this large; what is would fill our memory. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024
/** `Response` takes no others, and a server may send any. */
const STATUS_MAX = 599
const WITHOUT_BODY = [204, 205, 304]

/**
 * A `fetch` for the AI SDK over connections that are kept open and shared by all calls of a process, by undici's own pool: Node's
 * built-in fetch costs several times the processor time a call. An answer is read here, whole: what breaks on the way breaks as
 * a network error, not as half an answer.
 */
export function poolFetch(env: Readonly<Record<string, string | undefined>>): typeof globalThis.fetch {
  let opening: Promise<Dispatcher> | undefined
  return async (input, init) => {
    opening ??= openDispatcher(env)
    const dispatcher = await opening
    const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input)
    const { statusCode, headers, body } = await dispatcher.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: Object.fromEntries(new Headers(init?.headers).entries()),
      body: typeof init?.body === 'string' ? init.body : null,
      signal: init?.signal ?? null,
    })
    const text = await body.text()
    const status = Math.min(statusCode, STATUS_MAX)
    return new Response(WITHOUT_BODY.includes(status) ? null : text, { status, headers: flat(headers) })
  }
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

const flat = (headers: Dispatcher.ResponseData['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
