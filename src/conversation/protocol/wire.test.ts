import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../base/values/json.ts'
import type { AgentView, Heard } from './agent.ts'
import { AgentFailed } from './agent-failed.ts'
import { openWire, readAnswer, Turn } from './wire.ts'

const VIEW: AgentView = {
  sop: 'Be kind.',
  today: '2026-03-10',
  tools: [{ name: 'look', description: 'looks', parameters: { type: 'object' } }],
  heard: [{ from: 'customer', text: 'Hello' }],
  answered: [],
  protocol: 'declared',
  form: {
    intents: ['help'],
    fields: [{ name: 'a', type: 'enum', of: ['x'], mayBe: ['refused'] }],
    topics: ['t'],
  },
}
const hearing = (...heard: readonly Heard[]): AgentView => ({ ...VIEW, heard })
const said: Heard = { from: 'agent', text: 'Hi' }
const called: Heard = { from: 'tool', call: 'c3', tool: 'look', input: {}, ok: true, output: { a: 1 } }

describe('the turn', () => {
  test('is what its schema says, counts the questions, and says what was there before', () => {
    const wire = openWire({ options: { tone: 'calm' }, tools: 'ours' })
    const first = wire.turnOf(VIEW, undefined)
    const second = wire.turnOf(hearing(...VIEW.heard, said, called), undefined)
    expect(Turn.parse(JSON.parse(JSON.stringify(first)))).toEqual(first)
    expect(Turn.parse(JSON.parse(JSON.stringify(second)))).toEqual(second)
    expect([first.ask, first.since, second.ask, second.since]).toEqual([1, 0, 2, 1])
    expect(first.conversation).toBe(second.conversation)
    expect(first.options).toEqual({ tone: 'calm' })
  })

  test('two conversations have nothing in common', () => {
    const ids = [1, 2].map(
      () => openWire({ options: {}, tools: 'ours' }).turnOf(VIEW, undefined).conversation,
    )
    expect(new Set(ids).size).toBe(2)
  })

  test('asks for no report under the observed protocol, and shows no tools to whoever has their own', () => {
    const observed = openWire({ options: {}, tools: 'own' }).turnOf(
      { ...VIEW, protocol: 'observed' },
      undefined,
    )
    expect([observed.report_words, observed.tools]).toEqual([undefined, []])
  })
})

describe('the answer', () => {
  test('is read as a move', () => {
    const report = { intent: 'help', fields: { a: 'x' }, action: [{ act: 'greet' }] }
    const answer = { messages: ['Hi'], calls: [{ tool: 'look' }], report, stateless: true }
    expect(readAnswer(answer, 'ours')).toEqual({
      move: { messages: ['Hi'], calls: [{ tool: 'look', input: {} }], report },
      stateless: true,
    })
    expect(readAnswer({}, 'ours')).toEqual({ move: { messages: [], calls: [] }, stateless: false })
  })

  test('a report that cannot be read does not take the words with it', () => {
    expect(readAnswer({ messages: ['Hi'], report: { intent: 7 } }, 'ours').move).toEqual({
      messages: ['Hi'],
      calls: [],
      unreadableReport: expect.stringContaining('intent'),
    })
  })

  test.each<[string, unknown, string]>([
    ['a member we do not know', { message: 'Hi' }, 'message'],
    ['a text where a list belongs', { messages: 'Hi' }, 'messages'],
    ['a call without a tool', { calls: [{ name: 'look' }] }, 'calls.0'],
    ['no object', ['Hi'], 'expected object'],
    ['calls of its own, reported without leave', { reported: [{ tool: 'x', ok: true }] }, 'tools: own'],
  ])('%s is the agent’s failure, and says what is wrong', (_, answer, words) => {
    expect(() => readAnswer(answer, 'ours')).toThrow(AgentFailed)
    expect(() => readAnswer(answer, 'ours')).toThrow(words)
  })

  test('whoever has tools of their own cannot call ours', () => {
    expect(() => readAnswer({ calls: [{ tool: 'look' }] }, 'own')).toThrow('reported')
    expect(readAnswer({ reported: [{ tool: 'x', ok: true }] }, 'own').move.reported).toEqual([
      { tool: 'x', input: {}, ok: true, output: null },
    ])
  })

  test('nothing that comes in is anything but a move or the agent’s failure', () => {
    const answers = fc.oneof(
      fc.jsonValue({ maxDepth: 5 }),
      fc.record(
        { messages: fc.jsonValue(), calls: fc.jsonValue(), report: fc.jsonValue(), reported: fc.jsonValue() },
        { requiredKeys: [] },
      ),
    )
    fc.assert(
      fc.property(answers, fc.constantFrom('ours' as const, 'own' as const), (answer, tools) => {
        try {
          return Array.isArray(readAnswer(answer, tools).move.messages)
        } catch (error) {
          return error instanceof AgentFailed
        }
      }),
    )
  })

  test('a nest without end is refused before anybody walks it', () => {
    let nest: Json = {}
    for (let depth = 0; depth < 20_000; depth += 1) nest = [nest]
    expect(() => readAnswer({ report: nest }, 'ours')).toThrow('nests too deeply')
  })
})
