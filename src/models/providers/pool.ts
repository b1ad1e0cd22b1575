import type { Dispatcher } from 'undici'
import type { CallStop } from '../call-stop.ts'
import { handOnInTurns } from './hand-on.ts'

/** Connections to models, kept open and shared by all calls of a process. */
export type Pool = { readonly post: (url: URL, posted: Posted) => Promise<PostAnswer> }

export type Posted = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  readonly stop?: CallStop | undefined
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
  const handOn = handOnInTurns()
  let opening: Promise<Dispatcher> | undefined
  let opened: Dispatcher | undefined
  const open = async (): Promise<Dispatcher> => {
    opening ??= openDispatcher(env)
    opened = await opening
    return opened
  }
  return {
    post: async (url, posted) => postTo({ dispatcher: opened ?? (await open()), handOn }, url, posted),
  }
}

type Opened = { readonly dispatcher: Dispatcher; readonly handOn: (answer: () => void) => void }

/**
 * Takes the answer from the parser as it comes. undici's `request` would make a stream of it and a signal's listener, which
 * costs as much as the rest of the way.
 */
function postTo(
  { dispatcher, handOn }: Opened,
  url: URL,
  { headers, body, stop }: Posted,
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    let status = 0
    let said: Record<string, string> = {}
    const chunks: Buffer[] = []
    let under: Dispatcher.DispatchController | undefined
    let stopped: Error | undefined
    let isOver = false
    const { origin, pathname, search } = url
    dispatcher.dispatch(
      { origin, path: pathname + search, method: 'POST', headers, body },
      {
        onRequestStart: (controller) => {
          under = controller
          if (stopped !== undefined) controller.abort(stopped)
        },
        onResponseStart: (_, statusCode, theirs) => {
          // 100 and 103 come before the answer.
          if (statusCode < 200) return
          status = statusCode
          said = flat(theirs)
        },
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => {
          // Its connection may carry another call by now, and an answer that has come is not late any more.
          under = undefined
          isOver = true
          handOn(() => resolve({ status, headers: said, text: textOf(chunks) }))
        },
        onResponseError: (_, error) => reject(error),
      },
    )
    stop?.onStop((reason) => {
      if (isOver) return
      stopped = reason instanceof Error ? reason : new DOMException('The call was stopped.', 'AbortError')
      under?.abort(stopped)
      reject(stopped)
    })
  })
}

const BYTE_ORDER_MARK = '\uFEFF'

function textOf(chunks: readonly Buffer[]): string {
  const [only, ...others] = chunks
  if (only === undefined) return ''
  const text = (others.length === 0 ? only : Buffer.concat(chunks)).toString()
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
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
