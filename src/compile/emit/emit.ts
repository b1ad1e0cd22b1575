import type { FieldType } from '../../graph/model/graph.ts'
import type { SopDocument } from '../../sop/sop.ts'
import type { World } from '../../world/world.ts'
import type { BoundSop, SharedPart } from '../bind/bind-sop.ts'
import type { DraftStep } from '../bind/draft.ts'
import type { BoundForbid } from '../bind/forbids.ts'
import { guardText, oneOf } from '../tie/condition.ts'
import type { Derived } from '../tie/derived.ts'
import type { Desk, DeskRecord } from '../tie/desk.ts'
import { nameSteps } from './emit-names.ts'

/** graph.yaml as text. In: what was tied. Out: the file, step by step in the order a request walks them. */
export function emitGraph(bound: BoundSop, desk: Desk, sop: SopDocument): string {
  const lines = ['format: 1', '', 'fields:', ...fieldLines(desk, bound)]
  const records = recordsUsed(bound, desk)
  if (records.length > 0) lines.push('', 'records:', ...records.map(recordLine))
  const derived = [...bound.derived].filter(([name]) => isUsed(bound, name))
  if (derived.length > 0)
    lines.push('', 'derived:', ...derived.map(([name, spec]) => derivedLine(name, spec, desk.world)))
  /** shared parts with which a request may be over */
  const ending = new Set(
    bound.shared
      .filter(({ start }) =>
        [...nameSteps(bound.steps, start).keys()].some((id) => bound.steps.get(id)?.kind === 'end'),
      )
      .map(({ id }) => id),
  )
  const refusable = new Set(desk.fields.filter(({ mayBe }) => mayBe.includes('refused')).map(({ id }) => id))
  if (bound.shared.length > 0)
    lines.push(
      '',
      'sub_procedures:',
      ...bound.shared.flatMap((part) => sharedLines(part, bound, { refusable, ending })),
    )
  lines.push('', 'procedures:')
  for (const { id, intents, start } of bound.procedures) {
    const names = nameSteps(bound.steps, start)
    lines.push(
      `  ${id}:`,
      `    for: ${quoted(guardText(oneOf('fields.intent', intents)))}`,
      `    start: ${names.get(start) ?? start}`,
      '    steps:',
    )
    for (const [step, name] of names)
      lines.push(...stepLines(bound.steps.get(step), name, { names, indent: '      ', refusable, ending }))
  }
  if (bound.forbids.length > 0) lines.push('', 'forbid:', ...bound.forbids.map(forbidLine))
  if (bound.interrupts.length > 0) {
    lines.push('', 'interrupts:')
    for (const one of bound.interrupts) {
      const names = nameSteps(bound.steps, one.start)
      const ends = new Map(
        [...names].map(([step, name]) => [step, bound.steps.get(step)?.kind === 'end' ? 'resume' : name]),
      )
      lines.push(
        `  - id: ${one.id}`,
        `    on: ${one.on}`,
        `    nth: ${one.nth}`,
        `    start: ${names.get(one.start) ?? one.start}`,
        `    cites: ${quoted(one.statement.clause)}`,
        '    steps:',
      )
      for (const [step, name] of names)
        if (bound.steps.get(step)?.kind !== 'end')
          lines.push(
            ...stepLines(bound.steps.get(step), name, { names: ends, indent: '      ', refusable, ending }),
          )
    }
  }
  const waived = waivedBy(bound, sop)
  if (waived.length > 0)
    lines.push(
      '',
      'waive:',
      ...waived.map(([clause, because]) => `  - { clause: ${quoted(clause)}, because: ${quoted(because)} }`),
    )
  return `${lines.join('\n')}\n`
}

type Known = { readonly refusable: ReadonlySet<string>; readonly ending: ReadonlySet<string> }

