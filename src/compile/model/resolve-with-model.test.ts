import { describe, expect, test } from 'vitest'
import { loadGraph } from '../../graph/load.ts'
import type { GraphFacts } from '../../graph/model/graph-facts.ts'
import type { ChatModel, ChatRequest } from '../../models/chat-model.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import { type ModelWork, resolveWithModel } from './resolve-with-model.ts'

const SOP =
  '# Desk\n\n## 1. Bill\n\nAsk for the bill. Say what it comes to. Whoever seems lost wants a kind word. We like tea.\n'
const GRAPH = `format: 1
fields:
  intent: { type: enum, of: [bill] }
  number: { type: string, may_be: [refused] }
procedures:
  bill:
    for: "fields.intent == 'bill'"
    start: ask
    steps:
      ask: { learn: number, attempts_max: 2, cites: "1#1", next: told }
      told: { tell: inform, about: sum, cites: "1#2", next: done }
      done: { end: true }
waive:
  - { clause: "1#3", because: "not compiled: no such words" }
  - { clause: "1#4", because: "not compiled: no such words" }
`
const FACTS: GraphFacts = {
  tables: new Map(),
  tools: new Map([['hand_over', { role: 'handover', parameters: ['reason', 'note'] }]]),
}
const USAGE = { inputTokens: 100, outputTokens: 10, cachedTokens: 0, reasoningTokens: 0 }

const check = (graph: string) =>
  loadGraph({ graph: { file: 'graph.yaml', text: graph }, sop: { file: 'sop.md', text: SOP } }, FACTS)
    .problems

const work = (more: Partial<ModelWork> = {}): ModelWork => ({
  sop: parseSop('sop.md', SOP),
  graph: GRAPH,
  unresolved: [{ line: 5, text: 'Whoever seems lost wants a kind word.', because: 'no such words' }],
  check,
  desk: 'field number',
  budget: { callsMax: 10, usdMax: null, usdOf: () => null },
  ...more,
})

/** Answers in turn; asked more often, or less, than scripted is a fault. */
function scripted(...answers: readonly (object | string)[]) {
  const asked: ChatRequest[] = []
  const model: ChatModel = {
    id: 'test:scripted',
    complete: async (request) => {
      const answer = answers[asked.length]
      if (answer === undefined) throw new RangeError('one call too many')
      asked.push(request)
      return { text: typeof answer === 'string' ? answer : JSON.stringify(answer), usage: USAGE }
    },
  }
  return { model, asked, allUsed: () => asked.length === answers.length }
}

const answer = (steps: readonly { name: string; step: string }[], rest: object = {}) => ({
  steps: steps.map((step) => ({ procedure: 'bill', ...step })),
  forbids: [],
  waive: null,
  cannot: null,
  ...rest,
})
const LED = { name: 'told', step: '{ tell: inform, about: sum, cites: "1#2,1#3", next: kind }' }
const KIND = { name: 'kind', step: '{ tell: comfort, about: kind_word, cites: "1#3", next: done }' }
const GOOD = answer([LED, KIND])

