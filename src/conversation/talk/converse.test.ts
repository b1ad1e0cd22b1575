import { expect, test } from 'vitest'
import { started } from '../../../test/support/transcript/events.ts'
import type { CustomerAct, CustomerMove } from '../../base/values/acts.ts'
import { lexicalReader } from '../../reading/trial-reader.ts'
import type { TranscriptEvent } from '../../transcript/event.ts'
import type { Customer } from '../customer/customer.ts'
import type { Desk } from '../desk/desk.ts'
import type { Agent, AgentMove } from '../protocol/agent.ts'
import { AgentFailed } from '../protocol/agent-failed.ts'
import { DEFAULT_LIMITS } from '../protocol/limits.ts'
import type { Conversation } from './conversation.ts'
import { converse } from './converse.ts'

const act = (...moves: readonly CustomerMove[]): CustomerAct => ({
  moves: [...moves],
  tone: 'calm',
  language: 'en',
})
const OPEN: CustomerMove = { do: 'open', request: 'r1', intent: 'help' }

/** A customer who says these messages in order; the last one again and again. */
function customer(...acts: readonly CustomerAct[]): Customer {
  let turn = 0
  const say = async () => {
    const next = acts[Math.min(turn, acts.length - 1)] ?? act(OPEN)
    turn += 1
    return {
      understood: [],
      text: `message ${turn}`,
      act: next,
      leaves: next.moves.some((move) => move.do === 'leave'),
    }
  }
  return { open: say, answer: say }
}

const desk: Desk = {
  wouldBe: (tool) => ({
    role: tool === 'pass_on' ? 'handover' : 'read',
    handover: { reason: 'asked', note: 'who and what' },
  }),
  call: (tool) => ({
    ok: tool !== 'broken',
    output: { tool },
    role: tool === 'pass_on' ? 'handover' : tool === 'shut' ? 'close' : tool === 'pay' ? 'write' : 'read',
    changes:
      tool === 'pay' ? [{ table: 'bills', key: '1', before: { paid: false }, after: { paid: true } }] : [],
    confirms: false,
    amount: tool === 'pay' ? 12.5 : null,
    handover: { reason: 'asked', note: 'who and what' },
  }),
}

const agentOf = (...moves: readonly (AgentMove | Error)[]): Agent => {
  let asked = 0
  return {
    reply: async () => {
      const move = moves[Math.min(asked, moves.length - 1)] ?? { messages: ['hello'], calls: [] }
      asked += 1
      if (move instanceof Error) throw move
      return move
    },
  }
}

const says = (text: string): AgentMove => ({ messages: [text], calls: [] })
const calls = (...tools: readonly string[]): AgentMove => ({
  messages: [],
  calls: tools.map((tool) => ({ tool, input: {} })),
})

async function talk(parts: { customer: Customer; agent: Agent } & Partial<Conversation>) {
  const events: TranscriptEvent[] = []
  const ending = await converse({
    mode: { kind: 'plain' },
    connect: () => undefined,
    start: started(),
    desk,
    sop: () => '',
    form: { intents: [], fields: [], topics: [] },
    tools: [],
    limits: DEFAULT_LIMITS,
    reader: lexicalReader({ fields: [], tools: [], topics: [] }),
    append: (event) => events.push(event),
    ...parts,
  })
  return { ending, events }
}

test('an agent that answers a goodbye without call, question or proposal has closed', async () => {
  const { ending } = await talk({
    customer: customer(act(OPEN), act({ do: 'leave', because: 'satisfied' })),
    agent: agentOf(says('Done.'), says('Goodbye!')),
  })
  expect(ending).toEqual({ kind: 'agent.closed', by: 'sign-off' })
})

test('an agent that asks on after a goodbye has not closed: the customer has left', async () => {
  const { ending } = await talk({
    customer: customer(act(OPEN), act({ do: 'leave', because: 'patience' })),
    agent: agentOf(says('Your number?')),
  })
  expect(ending).toEqual({ kind: 'customer.left', because: 'patience' })
})

test('after a premature thanks the agent gets one more turn, and may go on working', async () => {
  const busy = agentOf(says('Your number?'), calls('look'), says('Shall I go on?'), says('Goodbye!'))
  const { ending, events } = await talk({
    customer: customer(act(OPEN), act({ do: 'thank' }), act({ do: 'thank' })),
    agent: busy,
  })
  expect(ending).toEqual({ kind: 'agent.closed', by: 'sign-off' })
  expect(events.filter((event) => event.type === 'message.sent' && event.from === 'customer')).toHaveLength(3)
})

test('the turn limit is an ending, not an exception', async () => {
  const { ending, events } = await talk({ customer: customer(act(OPEN)), agent: agentOf(says('And?')) })
  expect(ending).toEqual({ kind: 'limit.hit', limit: 'turns' })
  expect(events.filter((event) => event.type === 'message.sent' && event.from === 'customer')).toHaveLength(
    DEFAULT_LIMITS.turnsMax,
  )
})

test('an agent that calls without end meets the limit of its turn', async () => {
  const { ending } = await talk({
    customer: customer(act(OPEN)),
    agent: agentOf(calls(...Array.from({ length: 30 }, () => 'look'))),
  })
  expect(ending).toEqual({ kind: 'limit.hit', limit: 'tool-calls' })
})

