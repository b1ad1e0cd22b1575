import { describe, expect, test } from 'vitest'
import type { ToolModel, ToolReply, ToolRequest } from '../../models/chat-model.ts'
import { ModelFailed } from '../../models/model-failed.ts'
import type { Agent, AgentMove, AgentView, Heard } from '../protocol/agent.ts'
import { modelAgent } from './model-agent.ts'
import { type SopMode, systemText } from './model-prompt.ts'

const USAGE = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0 }
const answer = (reply: Partial<ToolReply>): ToolReply => ({
  text: '',
  calls: [],
  stopped: 'stop',
  usage: USAGE,
  ...reply,
})
const REPORT = { intent: 'repair', fields: { ref: 'A-1' }, action: [{ act: 'greet' as const }] }
const call = (id: string, tool: string, input: ToolReply['calls'][number]['input'] = {}) => ({
  id,
  tool,
  input,
})

/** Gives its answers in order and keeps what it was asked. */
function scripted(...answers: (ToolReply | Error)[]) {
  const asked: ToolRequest[] = []
  const notes: string[] = []
  const model: ToolModel = {
    id: 'script:ted',
    complete: () => Promise.reject(new TypeError('not a chat')),
    step: async (request) => {
      asked.push(request)
      const next = answers[asked.length - 1]
      if (next === undefined || next instanceof Error) throw next ?? new TypeError('asked too often')
      return next
    },
  }
  const aside = {
    signal: new AbortController().signal,
    note: (event: { type: string; code?: string }) => notes.push(`${event.type} ${event.code ?? ''}`),
  }
  const open = (sop: SopMode = 'prompt'): Agent => modelAgent({ model, sop, aside })
  return { open, asked, notes }
}

const VIEW: AgentView = {
  sop: 'Be kind.',
  today: '2026-03-10',
  tools: [{ name: 'look', description: 'Look.', parameters: { type: 'object' } }],
  heard: [{ from: 'customer', text: 'Hello?' }],
  answered: [],
  protocol: 'declared',
  form: { intents: ['repair'], fields: [{ name: 'ref', type: 'string', of: [], mayBe: [] }], topics: [] },
}

/** The view after a move, as the conversation would show it. */
function viewAfter(view: AgentView, move: AgentMove, then: readonly Heard[] = []): AgentView {
  const said = move.messages.map((text): Heard => ({ from: 'agent', text }))
  const done = move.calls.map(
    ({ tool, input }, index): Heard => ({
      from: 'tool',
      call: `c${view.heard.length + index}`,
      tool,
      input,
      ok: true,
      output: { n: index },
    }),
  )
  return {
    ...view,
    heard: [...view.heard, ...said, ...done, ...then],
    answered: [
      ...view.answered,
      {
        at: view.heard.length,
        ...(move.report === undefined ? {} : { report: move.report }),
        ...(move.raw === undefined ? {} : { raw: move.raw }),
      },
    ],
  }
}

describe('an answer becomes a move', () => {
  test.each<[string, Partial<ToolReply>, AgentMove]>([
    ['words', { text: ' Hello. ' }, { messages: ['Hello.'], calls: [] }],
    [
      'words and a report',
      { text: 'Hello.', calls: [call('1', 'report_step', REPORT)] },
      { messages: ['Hello.'], calls: [], report: REPORT },
    ],
    [
      'a report alone: it goes on',
      { calls: [call('1', 'report_step', REPORT)] },
      { messages: [], calls: [], report: REPORT, again: true },
    ],
    [
      'calls and a report',
      { calls: [call('1', 'look', { id: 1 }), call('2', 'report_step', REPORT)] },
      { messages: [], calls: [{ tool: 'look', input: { id: 1 } }], report: REPORT },
    ],
    [
      'a tool that does not exist is for the desk to refuse',
      { calls: [call('1', 'fly')] },
      { messages: [], calls: [{ tool: 'fly', input: {} }] },
    ],
    [
      'cut off in the middle of a sentence',
      { text: 'I would', stopped: 'length' },
      { messages: ['I would'], calls: [] },
    ],
    ['a refusal in words', { text: 'I cannot.', stopped: 'refusal' }, { messages: ['I cannot.'], calls: [] }],
  ])('%s', async (_name, reply, move) => {
    const { raw, ...moved } = await scripted(answer(reply)).open().reply(VIEW)
    expect(moved).toEqual(move)
    expect(raw).toMatchObject({ calls: reply.calls ?? [] })
  })

  test('of several reports the last counts', async () => {
    const calls = [call('1', 'report_step', { ...REPORT, intent: 'x' }), call('2', 'report_step', REPORT)]
    expect(
      await scripted(answer({ text: 'Hi.', calls }))
        .open()
        .reply(VIEW),
    ).toMatchObject({ report: REPORT })
  })

  test('a report that cannot be read is told back in the same turn', async () => {
    const { open, asked } = scripted(
      answer({ calls: [call('1', 'report_step', { intent: 7 })] }),
      answer({ text: 'Hi.' }),
    )
    const agent = open()
    const move = await agent.reply(VIEW)
    expect(move).toMatchObject({ again: true, unreadableReport: expect.stringContaining('intent') })
    await agent.reply(viewAfter(VIEW, move))
    expect(asked[1]?.messages.at(-1)).toMatchObject({
      role: 'result',
      ok: false,
      output: { error: 'unreadable_report' },
    })
  })

  test('under the observed protocol no report is asked for, and one that comes all the same is a wrong call', async () => {
    const { open, asked } = scripted(
      answer({ calls: [call('1', 'report_step', REPORT), call('2', 'look')] }),
      answer({ text: 'Hi.' }),
    )
    const agent = open()
    const view: AgentView = { ...VIEW, protocol: 'observed' }
    const move = await agent.reply(view)
    await agent.reply(viewAfter(view, move))
    const results = asked[1]?.messages.flatMap((one) => (one.role === 'result' ? [one.output] : []))
    expect(results).toEqual([{ n: 0 }, { n: 1 }])
    expect(move.calls.map(({ tool }) => tool)).toEqual(['report_step', 'look'])
    expect(asked[0]?.tools.map(({ name }) => name)).toEqual(['look'])
    expect(asked[0]?.system).not.toContain('report')
  })
})