/** In a shared part an end is a way out, and so is what goes on with the caller. */
function sharedLines(
  { id, start }: SharedPart,
  bound: BoundSop,
  { refusable, ending }: Known,
): readonly string[] {
  const all = nameSteps(bound.steps, start)
  const names = new Map(
    [...all].map(
      ([step, name]) => [step, bound.steps.get(step)?.kind === 'end' ? 'exit.ended' : name] as const,
    ),
  )
  const steps = [...all].filter(([step]) => bound.steps.get(step)?.kind !== 'end')
  return [
    `  ${id}:`,
    `    start: ${names.get(start) ?? start}`,
    '    steps:',
    ...steps.flatMap(([step, name]) =>
      stepLines(bound.steps.get(step), name, { names, indent: '      ', refusable, ending }),
    ),
  ]
}

const forbidLine = ({ id, what, kind, when, clause }: BoundForbid): string => {
  const named = 'tool' in what ? `tool: ${what.tool}` : `says: ${what.says}`
  return `  - { id: ${id}, ${named}, kind: ${kind}, cites: ${quoted(clause)}, when: ${quoted(guardText(when))} }`
}

/** Every clause is cited or waived; what could not be tied says so here too, so that nobody takes it for read. */
function waivedBy(bound: BoundSop, sop: SopDocument): readonly (readonly [string, string])[] {
  const cited = new Set([...bound.steps.values()].flatMap((step) => [...step.cites]))
  for (const { statement } of bound.interrupts) cited.add(statement.clause)
  for (const { clause } of bound.forbids) cited.add(clause)
  const open = new Map(bound.unresolved.map(({ clause, because }) => [clause, `not compiled: ${because}`]))
  return [...sop.clauses.keys()]
    .filter((clause) => !cited.has(clause))
    .map((clause) => [
      clause,
      open.get(clause) ?? bound.waived.get(clause) ?? 'shapes the steps, has none of its own',
    ])
}

const quoted = (text: string): string => JSON.stringify(text)

function fieldLines(desk: Desk, bound: BoundSop): readonly string[] {
  const identity = new Set(bound.identity)
  const text = guardsIn(bound)
  const intents = `  intent: { type: enum, of: [${desk.intents.map(({ id }) => id).join(', ')}] }`
  return [
    intents,
    ...desk.fields.map((field) => {
      const parts = [`type: ${field.type satisfies FieldType}`]
      if (field.type === 'enum') parts.push(`of: [${field.values.map(({ id }) => id).join(', ')}]`)
      if (field.type === 'number' && field.range !== null)
        parts.push(`range: [${rangeWith(field.range, numbersOf(field.id, text)).join(', ')}]`)
      if (identity.has(field.id)) parts.push('identity: true')
      if (field.mayBe.length > 0) parts.push(`may_be: [${field.mayBe.join(', ')}]`)
      return `  ${field.id}: { ${parts.join(', ')} }`
    }),
  ]
}

/** Every guard, as text. */
const guardsIn = ({ steps, forbids }: BoundSop): string =>
  [
    ...[...steps.values()].flatMap((step) =>
      step.kind === 'decide' ? step.edges.map(({ when }) => when ?? '') : [],
    ),
    ...forbids.map(({ when }) => guardText(when)),
  ].join('\n')

const numbersOf = (field: string, guards: string): readonly number[] =>
  [...guards.matchAll(/\bfields\.(\w+) (?:[<>]=?|[!=]=) (-?\d+(?:\.\d+)?)/g)].flatMap(([, name, number]) =>
    name === field ? [Number(number)] : [],
  )

/** What the text compares an answer with, somebody may say, and more: a guard outside the range would not load (C6). */
const rangeWith = (
  [low, high]: readonly [number, number],
  said: readonly number[],
): readonly [number, number] => [
  Math.min(low, ...said),
  Math.max(high, ...said.filter((number) => number >= high).map((number) => 2 * number)),
]

const textOf = (bound: BoundSop): string =>
  JSON.stringify([[...bound.steps.values()].map((step) => ({ ...step, cites: [] })), bound.forbids])
const isUsed = (bound: BoundSop, name: string): boolean => textOf(bound).includes(`derived.${name}`)

