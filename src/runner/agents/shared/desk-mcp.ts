import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import type { Line } from '../../../conversation/desk/line.ts'
import { mcpServerFor } from '../../../conversation/desk/mcp-server.ts'

/** MCP sessions over streamable HTTP: one server each, bound to the token it was opened with. */
export type McpSessions = {
  /** the request belongs to a session opened with this token */
  readonly holds: (request: IncomingMessage, token: string) => boolean
  readonly handle: (request: IncomingMessage, response: ServerResponse, by: Caller) => Promise<void>
  /** no session is opened with this token any more; those there are hear that it is over, and go after a while */
  readonly release: (token: string) => void
  readonly close: () => Promise<void>
}

/** What a new session sits at, and whom to tell when it has left. */
export type Visit = { readonly line: Line; readonly left: () => void }
export type OpenVisit = () => Promise<Visit>

/** `open`: null where no new session may be opened. */
type Caller = { readonly token: string; readonly open: OpenVisit | null; readonly body: unknown }

type Session = {
  readonly token: string
  readonly transport: StreamableHTTPServerTransport
  readonly line: Line
  readonly left: () => void
}

/** Of one token. An agent needs one; whoever opens them without end would fill our memory. */
const SESSIONS_MAX = 100
/** how long a client of an ended trial is still told so */
const LINGER_MS = 30_000

export function openMcpSessions(): McpSessions {
  const sessions = new Map<string, Session>()
  const opening = new Set<{ readonly token: string; readonly line?: undefined }>()
  const sessionOf = (request: IncomingMessage, token: string): Session | undefined => {
    const session = sessions.get(String(request.headers['mcp-session-id'] ?? ''))
    return session?.token === token ? session : undefined
  }
  const forget = (id: string): void => {
    sessions.get(id)?.left()
    sessions.delete(id)
  }
  const begin = async (token: string, { line, left }: Visit): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: true,
      onsessioninitialized: (id) => void sessions.set(id, { token, transport, line, left }),
      onsessionclosed: forget,
    })
    // The SDK types its own transport without `undefined` in optional members; it is one of its transports.
    await mcpServerFor(line).connect(transport as Parameters<Server['connect']>[0])
    return transport
  }
  const closeWhere = async (isMeant: (session: Session) => boolean): Promise<void> => {
    for (const [id, session] of [...sessions].filter(([, one]) => isMeant(one))) {
      forget(id)
      await session.transport.close()
    }
  }
  return {
    holds: (request, token) => sessionOf(request, token) !== undefined,
    handle: async (request, response, { token, open, body }) => {
      const session = sessionOf(request, token)
      if (session !== undefined) return session.transport.handleRequest(request, response, body)
      // Only a first request opens a desk: whoever asks for a session we do not know gets none.
      const isFirst = request.headers['mcp-session-id'] === undefined && isInitializeRequest(body)
      if (!isFirst || open === null) return refuse(response, 404, NO_SESSION)
      const all = [...sessions.values(), ...opening].filter((one) => one.token === token)
      const over = all.find((one) => one.line?.isOver())
      if (all.length >= SESSIONS_MAX && over === undefined) return refuse(response, 503, TOO_MANY)
      const begun = { token }
      opening.add(begun)
      try {
        if (all.length >= SESSIONS_MAX) await closeWhere((one) => one === over)
        const transport = await begin(token, await open())
        await transport.handleRequest(request, response, body)
      } finally {
        opening.delete(begun)
      }
    },
    release: (token) =>
      void setTimeout(() => void closeWhere((one) => one.token === token), LINGER_MS).unref(),
    close: () => closeWhere(() => true),
  }
}

const NO_SESSION = 'There is no such session; open one with initialize.'
const TOO_MANY = `${SESSIONS_MAX} sessions are open; end one (DELETE), or try again later.`

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32001, message }, id: null }))
}