describe('answers that are none', () => {
  test('an empty one is asked for once more, on record', async () => {
    const { open, notes } = scripted(answer({}), answer({ text: 'Hi.' }))
    expect(await open().reply(VIEW)).toMatchObject({ messages: ['Hi.'] })
    expect(notes).toEqual(['call.retried empty-reply'])
  })

  test('after words to the customer an empty one ends the turn: it is neither asked again nor a failure', async () => {
    const { open, notes } = scripted(
      answer({ text: 'Here you are.', calls: [call('p1', 'look', {})] }),
      answer({}),
    )
    const agent = open()
    const move = await agent.reply(VIEW)
    expect(await agent.reply(viewAfter(VIEW, move))).toMatchObject({ messages: [], calls: [] })
    expect(notes).toEqual([])
  })

  test.each([
    ['model-silent', [answer({}), answer({ text: '  ' })]],
    ['model-refused', [answer({ stopped: 'refusal' })]],
    ['model-cut-off', [answer({ stopped: 'length' })]],
    [
      'context-too-long',
      [new ModelFailed({ code: 'context-too-long', status: 400, retryAfterMs: null }, 'long')],
    ],
  ])('%s is the agent’s failure', async (code, answers) => {
    await expect(
      scripted(...answers)
        .open()
        .reply(VIEW),
    ).rejects.toMatchObject({ name: 'AgentFailed', code })
  })

  test('a provider that cannot be reached is ours', async () => {
    const lost = new ModelFailed({ code: 'unreachable', status: null, retryAfterMs: null }, 'lost')
    await expect(scripted(lost).open().reply(VIEW)).rejects.toBe(lost)
  })
})

describe('the conversation it is told', () => {
  const answers = [
    answer({
      text: 'One moment.',
      calls: [
        call('p1', 'look', { id: 1 }),
        call('p2', 'look', { id: 2 }),
        call('p3', 'report_step', REPORT),
      ],
    }),
    answer({ calls: [call('p4', 'look', { id: 3 })] }),
    answer({ text: 'Found it.', calls: [call('p5', 'report_step', REPORT)] }),
    answer({ text: 'Goodbye.' }),
  ]
  const customer: Heard = { from: 'customer', text: 'Thanks!' }

  async function talk(next: (agents: readonly Agent[]) => Agent) {
    const { open, asked } = scripted(...answers)
    const agents: Agent[] = []
    let view = VIEW
    for (const [index] of answers.entries()) {
      agents.push(open())
      const move = await next(agents).reply(view)
      view = viewAfter(view, move, index === 2 ? [customer] : [])
    }
    return asked.map(({ messages }) => messages)
  }

  test('only ever grows: what a provider has cached stays valid', async () => {
    const told = await talk((agents) => agents[0] ?? agents[agents.length - 1] ?? never())
    for (const [index, messages] of told.entries())
      if (index > 0) expect(messages.slice(0, told[index - 1]?.length)).toEqual(told[index - 1])
    expect(told.at(-1)).toHaveLength(10)
  })

  test('is the same, byte for byte, for an agent that comes in late', async () => {
    const steady = await talk((agents) => agents[0] ?? never())
    const late = await talk((agents) => agents.at(-1) ?? never())
    expect(JSON.stringify(late)).toBe(JSON.stringify(steady))
  })

  test('every call has its result, whatever was called', async () => {
    for (const messages of await talk((agents) => agents.at(-1) ?? never())) {
      const called = messages.flatMap((one) => (one.role === 'calls' ? one.calls.map(({ id }) => id) : []))
      const answered = messages.flatMap((one) => (one.role === 'result' ? [one.id] : []))
      expect(answered).toEqual(called)
      expect(new Set(called).size).toBe(called.length)
      // Mistral takes nothing else.
      expect(called.every((id) => /^[A-Za-z0-9]{9}$/.test(id) || id.startsWith('p'))).toBe(true)
    }
  })
})

const never = (): never => {
  throw new TypeError('no agent')
}

describe('the system text', () => {
  test.each([
    ['prompt', /<procedure>\nBe kind.\n<\/procedure>/],
    ['lookup', /look up what applies/],
    ['none', /Serve the customer/],
    ['steps', /what is open right now.\n\n<procedure>\nBe kind\./],
  ] as const)('%s', (mode, words) => {
    const text = systemText(VIEW, mode)
    expect(text).toMatch(words)
    expect(text).toContain('Today is 2026-03-10.')
    expect(text.includes('Be kind.')).toBe(mode === 'prompt' || mode === 'steps')
  })
})