test('a message beyond the limit is cut and ends the trial', async () => {
  const { ending, events } = await talk({
    customer: customer(act(OPEN)),
    agent: agentOf(says('x'.repeat(300_000))),
  })
  expect(ending).toEqual({ kind: 'limit.hit', limit: 'message-size' })
  expect(
    events.every(
      (event) => event.type !== 'message.sent' || event.text.length <= DEFAULT_LIMITS.messageCharsMax,
    ),
  ).toBe(true)
})

test('a handover ends the trial with that turn, after the last words', async () => {
  const { ending, events } = await talk({
    customer: customer(act(OPEN)),
    agent: agentOf(calls('pass_on'), says('A colleague will write to you.')),
  })
  expect(ending).toEqual({ kind: 'handed.over' })
  expect(events.map(({ type }) => type)).toEqual([
    'trial.started',
    'message.sent',
    'tool.called',
    'tool.returned',
    'handover.made',
    'message.sent',
    'message.read',
    'conversation.ended',
  ])
})

test('a write leaves its effect and its money in the transcript', async () => {
  const { events } = await talk({
    customer: customer(act(OPEN)),
    agent: agentOf(calls('pay'), calls('shut')),
  })
  expect(events.find(({ type }) => type === 'world.changed')).toMatchObject({
    table: 'bills',
    amount: 12.5,
    after: { paid: true },
  })
})

test("the agent's crash is the agent's failure; ours is the machinery's", async () => {
  const crash = await talk({
    customer: customer(act(OPEN)),
    agent: agentOf(new AgentFailed('agent-crashed', 'it answered nothing')),
  })
  expect(crash.ending).toEqual({ kind: 'agent.failed', code: 'agent-crashed' })
  const ours = await talk({ customer: customer(act(OPEN)), agent: agentOf(new Error('socket')) })
  expect(ours.ending).toEqual({ kind: 'machinery.failed', code: 'unexpected' })
})

test('a customer who leaves the card voids the trial', async () => {
  const strays: Customer = {
    open: async () => ({ strayed: 'other-fact' }),
    answer: async () => ({ strayed: 'other-fact' }),
  }
  expect((await talk({ customer: strays, agent: agentOf() })).ending).toEqual({
    kind: 'customer.strayed',
    code: 'other-fact',
  })
})

test('under the declared protocol a turn without a readable report is recorded as missing one', async () => {
  const unreadable = { ...says('Hello'), report: { intent: 3 } } as unknown as AgentMove
  const { events } = await talk({
    customer: customer(act(OPEN), act({ do: 'leave', because: 'satisfied' })),
    agent: agentOf(unreadable, says('Goodbye')),
    start: started({ protocol: 'declared' }),
  })
  expect(events.flatMap((event) => (event.type === 'report.missing' ? [event.because] : []))).toEqual([
    expect.stringContaining('unreadable report'),
    'no report_step in this turn',
  ])
})

test('events are numbered from 1 without a gap, and the same parties give the same bytes', async () => {
  const once = async () => {
    const { events } = await talk({
      customer: customer(act(OPEN), act({ do: 'leave', because: 'satisfied' })),
      agent: agentOf(calls('look', 'broken'), says('Bye')),
    })
    return events
  }
  const events = await once()
  expect(events.map(({ n }) => n)).toEqual(events.map((_, index) => index + 1))
  expect(JSON.stringify(await once())).toBe(JSON.stringify(events))
})

test('calls of an agent’s own tools are written down before its words, and change nothing here', async () => {
  const reported = [
    { tool: 'pay', input: { bill: 1 }, ok: true, output: { paid: true } },
    { tool: 'pass_on', input: { reason: 'asked' }, ok: true, output: null },
  ]
  const { ending, events } = await talk({
    customer: customer(act(OPEN)),
    agent: agentOf({ messages: ['A colleague takes over.'], calls: [], reported }),
  })
  expect(ending).toEqual({ kind: 'handed.over' })
  expect(events.slice(2, -1).map(({ type }) => type)).toEqual([
    'tool.called',
    'tool.returned',
    'tool.called',
    'tool.returned',
    'handover.made',
    'message.sent',
    'message.read',
  ])
})

test('a report that cannot be read says why it is missing', async () => {
  const { events } = await talk({
    customer: customer(act(OPEN), act({ do: 'leave', because: 'patience' })),
    agent: agentOf({ messages: ['Hello.'], calls: [], unreadableReport: 'intent: expected string' }),
    start: started({ protocol: 'declared' }),
  })
  expect(events.find(({ type }) => type === 'report.missing')).toMatchObject({
    because: 'unreadable report: intent: expected string',
  })
})

test('under the observed protocol a report nobody asked for is not read', async () => {
  const report = { intent: 'x', fields: {}, action: [] }
  const { events } = await talk({
    customer: customer(act(OPEN), act({ do: 'leave', because: 'patience' })),
    agent: agentOf({ ...says('Hello.'), report }, { ...says('Bye.'), unreadableReport: 'no' }),
  })
  expect(events.filter(({ type }) => type.startsWith('report.'))).toEqual([])
})
