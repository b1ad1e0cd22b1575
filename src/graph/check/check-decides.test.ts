import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import { parseGuard } from '../../base/guards/guard-parse.ts'
import { ABSENT, REFUSED, UNAVAILABLE, type Value } from '../../base/values/value.ts'
import { loadGraph } from '../load.ts'
import type { GraphFacts } from '../model/graph-facts.ts'

/** Small worlds in which every assignment can be tried: the checker must come to the same answer. */

const FACTS: GraphFacts = {
  tables: new Map([
    [
      'things',
      {
        key: 'key',
        columns: new Map([
          ['key', { type: 'string' as const, of: [], optional: false }],
          ['size', { type: 'number' as const, of: [], optional: true }],
          ['kind', { type: 'enum' as const, of: ['p', 'q'], optional: false }],
          ['other', { type: 'string' as const, of: [], optional: false }],
        ]),
      },
    ],
  ]),
  tools: new Map([['look', { role: 'read' as const, parameters: ['key'] }]]),
}

const FIELDS: Readonly<Record<string, string>> = {
  flag: '{ type: boolean, may_be: [unavailable] }',
  kind: '{ type: enum, of: [x, y, z], may_be: [refused] }',
  size: '{ type: number, range: [0, 4] }',
  name: '{ type: string, may_be: [refused, unavailable] }',
  day: '{ type: date }',
}
/** Enough values of each field to meet every class the constants below can make. */
const VALUES: Readonly<Record<string, readonly Value[]>> = {
  flag: [true, false, UNAVAILABLE],
  kind: ['x', 'y', 'z', REFUSED],
  size: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4],
  name: ['ann', 'bob', 'zoe', REFUSED, UNAVAILABLE],
  day: ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2027-01-01', '2020-01-01'],
}

const ordering = fc.constantFrom('<', '<=', '>', '>=', '==', '!=')
const equality = fc.constantFrom('==', '!=')
const atom = fc.oneof(
  fc
    .tuple(equality, fc.constantFrom('true', 'false', 'unavailable'))
    .map(([is, to]) => `fields.flag ${is} ${to}`),
  fc.constant('fields.flag'),
  fc.tuple(equality, fc.constantFrom("'x'", "'y'", 'refused')).map(([is, to]) => `fields.kind ${is} ${to}`),
  fc
    .uniqueArray(fc.constantFrom("'x'", "'y'", "'z'", 'refused'), { minLength: 1 })
    .map((list) => `fields.kind in [${list.join()}]`),
  fc.tuple(ordering, fc.integer({ min: 0, max: 4 })).map(([is, to]) => `fields.size ${is} ${to}`),
  fc
    .tuple(equality, fc.constantFrom("'ann'", "'bob'", 'refused'))
    .map(([is, to]) => `fields.name ${is} ${to}`),
  fc
    .tuple(ordering, fc.constantFrom("'2026-02-28'", "'2026-03-01'"))
    .map(([is, to]) => `fields.day ${is} ${to}`),
)
const guard = fc.letrec<{ guard: string }>((tie) => ({
  guard: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    atom,
    tie('guard').map((of) => `!(${of})`),
    fc
      .tuple(tie('guard'), fc.constantFrom('&&', '||'), tie('guard'))
      .map(([a, op, b]) => `(${a}) ${op} (${b})`),
  ),
})).guard

const quoted = (text: string) => JSON.stringify(text)

function problemsOf(guards: readonly string[]): readonly string[] {
  const learns = Object.keys(FIELDS).map(
    (name, at, all) =>
      `      ${`l${at}`}: { learn: ${name}, cites: "1#1", next: ${at + 1 < all.length ? `l${at + 1}` : 'd'} }`,
  )
  const text = `format: 1
fields:
  intent: { type: enum, of: [go] }
${Object.entries(FIELDS)
  .map(([name, spec]) => `  ${name}: ${spec}`)
  .join('\n')}
procedures:
  go:
    for: "fields.intent == 'go'"
    start: l0
    steps:
${learns.join('\n')}
      d: { decide: [ ${guards.map((it) => `{ when: ${quoted(it)}, to: end }`).join(', ')} ], cites: "1#1" }
      end: { end: true }
`
  const reading = loadGraph(
    { graph: { file: 'g', text }, sop: { file: 's', text: '## 1. A\nDo it.' } },
    FACTS,
  )
  return reading.problems.filter((it) => it.severity === 'error').map((it) => `${it.code} ${it.message}`)
}

const tree = (text: string) => {
  const reading = parseGuard(text)
  if (reading.guard === null) throw reading.fault
  return reading.guard
}

function* assignments(names: readonly string[]): Iterable<ReadonlyMap<string, Value>> {
  const [name, ...rest] = names
  if (name === undefined) {
    yield new Map()
    return
  }
  for (const tail of assignments(rest))
    for (const value of VALUES[name] ?? []) yield new Map([...tail, [`fields.${name}`, value]])
}
const ALL = [...assignments(Object.keys(FIELDS))]

test('[C2] the exact checker agrees with trying every assignment', () => {
  fc.assert(
    fc.property(fc.array(guard, { minLength: 1, maxLength: 3 }), (guards) => {
      const trees = guards.map(tree)
      let [none, double] = [false, false]
      for (const assignment of ALL) {
        const held = trees.filter((it) => evaluate(it, (name) => assignment.get(name) ?? ABSENT)).length
        none ||= held === 0
        double ||= held > 1
      }
      const found = problemsOf(guards)
      expect(found.some((it) => it.startsWith('decide-incomplete'))).toBe(none)
      expect(found.some((it) => it.startsWith('decide-ambiguous'))).toBe(double)
      for (const said of found) expectWitness(said, trees)
    }),
    { numRuns: 150 },
  )
})

