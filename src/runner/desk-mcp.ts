import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Line } from '../conversation/desk/line.ts'
import { mcpServerFor } from '../conversation/desk/mcp-server.ts'

/** MCP sessions over streamable HTTP: one server each, bound to the token it was opened with. */
export type McpSessions = {
  /** the request belongs to a session opened with this token */
  readonly holds: (request: IncomingMessage, token: string) => boolean
  readonly handle: (request: IncomingMessage, response: ServerResponse, by: Caller) => Promise<void>
  /** no session is opened with this token any more; those there are hear that it is over, and go after a while */
  readonly release: (token: string) => void
  readonly close: () => Promise<void>
}

/** `lineFor`: null where no new session may be opened. */
export type Caller = { readonly token: string; readonly lineFor: (() => Line) | null }

type Session = { readonly token: string; readonly transport: StreamableHTTPServerTransport }

/** how long a client of an ended trial is still told so */
const LINGER_MS = 30_000

export function openMcpSessions(): McpSessions {
  const sessions = new Map<string, Session>()
  const sessionOf = (request: IncomingMessage, token: string): Session | undefined => {
    const session = sessions.get(String(request.headers['mcp-session-id'] ?? ''))
    return session?.token === token ? session : undefined
  }
  const open = async (token: string, line: Line): Promise<Session> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: true,
      onsessioninitialized: (id) => void sessions.set(id, { token, transport }),
      onsessionclosed: (id) => void sessions.delete(id),
    })
    // The transport's optional callbacks are typed without `undefined`; nothing else keeps it from being one.
    await mcpServerFor(line).connect(transport as Parameters<ReturnType<typeof mcpServerFor>['connect']>[0])
    return { token, transport }
  }
  const closeAll = (of: (session: Session) => boolean): Promise<unknown> =>
    Promise.all(
      [...sessions]
        .filter(([, session]) => of(session))
        .map(([id, session]) => {
          sessions.delete(id)
          return session.transport.close()
        }),
    )
  return {
    holds: (request, token) => sessionOf(request, token) !== undefined,
    handle: async (request, response, { token, lineFor }) => {
      const session = sessionOf(request, token)
      if (session !== undefined) return session.transport.handleRequest(request, response)
      if (request.headers['mcp-session-id'] !== undefined || lineFor === null) return noSession(response)
      const { transport } = await open(token, lineFor())
      return transport.handleRequest(request, response)
    },
    release: (token) =>
      void setTimeout(() => closeAll((session) => session.token === token), LINGER_MS).unref(),
    close: async () => void (await closeAll(() => true)),
  }
}

function noSession(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' })
  const error = { code: -32001, message: 'There is no such session; open one with initialize.' }
  response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }))
}
