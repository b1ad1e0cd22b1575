import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LUNCH_FACTS } from '../../../test/fixtures/lunch-desk.ts'
import { aStep } from '../../../test/support/base/ids.ts'
import { inWalkOrder } from '../check/check-flow.ts'
import { loadGraph } from '../load.ts'
import type { Graph } from '../model/graph.ts'
import { nextOf } from '../model/next-of.ts'

const FIELDS =
  'intent: { type: enum, of: [go] }, a: { type: enum, of: [x, y, z], may_be: [refused] }, b: { type: boolean }'
const load = (text: string): Graph => {
  const reading = loadGraph(
    { graph: { file: 'graph.yaml', text }, sop: { file: 'sop.md', text: '## 1. All\nDo it.\n' } },
    LUNCH_FACTS,
  )
  if (reading.value === undefined) throw reading.problems
  return reading.value
}
const graphOf = (steps: readonly string[], more = ''): Graph =>
  load(
    `format: 1\nfields: { ${FIELDS} }\nprocedures:\n  go:\n    for: "fields.intent == 'go'"\n    start: one\n    steps:\n${steps.map((step) => `      ${step}\n`).join('')}${more}`,
  )
/** `step -> next next*`, a star where a round begins */
const picture = (graph: Graph): readonly string[] =>
  [...graph.steps.values()].map((step) => {
    const next =
      step.kind === 'decide' ? step.edges.map((edge) => `${edge.to}${edge.loops ? '*' : ''}`) : nextOf(step)
    return [step.id, ...(next.length > 0 ? ['->', ...next] : [])].join(' ')
  })

const ASK = (name: string, field: string, next: string) =>
  `${name}: { learn: ${field}, cites: "1#1", next: ${next} }`

test('sub-procedures are inlined where they are run, with their exits', () => {
  const graph = graphOf(
    [
      'one: { run: ask, next: two, exits: { no: end } }',
      'two: { run: ask, next: end, exits: { no: one_more } }',
      'one_more: { tell: inform, cites: "1#1", next: end }',
      'end: { end: true }',
    ],
    `sub_procedures:
  ask:
    start: q
    steps:
      q: { run: raw, next: d }
      d: { decide: [ { when: "fields.a == refused && !done.d", to: exit.no }, { otherwise: exit } ], cites: "1#1" }
  raw: { start: r, steps: { ${ASK('r', 'a', 'exit')} } }
`,
  )
  expect(picture(graph)).toEqual([
    'go/one.q.r -> go/one.d',
    'go/one.d -> go/end go/two.q.r',
    'go/two.q.r -> go/two.d',
    'go/two.d -> go/one_more go/end',
    'go/one_more -> go/end',
    'go/end',
  ])
  expect(graph.procedures[0]?.start).toBe('go/one.q.r')
  expect(graph.steps.get(aStep('go/two.q.r'))).toMatchObject({ source: 'raw/r', procedure: 'go', round: 1 })
  const decide = graph.steps.get(aStep('go/two.d'))
  expect(decide?.kind === 'decide' && JSON.stringify(decide.edges[0]?.when)).toContain('"done.two.d"')
})

const LOOP = [
  'one: { learn: a, cites: "1#1", next: two }',
  `two: { decide: [ { when: "fields.a == 'x'", to: one, loop: { max: 2, then: out } }, { otherwise: end } ], cites: "1#1" }`,
  'out: { tell: decline, cites: "1#1", next: end }',
  'end: { end: true }',
]

test('[W5] a loop is unrolled to its bound and then leads to `then`', () => {
  const graph = graphOf(LOOP)
  expect(picture(graph)).toEqual([
    'go/one -> go/two',
    'go/one~2 -> go/two~2',
    'go/one~3 -> go/two~3',
    'go/two -> go/one~2* go/end',
    'go/two~2 -> go/one~3* go/end',
    'go/two~3 -> go/out go/end',
    'go/out -> go/end',
    'go/end',
  ])
  expect([...graph.steps.values()].map((step) => step.round)).toEqual([1, 2, 3, 1, 2, 3, 1, 1])
  expect(graph.steps.get(aStep('go/two~3'))).toMatchObject({ source: 'go/two' })
})

test('[W5] an inner loop begins anew in each round of the outer one', () => {
  const graph = graphOf([
    ASK('one', 'b', 'two'),
    ASK('two', 'a', 'inner'),
    `inner: { decide: [ { when: "fields.a == 'x'", to: two, loop: { max: 1, then: outer } }, { otherwise: outer } ], cites: "1#1" }`,
    `outer: { decide: [ { when: "fields.b", to: one, loop: { max: 1, then: end } }, { otherwise: end } ], cites: "1#1" }`,
    'end: { end: true }',
  ])
  expect(picture(graph)).toEqual([
    'go/one -> go/two',
    'go/one~2 -> go/two~3',
    'go/two -> go/inner',
    'go/two~2 -> go/inner~2',
    'go/two~3 -> go/inner~3',
    'go/two~4 -> go/inner~4',
    'go/inner -> go/two~2* go/outer',
    'go/inner~2 -> go/outer go/outer',
    'go/inner~3 -> go/two~4* go/outer~2',
    'go/inner~4 -> go/outer~2 go/outer~2',
    'go/outer -> go/one~2* go/end',
    'go/outer~2 -> go/end go/end',
    'go/end',
  ])
  const inner = graph.steps.get(aStep('go/inner~2'))
  expect(inner?.kind === 'decide' && inner.edges.map((edge) => edge.id)).toEqual([
    'go/inner~2>go/outer',
    'go/inner~2>go/outer#2',
  ])
})

