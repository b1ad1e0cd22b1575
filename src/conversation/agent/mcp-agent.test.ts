import { expect, test } from 'vitest'
import type { Line } from '../desk/line.ts'
import type { AgentView, Heard } from '../protocol/agent.ts'
import { type Guest, mcpAgent } from './mcp-agent.ts'

const NEVER = new AbortController().signal
const DESK = { address: 'http://127.0.0.1', mcp: 'http://127.0.0.1/mcp', token: 't' }

const view = (sop: string, ...heard: readonly Heard[]): AgentView => ({
  sop,
  today: '2026-03-10',
  tools: [],
  heard,
  answered: [],
  protocol: 'observed',
  form: { intents: [], fields: [], topics: [] },
})
const customer = (text: string): Heard => ({ from: 'customer', text })
const agentSaid = (text: string): Heard => ({ from: 'agent', text })

/** An agent whose client sits on this side of the line. */
function seated(setup: { invite?: () => Promise<Guest>; timeoutMs?: number; stop?: AbortSignal } = {}) {
  let line: Line | undefined
  const agent = mcpAgent({
    aside: {
      signal: setup.stop ?? NEVER,
      note: () => undefined,
      call: () => ({ ok: true, output: 'called' }),
    },
    serve: async (served) => {
      line = served
      return { desk: DESK, close: () => undefined }
    },
    invite: setup.invite ?? null,
    timeoutMs: setup.timeoutMs ?? 5000,
  })
  const client = {
    next: async () => (await line?.talk?.next(NEVER))?.output,
    reply: (text: string) => line?.talk?.reply(text),
    call: (tool: string) => line?.call(tool, {}),
  }
  return { agent, client }
}

test('hears the customer, calls, replies, and waits for the next turn', async () => {
  const { agent, client } = seated()
  const first = agent.reply(view('S', customer('Hello')))
  await Promise.resolve()
  expect(await client.next()).toEqual({ messages: ['Hello'], over: false })
  expect(client.call('look')).toEqual({ ok: true, output: 'called' })
  expect(client.reply('Hi')).toMatchObject({ ok: true })
  expect(await first).toEqual({ messages: ['Hi'], calls: [] })
  expect(client.call('look')).toMatchObject({ ok: false, output: { error: 'not_your_turn' } })
  expect(client.reply('More')).toMatchObject({ ok: false, output: { error: 'not_your_turn' } })
  const waits = client.next()
  const second = agent.reply(view('S', customer('Hello'), agentSaid('Hi'), customer('Well?')))
  expect(await waits).toEqual({ messages: ['Well?'], over: false })
  client.reply('Goodbye')
  await second
  const last = client.next()
  await agent.close?.()
  expect(await last).toEqual({ over: true })
  expect(client.reply('Still there?')).toMatchObject({ ok: false, output: { error: 'trial_over' } })
})

test('what else of the SOP is shown comes with the message', async () => {
  const { agent, client } = seated()
  const first = agent.reply(view('ask first', customer('Hello')))
  await Promise.resolve()
  expect(await client.next()).toEqual({ messages: ['Hello'], over: false })
  client.reply('Hi')
  await first
  const second = agent.reply(view('then look', customer('Hello'), customer('Well?')))
  expect(await client.next()).toEqual({ messages: ['Well?'], over: false, sop: 'then look' })
  client.reply('Hi')
  await second
})

test('asking for the next message in mid-turn ends the turn without words', async () => {
  const { agent, client } = seated()
  const first = agent.reply(view('S', customer('Hello')))
  await Promise.resolve()
  await client.next()
  const waits = client.next()
  expect(await first).toEqual({ messages: [], calls: [] })
  await agent.close?.()
  expect(await waits).toEqual({ over: true })
})

test('a client that cannot be invited fails the turn, and leaves nothing that waits', async () => {
  const invite = async (): Promise<Guest> => {
    throw new TypeError('nobody home')
  }
  const { agent } = seated({ invite, timeoutMs: 2 ** 30 })
  await expect(agent.reply(view('S', customer('Hello')))).rejects.toThrow('nobody home')
})

test('late, stopped and gone are told apart', async () => {
  await expect(seated({ timeoutMs: 5 }).agent.reply(view('S', customer('Hello')))).rejects.toMatchObject({
    code: 'answer-late',
  })
  const stop = new AbortController()
  const { agent } = seated({ stop: stop.signal })
  const asked = agent.reply(view('S', customer('Hello')))
  stop.abort()
  await expect(asked).rejects.toMatchObject({ code: 'stopped' })
  const left = {
    left: Promise.resolve({ failed: true, about: 'exit code 1' }),
    dismiss: async () => undefined,
  }
  await expect(
    seated({ invite: async () => left }).agent.reply(view('S', customer('Hello'))),
  ).rejects.toMatchObject({ code: 'agent-exited' })
})
