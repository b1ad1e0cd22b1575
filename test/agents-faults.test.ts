import type { ServerResponse } from 'node:http'
import { mcpAgent } from '../src/conversation/agent/mcp-agent.ts'
import { moduleAgent } from '../src/conversation/agent/module-agent.ts'
import type { Agent } from '../src/conversation/protocol/agent.ts'
import type { DeskAddress, TurnAnswer } from '../src/conversation/protocol/wire.ts'
import { openDeskHost } from '../src/runner/agents/shared/desk-host.ts'
import { loadPackOnce, type Wire } from './agents/contract.ts'
import { describeFaults, type FaultRow } from './agents/faults.ts'
import {
  answerOf,
  callDesk,
  callMcp,
  commandSource,
  httpWireTo,
  mcpClient,
  openService,
  script,
  viewOf,
} from './agents/wires.ts'
import { classic } from './support/references/classic.ts'

type Settings = Readonly<Record<string, unknown>>

const waiting = (timeoutMs: number): Settings => ({ timeout_seconds: timeoutMs / 1000 })
/** For what never comes: short, since what is tested is what happens, not how long we wait for it. */
const SOON = waiting(300)
/** For what comes, on however busy a machine. */
const LATE = waiting(120_000)

// ---- http

type Misbehave = (response: ServerResponse, desk: DeskAddress | undefined) => Promise<TurnAnswer | 'answered'>

/** The first `times` answers misbehave, the rest plays on. */
function httpFault(fault: string, times: number, misbehave: Misbehave, patience = LATE): FaultRow {
  return {
    fault,
    open: async () => {
      const pack = await loadPackOnce()
      const mind: Agent = classic(pack)
      let nth = 0
      const service = await openService(async (turn, response) => {
        nth += 1
        if (nth <= times) return misbehave(response, turn.desk)
        return answerOf(await mind.reply(viewOf(turn, pack)))
      })
      const source = httpWireTo(service.url, patience)
      const close = async (): Promise<void> => {
        await source.finish?.()
        await service.close()
      }
      return { make: source.make, told: service.told, close }
    },
  }
}

const ALWAYS = Number.POSITIVE_INFINITY
const status =
  (code: number, headers: Record<string, string> = {}): Misbehave =>
  async (response) => {
    response.writeHead(code, headers).end('{"error": "scripted"}')
    return 'answered'
  }
const body =
  (text: string, type = 'application/json'): Misbehave =>
  async (response) => {
    response.writeHead(200, { 'content-type': type }).end(text)
    return 'answered'
  }