describe('a model for what is unresolved', () => {
  test('a good answer is taken, checked and marked as the model’s', async () => {
    const { model, asked, allUsed } = scripted(GOOD)
    const done = await resolveWithModel(model, work())
    expect(allUsed()).toBe(true)
    expect(done.unresolved).toEqual([])
    expect(done.made).toEqual([
      {
        clause: '1#3',
        line: 5,
        text: 'Whoever seems lost wants a kind word.',
        steps: ['bill/told', 'bill/kind'],
        waived: null,
      },
    ])
    expect(check(done.graph)).toEqual([])
    expect(done.graph).toMatch(/kind: \{.*\} # by test:scripted, from 1#3/)
    expect(done.graph).not.toContain('"1#3", because')
    expect(asked[0]?.messages[0]?.content).toContain('Sentence 1#3: Whoever seems lost wants a kind word.')
    expect(asked[0]?.schema).toBeDefined()
  })

  test.each([
    ['no JSON', 'I would rather not', 'no JSON object'],
    ['broken JSON', '{"steps": [', 'no JSON object'],
    ['another form', { steps: [] }, 'does not fit the form'],
    [
      'no sentence',
      answer([{ name: 'kind', step: '{ tell: comfort, about: kind_word, next: done }' }]),
      'cites no sentence',
    ],
    [
      'a sentence that is not there',
      answer([{ name: 'kind', step: '{ tell: comfort, cites: "9#9,1#3", next: done }' }]),
      'there is no sentence 9#9',
    ],
    [
      'another sentence',
      answer([{ name: 'kind', step: '{ tell: comfort, about: k, cites: "1#1", next: done }' }]),
      'does not cite 1#3',
    ],
    ['a step nothing leads to', answer([KIND]), 'cannot be reached'],
    [
      'an unknown target',
      answer([LED, { name: 'kind', step: '{ tell: comfort, about: k, cites: "1#3", next: nowhere }' }]),
      'nowhere',
    ],
    [
      'an unknown tool',
      answer([LED, { name: 'kind', step: '{ act: fly, cites: "1#3", next: done }' }]),
      'fly',
    ],
    [
      'an unknown procedure',
      { ...answer([]), steps: [{ procedure: 'x', name: 'kind', step: KIND.step }] },
      'no such procedure',
    ],
    [
      'a compiled step overwritten',
      answer([{ name: 'ask', step: '{ tell: comfort, about: k, cites: "1#1,1#3", next: told }' }]),
      'of another kind',
    ],
    [
      'a sentence taken from a step',
      answer([{ name: 'told', step: '{ tell: inform, about: sum, cites: "1#3", next: kind }' }, KIND]),
      'cites 1#2 too',
    ],
    ['nothing at all', answer([]), 'no reason to waive'],
  ])('%s: the problem is fed back, and the repaired answer is taken', async (_, bad, said) => {
    const { model, asked, allUsed } = scripted(bad, GOOD)
    const done = await resolveWithModel(model, work())
    expect(allUsed()).toBe(true)
    expect(asked[1]?.messages.at(-1)?.content).toContain(said)
    expect([done.unresolved, check(done.graph)]).toEqual([[], []])
  })

  test('after three repairs the sentence stays open and the graph as it was', async () => {
    const bad = answer([KIND])
    const { model, allUsed } = scripted(bad, bad, bad, bad)
    const done = await resolveWithModel(model, work())
    expect(allUsed()).toBe(true)
    expect(done.graph).toBe(GRAPH)
    expect(done.made).toEqual([])
    expect(done.unresolved[0]?.because).toContain('no answer that the checker accepts')
  })

  test('"cannot" is an answer: the sentence stays open with the reason', async () => {
    const { model } = scripted(answer([], { cannot: 'no tool shows who is lost' }))
    const done = await resolveWithModel(model, work())
    expect(done.unresolved[0]?.because).toContain('no tool shows who is lost')
    expect(done.graph).toBe(GRAPH)
  })

  test('a sentence that demands nothing is waived with the model’s reason, listed and marked', async () => {
    const { model } = scripted(answer([], { waive: 'a remark' }))
    const done = await resolveWithModel(
      model,
      work({ unresolved: [{ line: 5, text: 'We like tea.', because: 'x' }] }),
    )
    expect(done.made[0]).toMatchObject({ clause: '1#4', steps: [], waived: 'a remark' })
    expect(done.graph).toMatch(/because: a remark \} # by test:scripted/)
    expect(check(done.graph)).toEqual([])
  })

  test('a forbid is taken too; one that is there is not replaced', async () => {
    const forbid = '{ id: no-lies, kind: lie, tell: decline, about: sum, cites: "1#3" }'
    const { model } = scripted({ ...answer([]), forbids: [forbid] })
    const done = await resolveWithModel(model, work())
    expect(done.made[0]?.steps).toEqual(['forbid no-lies'])
    const again = scripted({ ...answer([]), forbids: [forbid] }, GOOD)
    await resolveWithModel(again.model, work({ graph: done.graph }))
    expect(again.asked[1]?.messages.at(-1)?.content).toContain('there is one of that name')
  })

  test('the budget ends it: what was not asked about is listed as such', async () => {
    const unresolved = [
      { line: 5, text: 'Whoever seems lost wants a kind word.', because: 'x' },
      { line: 5, text: 'We like tea.', because: 'y' },
    ]
    const calls = scripted(GOOD)
    const byCalls = await resolveWithModel(
      calls.model,
      work({ unresolved, budget: { callsMax: 1, usdMax: null, usdOf: () => 0.5 } }),
    )
    expect([byCalls.calls, byCalls.usd, byCalls.made.length]).toEqual([1, 0.5, 1])
    expect(byCalls.unresolved[0]?.because).toContain('the budget was spent')
    const money = scripted(GOOD)
    const byMoney = await resolveWithModel(
      money.model,
      work({ unresolved, budget: { callsMax: 9, usdMax: 0.4, usdOf: () => 0.5 } }),
    )
    expect([byMoney.calls, byMoney.made.length, byMoney.unresolved.length]).toEqual([1, 1, 1])
  })

  test('a sentence with several open parts is asked about once', async () => {
    const { model, allUsed } = scripted(GOOD)
    const parts = ['Whoever seems lost', 'wants a kind word.'].map((text) => ({
      line: 5,
      text,
      because: 'x',
    }))
    await resolveWithModel(model, work({ unresolved: parts }))
    expect(allUsed()).toBe(true)
  })
})
