import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Json } from '../../src/base/values/json.ts'
import type { Pack } from '../../src/cases/case.ts'
import { type Guest, mcpAgent } from '../../src/conversation/agent/mcp-agent.ts'
import { moduleAgent } from '../../src/conversation/agent/module-agent.ts'
import type { Agent, AgentMove, AgentView, Heard } from '../../src/conversation/protocol/agent.ts'
import type { DeskAddress, Turn, TurnAnswer } from '../../src/conversation/protocol/wire.ts'
import { noModels } from '../../src/models/no-models.ts'
import { makeCommand } from '../../src/runner/agents/command/make-command.ts'
import { httpSource } from '../../src/runner/agents/http/make-http.ts'
import type { AgentSource } from '../../src/runner/agents/shared/agent-maker.ts'
import { openDeskHost } from '../../src/runner/agents/shared/desk-host.ts'
import { reportForm } from '../../src/runner/trial/report-form.ts'
import type { Wire } from './contract.ts'
import { outsideAgent } from './trial.ts'

/** A brain in this process behind each of our wires, as a team's own agent would sit there. */
export type Brain = () => Agent

/** What an agent on the far side makes of a turn: the view again. */
export const viewOf = (turn: Turn, pack: Pack): AgentView => ({
  sop: turn.sop,
  today: turn.today,
  tools: turn.tools as AgentView['tools'],
  heard: turn.heard as readonly Heard[],
  answered: [],
  protocol: turn.protocol,
  form: reportForm(pack.graph, 'prompt'),
})

export const answerOf = ({ messages, calls, report }: AgentMove): TurnAnswer => ({
  messages: [...messages],
  calls: calls.map(({ tool, input }) => ({ tool, input })),
  ...(report === undefined ? {} : { report: report as Json }),
})

/** One brain a conversation. */
function minds(brain: Brain): (conversation: string) => Agent {
  const all = new Map<string, Agent>()
  return (conversation) => {
    const mind = all.get(conversation) ?? brain()
    all.set(conversation, mind)
    return mind
  }
}

export type Answering = (turn: Turn, response: ServerResponse) => Promise<TurnAnswer | 'answered'>

/** A service that answers turns; `told` is every byte it was sent. */
export async function openService(
  answer: Answering,
): Promise<{ readonly url: string; readonly told: () => string; readonly close: () => Promise<void> }> {
  let told = ''
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    told += `${JSON.stringify(request.headers)}\n${body}\n`
    const answered = await answer(JSON.parse(body), response)
    if (answered === 'answered') return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answered))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/turn`,
    told: () => told,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** further keys of the agent in sage.yaml */
type Settings = Readonly<Record<string, unknown>>

const hasty = async (): Promise<void> => undefined

export const httpWireTo = (url: string, settings: Settings = {}, environment = {}): AgentSource =>
  httpSource(outsideAgent('http', [url], settings), environment, hasty)

/** It answers with calls, and we make them. */
export async function httpWire(brain: Brain, pack: Pack): Promise<Wire> {
  const mindOf = minds(brain)
  const service = await openService(async (turn) =>
    answerOf(await mindOf(turn.conversation).reply(viewOf(turn, pack))),
  )
  const source = httpWireTo(service.url)
  return { make: source.make, told: service.told, close: () => closeBoth(source, service.close) }
}

async function closeBoth(source: AgentSource, close: () => Promise<void>): Promise<void> {
  await source.finish?.()
  await close()
}

/** It calls the desk itself, over plain HTTP, until it has words. */
export async function selfCallingWire(brain: Brain, pack: Pack): Promise<Wire> {
  const mindOf = minds(brain)
  let heardBack = ''
  const service = await openService(async (turn) => {
    const mind = mindOf(turn.conversation)
    const heard = [...viewOf(turn, pack).heard]
    for (;;) {
      const move = await mind.reply({ ...viewOf(turn, pack), heard: [...heard] })
      if (move.calls.length === 0) return answerOf(move)
      for (const { tool, input } of move.calls) {
        const answered = await callDesk(turn.desk, { tool, input })
        heardBack += JSON.stringify(answered)
        heard.push({ from: 'tool', call: '', tool, input, ...answered })
      }
    }
  })
  const source = httpWireTo(service.url)
  return {
    make: source.make,
    told: () => `${service.told()}${heardBack}make_coffee`,
    close: () => closeBoth(source, service.close),
  }
}

export async function callDesk(
  desk: DeskAddress | undefined,
  call: { readonly tool: string; readonly input: Json },
): Promise<{ ok: boolean; output: Json }> {
  const response = await fetch(`${desk?.address}/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${desk?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  return (await response.json()) as { ok: boolean; output: Json }
}

