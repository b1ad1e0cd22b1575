import { expect, test } from 'vitest'
import { LUNCH_FACTS, LUNCH_GRAPH, LUNCH_SOP } from '../../test/fixtures/lunch-desk.ts'
import { loadGraph } from './load.ts'

const codes = (graph: string, sop = LUNCH_SOP) => [
  ...new Set(
    loadGraph(
      { graph: { file: 'graph.yaml', text: graph }, sop: { file: 'sop.md', text: sop } },
      LUNCH_FACTS,
    ).problems.map((it) => it.code),
  ),
]
const HEAD = `format: 1
fields: { intent: { type: enum, of: [a] }, q: { type: string, may_be: [refused] } }
procedures:
  a:
    for: "fields.intent == 'a'"
    start: s0
    steps:
`
const SOP = '## 1. A\nDo it.\n'
const times = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('')

test('[C10] a file above 5 MB is refused unread', () => {
  expect(codes('x'.repeat(10_000_000))).toEqual(['file-too-large'])
  expect(codes(LUNCH_GRAPH, 'x. '.repeat(4_000_000))).toEqual(['file-too-large'])
})

test('[C10] more than 20,000 steps are refused, however they come about', () => {
  expect(codes(HEAD + times(20_001, (at) => `      s${at}: { end: true }\n`), SOP)).toEqual([
    'too-many-steps',
  ])
  const nested = times(
    20,
    (at) =>
      `  p${at}: { start: x, steps: { x: { run: p${at + 1}, next: y }, y: { run: p${at + 1}, next: exit } } }\n`,
  )
  const last = '  p20: { start: x, steps: { x: { tell: inform, cites: "1#1", next: exit } } }\n'
  expect(
    codes(
      `${HEAD}      s0: { run: p0, next: e }\n      e: { end: true }\nsub_procedures:\n${nested}${last}`,
      SOP,
    ),
  ).toEqual(['too-many-steps'])
  const decides = times(
    6,
    (at) =>
      `      d${at}: { decide: [ { when: "fields.q == 'x${at}'", to: s0, loop: { max: 50, then: d${at + 1} } }, { otherwise: d${at + 1} } ], cites: "1#1" }\n`,
  )
  const loops = `${HEAD}      s0: { learn: q, attempts_max: 2, cites: "1#1", next: d0 }\n${decides}      d6: { end: true }\n`
  expect(codes(loops, SOP)).toEqual(['too-many-steps'])
})

test('[C10] sub-procedures nested without end are refused', () => {
  const nested = times(60, (at) => `  p${at}: { start: x, steps: { x: { run: p${at + 1}, next: exit } } }\n`)
  const last = '  p60: { start: x, steps: { x: { tell: inform, cites: "1#1", next: exit } } }\n'
  expect(
    codes(
      `${HEAD}      s0: { run: p0, next: e }\n      e: { end: true }\nsub_procedures:\n${nested}${last}`,
      SOP,
    ),
  ).toEqual(['too-deep'])
})

test('[C10] brackets, dashes and levels without end are refused', () => {
  expect(codes('['.repeat(2_000_000))).toEqual(['too-deep'])
  expect(codes(`a: ${'{a: '.repeat(500_000)}`)).toEqual(['too-deep'])
  expect(codes('- '.repeat(1_000_000))).toEqual(['too-deep'])
  expect(codes(times(40, (at) => `${' '.repeat(at)}a:\n`))).toEqual(['too-deep'])
})

test('[C10] anchors that explode are refused', () => {
  const bomb = times(8, (at) => `a${at}: &a${at} [${times(9, () => (at === 0 ? 'x,' : `*a${at - 1},`))}]\n`)
  expect(codes(bomb)).toEqual(['yaml-aliases'])
})

test('names every object has are names like any other; __proto__ is refused aloud', () => {
  const renamed = LUNCH_GRAPH.replaceAll('has_photo', 'constructor')
    .replaceAll('no_order', 'toString')
    .replaceAll('too_late', 'hasOwnProperty')
  expect(codes(renamed)).toEqual([])
  expect(
    codes(LUNCH_GRAPH.replace('  has_photo:    {', '  __proto__: { type: string }\n  has_photo:    {')),
  ).toEqual(['wrong-name'])
  expect(codes(LUNCH_GRAPH.replace('with: { order_id:', 'with: { __proto__: "== 1", order_id:'))).toEqual([
    'wrong-name',
  ])
})

test('a file of another kind is a list of problems, not a crash', () => {
  for (const text of [
    '',
    'null',
    '[]',
    '3',
    'format: 2',
    'procedures: { a: 1 }',
    '\u0000',
    '%YAML 9',
    '--- a\n--- b',
    '? [a]: b',
    '!!js/x 1',
  ]) {
    expect(codes(text).length).toBeGreaterThan(0)
  }
})

test('a long chain does not exhaust the stack', () => {
  const chain = times(6_000, (at) => `      s${at}: { tell: inform, cites: "1#1", next: s${at + 1} }\n`)
  expect(codes(`${HEAD}${chain}      s6000: { end: true }\n`, SOP)).toEqual([])
})
