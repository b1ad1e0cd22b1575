import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { anthropic, google, openai, type Protocol } from './protocols.ts'
import type { Asked, Fault, Script, Scripted } from './scripted.ts'

/**
 * A real HTTP server that speaks OpenAI's chat completions, Anthropic's messages and Google's generateContent, whole and as
 * a stream, and answers as scripted, faults included. It keeps what it was asked, byte for byte.
 */
export type ModelServer = {
  /** give this to OpenAI-compatible clients and to Anthropic's as the base URL */
  readonly url: string
  readonly asked: readonly Asked[]
  readonly close: () => Promise<void>
  /** most requests that were being answered at the same time */
  readonly peak: () => number
}

export async function openModelServer(
  script: Script,
  { keep = true }: { readonly keep?: boolean } = {},
): Promise<ModelServer> {
  const asked: Asked[] = []
  let nth = 0
  let open = 0
  let peak = 0
  const server = createServer((request, response) => {
    open += 1
    peak = Math.max(peak, open)
    response.once('close', () => {
      open -= 1
    })
    const number = nth++
    answer(request, response, { script, nth: number, note: (one) => (keep ? asked.push(one) : 0) }).catch(
      (error: unknown) => {
        // A request the server cannot read is the client's fault, and it should hear so.
        if (response.headersSent) response.destroy()
        else
          send(response, {
            status: 400,
            headers: {},
            body: JSON.stringify({ error: { message: String(error), type: 'invalid_request_error' } }),
          })
      },
    )
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    peak: () => peak,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const SPEAK: Readonly<Record<Asked['protocol'], Protocol>> = { openai, anthropic, google }
const protocolOf = (address: string): Asked['protocol'] =>
  address.endsWith('/messages') ? 'anthropic' : /enerateContent/.test(address) ? 'google' : 'openai'

type Answering = { readonly script: Script; readonly nth: number; readonly note: (asked: Asked) => void }

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { script, nth, note }: Answering,
): Promise<void> {
  const protocol = protocolOf(request.url ?? '')
  const speak = SPEAK[protocol]
  const raw = await bodyOf(request)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const asked: Asked = { protocol, ...speak.read(JSON.parse(raw), request.url ?? ''), raw, headers, nth }
  note(asked)
  const scripted = await script(asked)
  if (scripted.afterMs !== undefined) await wait(scripted.afterMs)
  const body = asked.stream ? streamOf(speak, scripted, asked) : JSON.stringify(speak.whole(scripted, asked))
  const type = asked.stream ? 'text/event-stream' : 'application/json'
  const whole: Whole = { status: 200, headers: { 'content-type': type, ...scripted.headers }, body }
  if (scripted.fault === undefined) send(response, whole)
  else await misbehave(response, whole, scripted.fault)
}

const streamOf = (speak: Protocol, scripted: Scripted, asked: Asked): string =>
  speak
    .pieces(scripted, asked)
    .map(
      ({ event, data }) =>
        `${event === undefined ? '' : `event: ${event}\n`}data: ${data === '[DONE]' ? data : JSON.stringify(data)}\n\n`,
    )
    .join('')

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

type Whole = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function send(response: ServerResponse, { status, headers, body }: Whole): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

async function misbehave(response: ServerResponse, whole: Whole, fault: Fault): Promise<void> {
  switch (fault.kind) {
    case 'status': {
      const body = JSON.stringify(
        fault.body ?? { error: { message: `scripted ${fault.status}`, type: 'scripted' } },
      )
      return send(response, {
        status: fault.status,
        headers: { 'content-type': 'application/json', ...fault.headers },
        body,
      })
    }
    case 'hang':
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'truncated':
      response.writeHead(whole.status, { ...whole.headers, 'content-length': Buffer.byteLength(whole.body) })
      response.write(whole.body.slice(0, whole.body.length >> 1), () => response.socket?.destroy())
      return
    case 'doubled': {
      const [from, to] = [whole.body.length >> 2, whole.body.length >> 1]
      response.writeHead(whole.status, { ...whole.headers, 'content-length': Buffer.byteLength(whole.body) })
      response.write(whole.body.slice(0, to))
      response.end(whole.body.slice(from))
      return
    }
    case 'malformed':
      return send(response, { ...whole, body: whole.body.slice(0, whole.body.length >> 1) })
    case 'html':
      return send(response, {
        ...whole,
        headers: { 'content-type': 'text/html' },
        body: '<!doctype html><title>Sign in</title>',
      })
    case 'slow': {
      const size = Math.ceil(whole.body.length / fault.pieces)
      response.writeHead(whole.status, whole.headers)
      for (let at = 0; at < whole.body.length && !response.destroyed; at += size) {
        response.write(whole.body.slice(at, at + size))
        await wait(fault.everyMs)
      }
      response.end()
    }
  }
}