test('[W5] two loops with one beginning may each be taken their number of times, and no more', () => {
  const graph = graphOf([
    ASK('one', 'a', 'two'),
    `two: { decide: [ { when: "fields.a == 'x'", to: one, loop: { max: 2, then: end } }, { when: "fields.a == 'y'", to: one, loop: { max: 1, then: end } }, { otherwise: end } ], cites: "1#1" }`,
    'end: { end: true }',
  ])
  expect(graph.steps.size).toBe(2 * 6 + 1)
  expect(longestWay(graph)).toBe(2 * (1 + 2 + 1) + 1)
})

test('needs and confirm point into the same round', () => {
  const graph = graphOf([
    ASK('one', 'a', 'sure'),
    'sure: { confirm: send, cites: "1#1", next: send }',
    'send: { act: create_replacement, needs: [one], cites: "1#1", next: again }',
    `again: { decide: [ { when: "fields.a == 'x'", to: one, loop: { max: 1, then: end } }, { otherwise: last } ], cites: "1#1" }`,
    'last: { tell: inform, needs: [send], cites: "1#1", next: end }',
    'end: { end: true }',
  ])
  expect(graph.steps.get(aStep('go/sure~2'))).toMatchObject({ step: 'go/send~2', ifRefused: null })
  expect(graph.steps.get(aStep('go/send~2'))?.needs).toEqual(['go/one~2'])
  expect(graph.steps.get(aStep('go/last'))?.needs).toEqual(['go/send', 'go/send~2'])
})

test('[W3] interrupts have steps of their own and end in resume', () => {
  const graph = graphOf(
    [ASK('one', 'a', 'end'), 'end: { end: true }'],
    `interrupts:
  - { id: swears, on: abuse, start: warn, cites: "1#1", steps: { warn: { tell: explain, cites: "1#1", next: resume } } }
  - { id: wants-human, on: demand_human, nth: 2, when: "fields.a != unknown", start: human, cites: "1#1", steps: { human: { handover: asked, cites: "1#1" } } }
`,
  )
  expect(picture(graph).slice(2)).toEqual([
    'swears/warn -> swears/resume',
    'swears/resume',
    'wants-human/human',
  ])
  expect(graph.steps.get(aStep('swears/resume'))).toMatchObject({ kind: 'resume', procedure: 'swears' })
  expect(graph.interrupts).toMatchObject([{ nth: 1, start: 'swears/warn', when: null }, { nth: 2 }])
})

test('[C2] a later round asks anew: what the first round excluded is possible again', () => {
  const steps = (last: string) => [
    ASK('one', 'a', 'two'),
    `two: { decide: [ { when: "fields.a == refused", to: end }, { otherwise: three } ], cites: "1#1" }`,
    `three: { decide: [ { when: "fields.a == 'x'", to: one, loop: { max: 1, then: end } }, { when: "fields.a in [${last}]", to: end } ], cites: "1#1" }`,
    'end: { end: true }',
  ]
  expect(() => graphOf(steps("'y', 'z'"))).not.toThrow()
  expect(() => graphOf(steps("'y'"))).toThrow()
})

function longestWay(graph: Graph): number {
  const length = new Map<string, number>()
  let longest = 0
  for (const id of inWalkOrder(graph, graph.procedures[0]?.start ?? aStep(''))) {
    const step = graph.steps.get(id)
    const here = (length.get(id) ?? 0) + 1
    longest = Math.max(longest, here)
    for (const next of step === undefined ? [] : nextOf(step))
      length.set(next, Math.max(length.get(next) ?? 0, here))
  }
  return longest
}

test('[C4] whatever the loops, the steps form a DAG whose ways all end', () => {
  const loop = fc.record({
    back: fc.nat(4),
    max: fc.integer({ min: 1, max: 3 }),
    after: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(fc.array(fc.option(loop, { nil: null }), { minLength: 1, maxLength: 5 }), (loops) => {
      const target = (at: number) => (at >= loops.length ? 'end' : `s${at}`)
      const steps = loops.map((it, at) => {
        if (it === null) return ASK(`s${at}`, 'a', target(at + 1))
        const edge = `{ when: "fields.a == 'x'", to: ${target(Math.max(0, at - it.back))}, loop: { max: ${it.max}, then: ${target(at + it.after)} } }`
        return `s${at}: { decide: [ ${edge}, { otherwise: ${target(at + 1)} } ], cites: "1#1" }`
      })
      const graph = graphOf([ASK('one', 'a', 's0'), ...steps, 'end: { end: true }'])
      const order = new Map(inWalkOrder(graph, aStep('go/one')).map((id, at) => [id, at]))
      expect(order.size).toBe(graph.steps.size)
      for (const step of graph.steps.values()) {
        for (const next of nextOf(step)) expect(order.get(next)).toBeGreaterThan(order.get(step.id) ?? 0)
      }
    }),
    { numRuns: 200 },
  )
})
