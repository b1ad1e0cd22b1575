import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { EXIT, SageError } from '../../../base/error.ts'
import type { Json } from '../../../base/values/json.ts'
import type { Line, Serve } from '../../../conversation/desk/line.ts'
import type { DeskAddress } from '../../../conversation/protocol/wire.ts'
import type { McpSessions, OpenVisit } from './desk-mcp.ts'

/**
 * The desks of trials under way on one port: hundreds at once, told apart by their tokens. In: HTTP calls with a bearer
 * token, plain or MCP. Out: what that trial's line answers. It must not know what a trial is about.
 */
export type DeskHost = {
  /** one trial's line, for all who hold its token */
  readonly serve: Serve
  /** a line of its own for each MCP session opened with this token */
  readonly receive: (open: OpenVisit, token?: string) => Promise<DeskAddress>
  readonly close: () => Promise<void>
}

/** `line`: null where only MCP sessions are taken, each with a line of its own. */
type Entrance = { readonly line: Line | null; readonly open: OpenVisit }

export type HostPlace = { readonly host: string; readonly port: number }
const LOOPBACK: HostPlace = { host: '127.0.0.1', port: 0 }

const BODY_BYTES_MAX = 1_000_000
/** ended trials whose late callers are still told so, rather than that we have never heard of them */
const ENDED_MAX = 10_000

const Call = z.strictObject({ tool: z.string().min(1), input: z.json().optional() })

export function openDeskHost(place: HostPlace = LOOPBACK): DeskHost {
  const entrances = new Map<string, Entrance>()
  const ended = new Set<string>()
  let sessions: Promise<McpSessions> | null = null
  let listening: Promise<Listening> | null = null

  const find: Find = (token) => entrances.get(token) ?? (ended.has(token) ? 'over' : 'unknown')
  const mcp = (): Promise<McpSessions> => {
    sessions ??= import('./desk-mcp.ts').then(({ openMcpSessions }) => openMcpSessions())
    return sessions
  }
  const enter = async (entrance: Entrance, token: string): Promise<DeskAddress> => {
    listening ??= startServer(place, (request, response) => answer(request, response, { find, mcp }))
    const { address } = await listening
    entrances.set(token, entrance)
    return { address, mcp: `${address}/mcp`, token }
  }
  return {
    serve: async (line) => {
      const token = newToken()
      const open: OpenVisit = async () => ({ line, left: () => undefined })
      const desk = await enter({ line, open }, token)
      const close = (): void => {
        entrances.delete(token)
        remember(ended, token)
        void sessions?.then((all) => all.release(token))
      }
      return { desk, close }
    },
    receive: (open, token = newToken()) => enter({ line: null, open }, token),
    close: async () => {
      const open = await listening
      if (open === null) return
      await allAnswered(open.answering)
      await (await sessions)?.close()
      open.server.closeAllConnections()
      await new Promise<void>((resolve) => open.server.close(() => resolve()))
    },
  }
}

type Listening = {
  readonly server: Server
  readonly address: string
  /** calls that have come in and are not answered yet; a stream an MCP client listens on is none */
  readonly answering: Set<ServerResponse>
}

function underWay(answering: Set<ServerResponse>, response: ServerResponse): void {
  answering.add(response)
  response.once('close', () => answering.delete(response))
}

const ANSWER_MS = 1_000

/** The last word of a trial is an answer like any other: closing must not cut it off. */
async function allAnswered(answering: ReadonlySet<ServerResponse>): Promise<void> {
  const late = AbortSignal.timeout(ANSWER_MS)
  await Promise.all([...answering].map((response) => once(response, 'close', { signal: late }))).catch(
    () => undefined,
  )
}

const newToken = (): string => randomBytes(24).toString('base64url')

function remember(ended: Set<string>, token: string): void {
  ended.add(token)
  const [oldest] = ended
  if (ended.size > ENDED_MAX && oldest !== undefined) ended.delete(oldest)
}

type Find = (token: string) => Entrance | 'over' | 'unknown'
type Inside = { readonly find: Find; readonly mcp: () => Promise<McpSessions> }