/** Those looked up, and those whose columns bind them. */
function recordsUsed(bound: BoundSop, desk: Desk): readonly DeskRecord[] {
  const used = new Set(
    [...bound.steps.values()].flatMap((step) => (step.kind === 'check' ? [step.record] : [])),
  )
  for (const [, record = ''] of JSON.stringify(bound.forbids).matchAll(/\brecords\.(\w+)/g)) used.add(record)
  for (let grown = true; grown; ) {
    grown = false
    for (const record of desk.records) {
      const parent = record.by.startsWith('records.') ? record.by.split('.')[1] : undefined
      if (used.has(record.name) && parent !== undefined && !used.has(parent)) {
        used.add(parent)
        grown = true
      }
    }
  }
  return desk.records.filter(({ name }) => used.has(name))
}

const recordLine = ({ name, table, by, on, required }: DeskRecord): string =>
  `  ${name}: { from: ${table}, by: ${by}${on === null ? '' : `, on: ${on}`}${required ? ', required: true' : ''} }`

function derivedLine(name: string, spec: Derived, world: World): string {
  if ('same' in spec) return `  ${name}: { same: [${spec.same.join(', ')}] }`
  if ('of' in spec) return `  ${name}: { of: ${spec.of}, minus: ${spec.minus}, range: [0, 100000] }`
  const of = 'since' in spec ? spec.since : spec.until
  void world
  return `  ${name}: { ${'since' in spec ? 'since' : 'until'}: ${of}, unit: days, range: [-4000, 4000] }`
}

const ATTEMPTS_MAX = 2

function stepLines(
  step: DraftStep | undefined,
  name: string,
  {
    names,
    indent,
    refusable,
    ending,
  }: Known & { readonly names: ReadonlyMap<string, string>; readonly indent: string },
): readonly string[] {
  if (step === undefined) return []
  const to = (id: string) => names.get(id) ?? id
  const cites = step.cites.size === 0 ? '' : `, cites: ${quoted([...step.cites].join(','))}`
  const line = (inside: string) => [`${indent}${name}: { ${inside} }`]
  switch (step.kind) {
    case 'learn':
      return line(
        `learn: ${step.field}${refusable.has(step.field) ? `, attempts_max: ${ATTEMPTS_MAX}` : ''}${cites}, next: ${to(step.next)}`,
      )
    case 'check':
      return line(`check: ${step.record}, tool: ${step.tool}${cites}, next: ${to(step.next)}`)
    case 'confirm': {
      const refused = step.ifRefused === null ? '' : `, if_refused: ${to(step.ifRefused)}`
      return line(
        `confirm: ${to(step.step)}, attempts_max: ${ATTEMPTS_MAX}${cites}, next: ${to(step.next)}${refused}`,
      )
    }
    case 'act': {
      const args = Object.entries(step.with).map(([key, value]) => `${key}: ${quoted(value)}`)
      return line(
        `act: ${step.tool}${args.length === 0 ? '' : `, with: { ${args.join(', ')} }`}${cites}, next: ${to(step.next)}`,
      )
    }
    case 'tell': {
      const { quoted: wordings, days } = step.demanded
      const says = wordings.length === 0 ? '' : `, must_say: [${wordings.map(quoted).join(', ')}]`
      const holds = days.map((one) => `{ days: ${quoted(one)} }`).join(', ')
      const must = `${says}${holds === '' ? '' : `, holds: [${holds}]`}`
      return line(`tell: ${step.act}, about: ${step.about}${must}${cites}, next: ${to(step.next)}`)
    }
    case 'handover':
      return line(`handover: ${step.reason}${cites}`)
    case 'run':
      return line(
        `run: ${step.procedure}, next: ${to(step.next)}${ending.has(step.procedure) ? `, exits: { ended: ${to(step.ended)} }` : ''}`,
      )
    case 'exit':
      return []
    case 'end':
      return line('end: true')
    case 'decide':
      return [
        `${indent}${name}:`,
        ...(step.cites.size === 0 ? [] : [`${indent}  cites: ${quoted([...step.cites].join(','))}`]),
        ...(step.choice === true ? [`${indent}  choice: agent`] : []),
        `${indent}  decide:`,
        ...step.edges.map(({ when, to: target, loop }) => {
          const again = loop === undefined ? '' : `, loop: { max: ${loop.max}, then: ${to(loop.then)} }`
          return when === null
            ? `${indent}    - { otherwise: ${to(target)}${again} }`
            : `${indent}    - { when: ${quoted(when)}, to: ${to(target)}${again} }`
        }),
      ]
  }
}