export async function moduleWire(brain: Brain, pack: Pack): Promise<Wire> {
  const mindOf = minds(brain)
  let told = ''
  return {
    make: ({ aside }) =>
      moduleAgent({
        module: async () => ({
          reply: async (turn) => {
            told += JSON.stringify(turn)
            return answerOf(await mindOf(turn.conversation).reply(viewOf(turn, pack)))
          },
          stateless: false,
          close: null,
        }),
        timeoutMs: 120_000,
        options: {},
        tools: 'ours',
        mapCall: (call) => call,
        stateless: false,
        secrets: [],
        aside,
      }),
    told: () => told,
    close: async () => undefined,
  }
}

/** A program that asks us what to answer: the brain stays here, the lines really travel. */
const BRIDGE = `import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  const response = await fetch(process.argv[2], { method: 'POST', body: line })
  console.log(JSON.stringify(await response.json()))
}`

/** One process and one brain after the other: starting a program for each conversation is what takes time. */
export async function openCommandWires(): Promise<{
  readonly open: (brain: Brain, pack: Pack) => Promise<Wire>
  readonly close: () => Promise<void>
}> {
  let now: { readonly mindOf: (conversation: string) => Agent; readonly pack: Pack } | null = null
  const service = await openService(async (turn) => {
    if (now === null) throw new TypeError('no brain')
    return answerOf(await now.mindOf(turn.conversation).reply(viewOf(turn, now.pack)))
  })
  const { file, remove } = script(BRIDGE)
  const source = commandSource(['node', file, service.url], { stateless: true })
  return {
    open: async (brain, pack) => {
      now = { mindOf: minds(brain), pack }
      const before = service.told().length
      return { make: source.make, told: () => service.told().slice(before), close: async () => undefined }
    },
    close: async () => {
      await closeBoth(source, service.close)
      remove()
    },
  }
}

export const commandSource = (target: readonly [string, ...string[]], settings: Settings = {}): AgentSource =>
  makeCommand(outsideAgent('command', target, settings), { models: noModels })

export function script(text: string): { readonly file: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'sage-agent-'))
  const file = join(folder, 'agent.mjs')
  writeFileSync(file, text)
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** An MCP client of the desk with a brain. */
export async function mcpWire(brain: Brain, pack: Pack): Promise<Wire> {
  const host = openDeskHost()
  let told = ''
  const invite = async (desk: DeskAddress): Promise<Guest> => {
    const client = await mcpClient(desk)
    const left = playOver(client, brain(), pack, (text) => {
      told += text
    }).then(
      () => ({ failed: false, about: 'it is done' }),
      (error: unknown) => ({ failed: true, about: String(error) }),
    )
    return { left, dismiss: async () => void (await left.then(() => client.close())) }
  }
  return {
    make: ({ aside }) => mcpAgent({ aside, serve: host.serve, timeoutMs: 120_000, invite }),
    told: () => told,
    close: host.close,
  }
}

export async function mcpClient(desk: DeskAddress): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${desk.token}` }
  const transport = new StreamableHTTPClientTransport(new URL(desk.mcp), { requestInit: { headers } })
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

export async function callMcp(
  client: Client,
  name: string,
  input: Json = {},
): Promise<{ ok: boolean; output: Json }> {
  const result = await client.callTool({ name, arguments: input as Record<string, unknown> })
  const [content] = result.content as { text: string }[]
  return { ok: result.isError !== true, output: JSON.parse(content?.text ?? 'null') }
}

async function playOver(
  client: Client,
  mind: Agent,
  pack: Pack,
  note: (text: string) => void,
): Promise<void> {
  const { tools } = await client.listTools()
  note(JSON.stringify([client.getInstructions(), tools]))
  const protocol = tools.some(({ name }) => name === 'report_step') ? 'declared' : 'observed'
  const heard: Heard[] = []
  for (;;) {
    const { output } = await callMcp(client, 'next_customer_message')
    note(JSON.stringify(output))
    const next = output as { over?: boolean; messages?: string[] }
    if (next.over === true) return
    heard.push(...(next.messages ?? []).map((text) => ({ from: 'customer' as const, text })))
    const view: AgentView = {
      sop: '',
      today: pack.world.today,
      tools: tools.map(({ name, description = '', inputSchema }) => ({
        name,
        description,
        parameters: inputSchema as Record<string, Json>,
      })),
      heard,
      answered: [],
      protocol,
      form: reportForm(pack.graph, 'prompt'),
    }
    for (;;) {
      const move = await mind.reply(view)
      if (move.report !== undefined && protocol === 'declared')
        await callMcp(client, 'report_step', move.report as Json)
      for (const { tool, input } of move.calls) {
        const answered = await callMcp(client, tool, input)
        note(JSON.stringify([tool, answered]))
        heard.push({ from: 'tool', call: '', tool, input, ...answered })
      }
      if (move.calls.length > 0) continue
      for (const text of move.messages) {
        heard.push({ from: 'agent', text })
        await callMcp(client, 'reply_to_customer', { text })
      }
      break
    }
  }
}