function startServer(
  { host, port }: HostPlace,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Listening> {
  const answering = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (request.method === 'POST') underWay(answering, response)
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, 500, { error: 'desk_failed', message: String(error) })
      else response.destroy()
    })
  })
  // A desk nobody calls must not keep a finished run alive.
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new SageError('desk-port', `the desk cannot listen on ${host}:${port} (${cause.message})`, {
          hint: 'Choose another --port, or omit it.',
          exit: EXIT.wrongUsage,
          cause,
        }),
      ),
    )
    server.listen(port, host, () => {
      const bound = server.address() as AddressInfo
      resolve({
        server,
        answering,
        address: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`,
      })
    })
  })
}

async function answer(request: IncomingMessage, response: ServerResponse, inside: Inside): Promise<void> {
  if (isFromAPage(request)) return send(response, 403, NOT_FROM_PAGES)
  if (!isOurHost(request)) return send(response, 403, OTHER_HOST)
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const found = inside.find(token)
  const path = (request.url ?? '/').split('?')[0]
  if (found === 'unknown') return send(response, 401, NO_TOKEN)
  if (path === '/mcp') return answerMcp(request, response, { found, token, sessions: await inside.mcp() })
  if (found === 'over') return send(response, 410, OVER)
  if (found.line === null) return send(response, 404, MCP_ONLY)
  if (path === '/tools' && request.method === 'GET')
    return send(response, 200, { tools: (found.line.view()?.tools ?? []) as Json })
  if (path === '/call' && request.method === 'POST') return answerCall(request, response, found.line)
  return send(response, 404, { error: 'not_found', message: 'There is GET /tools, POST /call and /mcp.' })
}

const OTHER_HOST = {
  error: 'forbidden',
  message:
    'This desk answers to its own address only. To call it by another name, bind it there with --host.',
}
const NOT_FROM_PAGES = { error: 'forbidden', message: 'No calls from web pages.' }
const NO_TOKEN = {
  error: 'unauthorized',
  message: 'Send the token of your turn: Authorization: Bearer <desk.token>.',
}
const OVER = { error: 'trial_over', message: 'This trial is over; no more calls are taken.' }
const MCP_ONLY = { error: 'not_found', message: 'This desk speaks MCP only: /mcp.' }
const BAD_CALL = { error: 'bad_request', message: 'Send {"tool": "...", "input": {...}}.' }

async function answerCall(request: IncomingMessage, response: ServerResponse, line: Line): Promise<void> {
  const body = await readBody(request)
  if (body === TOO_LARGE) return tooLarge(response)
  const call = Call.safeParse(body)
  if (!call.success) return send(response, 400, BAD_CALL)
  const { ok, output } = line.call(call.data.tool, call.data.input ?? {})
  return send(response, 200, { ok, output })
}

type McpCall = { readonly found: Entrance | 'over'; readonly token: string; readonly sessions: McpSessions }

async function answerMcp(
  request: IncomingMessage,
  response: ServerResponse,
  { found, token, sessions }: McpCall,
): Promise<void> {
  // A session opened in time hears from its line that the trial is over, in the protocol's own words.
  if (found === 'over' && !sessions.holds(request, token)) return send(response, 410, OVER)
  const body = request.method === 'POST' ? await readBody(request) : undefined
  if (body === TOO_LARGE) return tooLarge(response)
  if (request.method === 'POST' && body === undefined) return send(response, 400, NO_JSON)
  return sessions.handle(request, response, { token, open: found === 'over' ? null : found.open, body })
}

/** Browsers say where a page is from; tools do not. A page must not reach a desk through its reader's machine. */
const isFromAPage = (request: IncomingMessage): boolean => request.headers.origin !== undefined

/** On this machine a desk is called by this machine's names: a page of another name that leads here is refused. */
function isOurHost({ headers, socket }: IncomingMessage): boolean {
  const bound = socket.localAddress?.replace(/^::ffff:/, '') ?? ''
  if (bound !== '127.0.0.1' && bound !== '::1') return true
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]' || name === ''
}

const TOO_LARGE = Symbol('too large')
const NO_JSON = { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null }

/** The rest of what is sent is not read. */
function tooLarge(response: ServerResponse): void {
  response.writeHead(413, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ error: 'too_large', message: `At most ${BODY_BYTES_MAX} bytes are taken.` }))
}

/** The body as JSON; undefined where it is none. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) return TOO_LARGE
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