/** The assignment in the message really has no edge, or two. */
function expectWitness(said: string, trees: readonly ReturnType<typeof tree>[]): void {
  const given = /edges? for (.*?)(?:: "|$)/.exec(said)?.[1] ?? ''
  const words: Readonly<Record<string, Value>> = {
    refused: REFUSED,
    unavailable: UNAVAILABLE,
    true: true,
    false: false,
    'any other text': 'zoe',
  }
  const values = new Map(
    given.split(', ').map((part): [string, Value] => {
      const [name = '', word = ''] = part.split(' = ')
      return [name, words[word] ?? (name === 'fields.size' ? Number(word) : word)]
    }),
  )
  const held = trees.filter((it) => evaluate(it, (name) => values.get(name) ?? ABSENT)).length
  expect(said.startsWith('decide-incomplete') ? held === 0 : held > 1).toBe(true)
}

/** One concrete back office: what the key is, whether the row is there, what stands in it. */
type Desk = { readonly key: Value; readonly row: { readonly size: Value; readonly kind: Value } | null }
const DESKS: readonly Desk[] = [
  { key: REFUSED, row: null },
  { key: 'k', row: null },
  ...[0, 1, 2, 2.5, 3, 9, ABSENT].flatMap((size) =>
    ['p', 'q'].map((kind) => ({ key: 'k', row: { size, kind } })),
  ),
]
const readDesk =
  (desk: Desk) =>
  (name: string): Value => {
    if (name === 'fields.key') return desk.key
    if (desk.row === null) return ABSENT
    if (name === 'records.thing') return true
    return name === 'records.thing.size'
      ? desk.row.size
      : name === 'records.thing.kind'
        ? desk.row.kind
        : ABSENT
  }

const recordAtom = fc.oneof(
  fc.constantFrom('records.thing == absent', 'records.thing != absent', 'fields.key == refused'),
  fc.tuple(ordering, fc.constantFrom('1', '2', '3')).map(([is, to]) => `records.thing.size ${is} ${to}`),
  fc
    .tuple(equality, fc.constantFrom("'p'", "'q'", 'absent'))
    .map(([is, to]) => `records.thing.kind ${is} ${to}`),
  fc.constant('records.thing.size == absent'),
)
const recordGuard = fc.oneof(
  recordAtom,
  fc.tuple(recordAtom, fc.constantFrom('&&', '||'), recordAtom).map((parts) => parts.join(' ')),
)

function recordProblems(first: string, second: readonly string[]): readonly string[] {
  const text = `format: 1
fields: { intent: { type: enum, of: [go] }, key: { type: string, may_be: [refused] } }
records: { thing: { from: things, by: fields.key } }
procedures:
  go:
    for: "fields.intent == 'go'"
    start: l
    steps:
      l: { learn: key, cites: "1#1", next: c }
      c: { check: thing, tool: look, cites: "1#1", next: d }
      d: { decide: [ { when: ${quoted(first)}, to: e }, { otherwise: end } ], cites: "1#1" }
      e: { decide: [ ${second.map((it) => `{ when: ${quoted(it)}, to: end }`).join(', ')} ], cites: "1#1" }
      end: { end: true }
`
  const reading = loadGraph(
    { graph: { file: 'g', text }, sop: { file: 's', text: '## 1. A\nDo it.' } },
    FACTS,
  )
  return reading.problems.filter((it) => it.severity === 'error').map((it) => it.code)
}

test('[C2] [V2] after another decision: what the checker lets through holds in every back office', () => {
  fc.assert(
    fc.property(recordGuard, fc.array(recordGuard, { minLength: 1, maxLength: 3 }), (first, second) => {
      const found = recordProblems(first, second)
      const reached = DESKS.filter((desk) => evaluate(tree(first), readDesk(desk)))
      const held = reached.map((desk) => second.filter((it) => evaluate(tree(it), readDesk(desk))).length)
      if (held.includes(0)) expect(found).toContain('decide-incomplete')
      if (held.some((count) => count > 1)) expect(found).toContain('decide-ambiguous')
      // One atom before it says all there is to know of its variable: then the checker is exact, too.
      if (!/&&|\|\|/.test(first) && /^records\.thing [!=]= absent|^fields/.test(first)) {
        expect(found.includes('decide-incomplete')).toBe(held.includes(0))
        expect(found.includes('decide-ambiguous')).toBe(held.some((count) => count > 1))
      }
    }),
    { numRuns: 300 },
  )
})

test('[C2] a real number has room between two that the guards name', () => {
  const missing = (low: string, high: string) =>
    problemsOf([`fields.size <= ${low}`, `fields.size >= ${high}`]).map(
      (said) => said.split('no edge for ')[1],
    )
  expect(missing('2', '3')).toEqual(['fields.size = 2.5'])
  expect(missing('2', '2.5')).toEqual(['fields.size = 2.1'])
  expect(missing('2.5', '2.5')).toEqual([undefined])
  expect(problemsOf(['fields.size <= 2.5', 'fields.size > 2.5'])).toEqual([])
})