const hang: Misbehave = async () => 'answered'
const reset: Misbehave = async (response) => {
  response.socket?.resetAndDestroy()
  return 'answered'
}
const cutOff: Misbehave = async (response) => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"messages": ["Hel')
  setTimeout(() => response.socket?.destroy(), 5)
  return 'answered'
}
const slowly =
  (everyMs: number): Misbehave =>
  async (response) => {
    const text = '{"messages": ["Hello, what is your order number?"]}'
    for (const letter of text) {
      if (response.destroyed) break
      response.write(letter)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    response.end()
    return 'answered'
  }
const answers =
  (answer: unknown): Misbehave =>
  async () =>
    answer as TurnAnswer

const nothingListens: FaultRow = {
  fault: 'nothing listens at the address',
  open: async () => {
    const service = await openService(async () => ({}))
    await service.close()
    const source = httpWireTo(service.url, LATE)
    return { make: source.make, told: () => '', close: async () => source.finish?.() }
  },
}

describeFaults('http', [
  httpFault('429 with retry-after, once', 1, status(429, { 'retry-after': '0' })),
  httpFault('429, always', ALWAYS, status(429)),
  httpFault('503, always', ALWAYS, status(503)),
  httpFault('500, once', 1, status(500)),
  httpFault('500, always', ALWAYS, status(500)),
  httpFault('hangs', ALWAYS, hang, SOON),
  httpFault('connection reset, once', 1, reset),
  httpFault('connection reset, always', ALWAYS, reset),
  httpFault('answer cut off in the middle, once', 1, cutOff),
  httpFault('malformed JSON', ALWAYS, body('{"messages": [')),
  httpFault('a web page with status 200', ALWAYS, body('<html><body>Log in</body></html>', 'text/html')),
  httpFault('an empty body', ALWAYS, body('')),
  httpFault('more than 4 MB', ALWAYS, body(JSON.stringify({ messages: ['x'.repeat(4_100_000)] }))),
  httpFault('nested without end', ALWAYS, body(`{"report": ${'['.repeat(5000)}${']'.repeat(5000)}}`)),
  httpFault('a few bytes at a time, in time', 1, slowly(1)),
  httpFault('a few bytes at a time, too slow', ALWAYS, slowly(20), SOON),
  nothingListens,
  httpFault('key refused (401)', ALWAYS, status(401)),
  httpFault('wrong path (404)', ALWAYS, status(404)),
  httpFault('moved (302)', ALWAYS, status(302, { location: 'http://127.0.0.1:1/' })),
  httpFault('members we do not know', ALWAYS, answers({ message: 'Hello' })),
  httpFault('nothing at all', 1, answers({})),
  httpFault('a report that cannot be read', 1, answers({ messages: ['Hello'], report: { intent: 7 } })),
  httpFault('a tool that does not exist', 1, answers({ calls: [{ tool: 'make_coffee' }] })),
  httpFault('wrong arguments', 1, answers({ calls: [{ tool: 'lookup_order', input: { number: 7 } }] })),
  httpFault(
    'calls reported although it has none of its own',
    ALWAYS,
    answers({ reported: [{ tool: 'x', ok: true }] }),
  ),
  httpFault(
    'endless calls',
    ALWAYS,
    answers({ calls: [{ tool: 'lookup_order', input: { order_id: 'LB-1042' } }] }),
  ),
  httpFault('endless calls of its own', ALWAYS, async (_, desk) => {
    const calls = Array.from({ length: 150 }, () =>
      callDesk(desk, { tool: 'lookup_order', input: { order_id: 'LB-1042' } }),
    )
    await Promise.all(calls)
    return { messages: ['Hello'] }
  }),
])

// ---- command

/** `turn` is the parsed line, `answer` writes one. */
function commandFault(fault: string, text: string, rest: Settings = {}): FaultRow {
  return {
    fault,
    open: async () => {
      const { file, remove } = script(`import { createInterface } from 'node:readline'
const answer = (value) => console.log(JSON.stringify(value))
let nth = 0
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line)
  nth += 1
  ${text}
}`)
      const source = commandSource(['node', file], { ...LATE, ...rest })
      const close = async (): Promise<void> => {
        await source.finish?.()
        remove()
      }
      return { make: source.make, told: () => '', close }
    },
  }
}

const HELLO = `answer({ messages: ['Hello, what is your order number?'] })`

describeFaults('command', [
  commandFault('ends before its first answer', 'process.exit(3)'),
  commandFault('ends in mid-conversation, with memory', `if (turn.ask > 1) process.exit(3)\n${HELLO}`),
  commandFault('ends in mid-conversation, without memory', `if (nth > 1) process.exit(3)\n${HELLO}`, {
    stateless: true,
  }),
  commandFault('ends on every turn, without memory', 'process.exit(3)', { stateless: true }),
  commandFault('hangs', '', SOON),
  commandFault('a log line instead of an answer', `console.log('thinking...')`),
  commandFault(
    'a line without end',
    `for (;;) process.stdout.write('x'.repeat(65536)) || await new Promise((go) => process.stdout.once('drain', go))`,
  ),
  commandFault('members we do not know', `answer({ message: 'Hello' })`),
  commandFault('a report that cannot be read', `answer({ messages: ['Hello'], report: 'fine' })`),
  commandFault(
    'a tool that does not exist',
    `answer(nth === 1 ? { calls: [{ tool: 'make_coffee' }] } : { messages: ['Hello'] })`,
  ),
])

// ---- module

function moduleFault(fault: string, reply: (nth: number) => unknown): FaultRow {
  return {
    fault,
    open: async () => {
      let nth = 0
      return {
        make: ({ aside }) =>
          moduleAgent({
            module: async () => ({
              reply: () => {
                nth += 1
                return reply(nth)
              },
              stateless: false,
              close: null,
            }),
            timeoutMs: 100,
            options: {},
            tools: 'ours',
            mapCall: (call) => call,
            stateless: false,
            secrets: [],
            aside,
          }),
        told: () => '',
        close: async () => undefined,
      }
    },
  }
}

describeFaults('module', [
  moduleFault('throws', () => {
    throw new TypeError('no such order')
  }),
  moduleFault('never answers', () => new Promise(() => undefined)),
  moduleFault('answers with nothing', () => undefined),
  moduleFault('members we do not know', () => ({ message: 'Hello' })),
  moduleFault('a circle', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    return circle
  }),
  moduleFault('a report that cannot be read', () => ({ messages: ['Hello'], report: [] })),
])

// ---- mcp

/** A client that does this with the desk, then leaves: well, or in failure. */
function mcpFault(fault: string, come: (desk: DeskAddress) => Promise<void>, timeoutMs = 120_000): FaultRow {
  return {
    fault,
    open: async (): Promise<Wire> => {
      const host = openDeskHost()
      const invite = async (desk: DeskAddress) => ({
        left: come(desk).then(
          () => ({ failed: false, about: 'exit code 0' }),
          (error: unknown) => ({ failed: true, about: String(error) }),
        ),
        dismiss: async () => undefined,
      })
      return {
        make: ({ aside }) => mcpAgent({ aside, serve: host.serve, timeoutMs, invite }),
        told: () => '',
        close: host.close,
      }
    },
  }
}

describeFaults('mcp', [
  mcpFault('never comes', () => new Promise(() => undefined), 200),
  mcpFault(
    'comes and never replies',
    async (desk) => {
      await callMcp(await mcpClient(desk), 'next_customer_message')
      await new Promise(() => undefined)
    },
    1000,
  ),
  mcpFault('crashes before it replies', async () => {
    throw new TypeError('exit code 1')
  }),
  mcpFault('leaves after its first reply', async (desk) => {
    const client = await mcpClient(desk)
    await callMcp(client, 'next_customer_message')
    await callMcp(client, 'reply_to_customer', { text: 'Hello, what is your order number?' })
  }),
  mcpFault('hands over and leaves without a word', async (desk) => {
    const client = await mcpClient(desk)
    await callMcp(client, 'next_customer_message')
    await callMcp(client, 'hand_over', { reason: 'other', note: 'I have to go.' })
  }),
  mcpFault('asks for the next message again and again', async (desk) => {
    const client = await mcpClient(desk)
    for (;;) {
      const { output } = await callMcp(client, 'next_customer_message')
      if ((output as { over?: boolean }).over === true) return
    }
  }),
  mcpFault('a reply without a text', async (desk) => {
    const client = await mcpClient(desk)
    await callMcp(client, 'reply_to_customer', { message: 'Hello' })
    throw new TypeError('exit code 1')
  }),
])
