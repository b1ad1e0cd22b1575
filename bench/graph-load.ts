import { performance } from 'node:perf_hooks'
import { assert } from '../src/base/assert.ts'
import { loadGraph } from '../src/graph/load.ts'
import type { GraphFacts } from '../src/graph/model/graph-facts.ts'

/** How long loading and checking takes for graphs of 100, 1,000 and 10,000 steps with three edges a step. */
export async function benchGraphLoad(): Promise<Record<string, number>> {
  const sizes = [100, 1_000, 10_000]
  time(1_000) // the first load pays for compiling the code
  const times = sizes.map((steps) => Math.min(time(steps), time(steps)))
  const [small = 0, middle = 0, large = 0] = times
  return {
    load_100_ms: round(small),
    load_1000_ms: round(middle),
    load_10000_ms: round(large),
    growth_100_to_1000: round(middle / small),
    growth_1000_to_10000: round(large / middle),
  }
}

const round = (number: number): number => Math.round(number * 10) / 10

function time(steps: number): number {
  const { graph, sop } = generatedGraph(steps)
  const from = performance.now()
  const reading = loadGraph(
    { graph: { file: 'graph.yaml', text: graph }, sop: { file: 'sop.md', text: sop } },
    FACTS,
  )
  const took = performance.now() - from
  assert(reading.value !== undefined, `the generated graph does not load: ${reading.problems[0]?.message}`)
  assert(reading.value.steps.size >= steps, 'the generated graph is too small')
  return took
}

const FIELDS = 20
const VALUES = ['a', 'b', 'c', 'd', 'e', 'f']

/** Blocks of five steps with fifteen edges: learn, check, two six-way decides that join again, tell. */
export function generatedGraph(steps: number): { readonly graph: string; readonly sop: string } {
  const blocks = Math.ceil(steps / 5)
  const lines = [
    'format: 1',
    'fields:',
    '  intent: { type: enum, of: [only] }',
    '  key: { type: string, may_be: [refused] }',
  ]
  for (let at = 0; at < FIELDS; at += 1) {
    lines.push(`  kind_${at}: { type: enum, of: [${VALUES.join(', ')}], may_be: [refused] }`)
  }
  lines.push('records:', '  thing: { from: things, by: fields.key }', 'derived:')
  lines.push('  days: { since: records.thing.made_on, unit: days, range: [0, 400] }')
  lines.push(
    'procedures:',
    '  only:',
    `    for: "fields.intent == 'only'"`,
    '    start: ask_key',
    '    steps:',
  )
  lines.push('      ask_key: { learn: key, attempts_max: 2, cites: "1#1", next: ask_0 }')
  for (let at = 0; at < blocks; at += 1) lines.push(...block(at, at + 1 < blocks ? `ask_${at + 1}` : 'done'))
  lines.push('      done: { end: true }')
  return { graph: `${lines.join('\n')}\n`, sop: '## 1. All\n\nDo it.\n' }
}

function block(at: number, next: string): readonly string[] {
  const field = `kind_${at % FIELDS}`
  const byKind = VALUES.slice(0, 5).map((value, index) => {
    const to = index % 2 === 0 ? `when_${at}` : `say_${at}`
    return `{ when: "fields.${field} == '${value}'", to: ${to} }`
  })
  const day = at % 50
  const limits = [day, day + 60, day + 120, day + 180, day + 240]
  const byDay = limits.map((limit, index) => {
    const from = index === 0 ? '' : `derived.days > ${limits[index - 1]} && `
    return `{ when: "${from}derived.days <= ${limit}", to: ${index % 2 === 0 ? `say_${at}` : next} }`
  })
  return [
    `      ask_${at}: { learn: ${field}, attempts_max: 2, cites: "1#1", next: look_${at} }`,
    `      look_${at}: { check: thing, tool: look, cites: "1#1", next: kind_${at} }`,
    `      kind_${at}: { decide: [ ${byKind.join(', ')}, { otherwise: ${next} } ], cites: "1#1" }`,
    `      when_${at}: { decide: [ ${byDay.join(', ')}, { otherwise: say_${at} } ], cites: "1#1" }`,
    `      say_${at}: { tell: inform, about: it, cites: "1#1", next: ${next} }`,
  ]
}

const FACTS: GraphFacts = {
  tables: new Map([
    [
      'things',
      {
        key: 'key',
        columns: new Map([
          ['key', { type: 'string' as const, of: [], optional: false }],
          ['made_on', { type: 'date' as const, of: [], optional: true }],
        ]),
      },
    ],
  ]),
  tools: new Map([['look', { role: 'read' as const, parameters: ['key'] }]]),
}
