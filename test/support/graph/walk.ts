import { expect } from 'vitest'
import { assert } from '../../../src/base/assert.ts'
import type { Place } from '../../../src/base/files/problem.ts'
import type { Guard } from '../../../src/base/guards/guard.ts'
import { parseGuard } from '../../../src/base/guards/guard-parse.ts'
import { type AgentAct, type CustomerMove, TellAct } from '../../../src/base/values/acts.ts'
import type { Read, RowChange } from '../../../src/base/values/desk-facts.ts'
import type { StepId } from '../../../src/base/values/ids.ts'
import type { Row, Scalar } from '../../../src/base/values/value.ts'
import type { Constraint, Edge, FieldSpec, Graph, RecordSpec, Step } from '../../../src/graph/model/graph.ts'
import type { Hold } from '../../../src/graph/model/hold.ts'
import { startWalk } from '../../../src/graph/walk/walk.ts'
import type { JudgedAction, Surroundings, Walk, WalkEvent } from '../../../src/graph/walk/walk-types.ts'
import { timeSpansIn } from '../../../src/text/figures/spans.ts'
import { saidIn } from '../../../src/text/said/said.ts'
import { aStep } from '../base/ids.ts'

/**
 * For tests only: graphs and conversations as small pictures. A graph is one step a line (`name kind what -> next`), a
 * conversation one event a line with what is expected of it after `<-`.
 */
const AT: Place = { file: 'picture', line: 1, column: 1 }
const TODAY = '2026-03-10'

const field = (name: string, more: Partial<FieldSpec> = {}): [string, FieldSpec] => [
  name,
  {
    name,
    type: 'string',
    of: [],
    range: null,
    mayBe: ['refused'],
    settledBy: null,
    identity: false,
    shared: false,
    at: AT,
    ...more,
  },
]
const record = (name: string, from: string, by: string, on: string | null = null): [string, RecordSpec] => [
  name,
  { name, from, by, on, required: false, at: AT },
]

/** Everything but the steps is the same in every picture. */
export function graphOf(picture: string): Graph {
  const lines = picture
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const steps = new Map<StepId, Step>()
  const procedures: Graph['procedures'][number][] = []
  const interrupts: Graph['interrupts'][number][] = []
  const forbids: Graph['forbids'][number][] = []
  let procedure = 'p'
  for (const line of lines) {
    const [head = '', ...rest] = line.split(/\s+/)
    if (head === 'procedure') {
      procedure = rest[0] ?? ''
      const when = guardOf(`fields.intent == '${procedure}'`)
      procedures.push({ id: procedure, for: when, start: aStep(`${procedure}/${rest[1]}`), at: AT })
    } else if (head === 'interrupt') {
      procedure = rest[0] ?? ''
      const on = rest[1] === 'abuse' ? ('abuse' as const) : ('demand_human' as const)
      const when = rest.length > 4 ? guardOf(rest.slice(4).join(' ')) : null
      interrupts.push({
        id: procedure,
        on,
        when,
        nth: Number(rest[2]),
        start: aStep(`${procedure}/${rest[3]}`),
        cites: [],
        at: AT,
      })
    } else if (head === 'forbid') forbids.push(forbidOf(line))
    else {
      const step = stepFrom(procedure, line)
      steps.set(step.id, step)
    }
  }
  if (procedures.length === 0) {
    const start = [...steps.keys()][0] ?? aStep('p/none')
    procedures.push({ id: 'p', for: guardOf('true'), start, at: AT })
  }
  return {
    sop: { file: 'sop.md', text: '', sections: [], clauses: new Map() },
    fields: new Map([
      field('intent'),
      field('email', { identity: true }),
      ...['size', 'order_id', 'photo', 'colour'].map((name) => field(name)),
      field('ticket', { shared: true }),
    ]),
    records: new Map([
      record('order', 'orders', 'fields.order_id'),
      record('customer', 'customers', 'records.order.customer_id'),
      record('account', 'customers', 'fields.email', 'email'),
    ]),
    derived: new Map([
      [
        'age',
        {
          name: 'age',
          at: AT,
          kind: 'since',
          of: 'records.order.delivered_on',
          unit: 'days',
          range: [0, 400],
        },
      ],
      [
        'left',
        {
          name: 'left',
          at: AT,
          kind: 'minus',
          of: 'records.order.total',
          minus: 'records.order.paid',
          range: [0, 99],
        },
      ],
      ['owner', { name: 'owner', at: AT, kind: 'same', of: 'fields.email', as: 'records.customer.email' }],
    ]),
    procedures,
    steps,
    forbids,
    interrupts,
    waived: [],
  }
}

export function guardOf(text: string): Guard {
  const { guard } = parseGuard(text)
  assert(guard !== null, `the picture has a bad guard ${text}`)
  return guard
}

/** `forbid id tool gift when true`, `forbid id decline/late when ...`, `forbid id says records.order.address when ...` */
function forbidOf(line: string): Graph['forbids'][number] {
  const [, id = '', kind = '', name = '', when = ''] =
    /^forbid (\S+) (?:(tool|says|tell) )(\S+) when (.*)$/.exec(line) ?? []
  const [act, about] = name.split('/')
  const what =
    kind === 'tool'
      ? { tool: name }
      : kind === 'says'
        ? { says: name }
        : { act: TellAct.parse(act), about: about ?? null }
  return { id, kind: 'bad', what, when: guardOf(when), cites: [], at: AT }
}

function stepFrom(procedure: string, line: string): Step {
  const [, name = '', kind = '', body = ''] = /^(\S+)\s+(\S+)\s*(.*)$/.exec(line) ?? []
  const [, spec = '', needs] = /^(.*?)(?:\s+needs\s+(\S+))?$/.exec(body) ?? []
  const full = (short: string) => aStep(`${procedure}/${short.trim()}`)
  const base = {
    id: full(name),
    procedure,
    source: full(name.replace(/~\d+$/, '')),
    cites: [],
    needs: needs === undefined ? [] : needs.split(',').map(full),
    round: Number(/~(\d+)$/.exec(name)?.[1] ?? 1),
    at: AT,
  }
  if (kind === 'end' || kind === 'resume') return { ...base, kind }
  if (kind === 'handover') return { ...base, kind, reason: spec }
  if (kind === 'decide' || kind === 'choice') {
    const edges = edgesFrom(full(name), spec, full)
    return { ...base, kind: 'decide', choice: kind === 'choice' ? 'agent' : 'graph', edges }
  }
  const [what = '', to = ''] = spec.split(' -> ')
  const [next = '', ifRefused] = to.split(' / ')
  const attempts = /^(.*?)\s*x(\d+)$/.exec(what.trim())
  const attemptsMax = attempts === null ? null : Number(attempts[2])
  const bare = (attempts?.[1] ?? what).trim()
  switch (kind) {
    case 'learn':
      return { ...base, kind, field: bare, attemptsMax, next: full(next) }
    case 'check':
      return {
        ...base,
        kind,
        record: bare.split(' ')[0] ?? '',
        tool: bare.split(' ')[1] ?? 'look',
        next: full(next),
      }
    case 'confirm':
      return {
        ...base,
        kind,
        step: full(bare),
        attemptsMax,
        next: full(next),
        ifRefused: ifRefused === undefined ? null : full(ifRefused),
      }
    case 'act': {
      const [tool = '', ...constraints] = bare
        .split(/[{},]/)
        .map((part) => part.trim())
        .filter((part) => part !== '')
      return { ...base, kind, tool, constraints: constraints.map(constraintFrom), next: full(next) }
    }
    default: {
      const [, act = '', about, say, hold] =
        /^([a-z-]+)(?:\/(\w+))?(?: "(.*)")?(?: \[(.*)\])?$/.exec(bare) ?? []
      return {
        ...base,
        kind: 'tell',
        act: TellAct.parse(act),
        about: about ?? null,
        mustSay: say === undefined ? [] : [say],
        holds: hold === undefined ? [] : [holdFrom(hold)],
        next: full(next),
      }
    }
  }
}

/** `3 days`, or a sum by its variable: `records.order.total` */
const holdFrom = (text: string): Hold =>
  text.includes('.')
    ? { kind: 'sum', text, is: { name: text } }
    : { kind: 'days', text, anyOf: timeSpansIn(text) }

/** `fields.size == 'big' -> ask | otherwise -> no`; `=>` begins the next round of a loop */
function edgesFrom(id: string, spec: string, full: (name: string) => StepId): readonly Edge[] {
  const parts = spec.split(' | ').map((part) => /^(.*) ([-=]>) (\S+)$/.exec(part.trim()) ?? [])
  const guards = parts.map(([, when = '']) => (when.trim() === 'otherwise' ? null : guardOf(when.trim())))
  const others = guards.flatMap((guard) => guard ?? [])
  const otherwise: Guard = { op: 'not', of: { op: 'or', of: others, text: 'others' }, text: 'otherwise' }
  return parts.map(([, , arrow, to = ''], place) => ({
    id: `${id}>${to}${place}`,
    when: guards[place] ?? otherwise,
    otherwise: guards[place] === null,
    to: full(to),
    loops: arrow === '=>',
    at: AT,
  }))
}

function constraintFrom(text: string): Constraint {
  const [, argument = '', is = '==', right = ''] = /^(\w+) (==|!=|<=|>=|<|>) (.*)$/.exec(text) ?? []
  const operand = /^(fields|records|derived)\./.test(right) ? { name: right } : { value: scalarOf(right) }
  return { argument, is: is as Constraint['is'], operand, text: `${is} ${right}` }
}

const scalarOf = (text: string): Scalar =>
  text === 'true' || text === 'false' ? text === 'true' : /^-?\d+$/.test(text) ? Number(text) : text

// Conversations.

type Tables = Record<string, Record<string, Record<string, Scalar | null>>>
const KEYS: Readonly<Record<string, string>> = { orders: 'id', customers: 'id' }
const READS: Readonly<Record<string, { table: string; column: string; by: string }>> = {
  look: { table: 'orders', column: 'id', by: 'order_id' },
  peek: { table: 'orders', column: 'id', by: 'order_id' },
  look_customer: { table: 'customers', column: 'id', by: 'customer_id' },
  find_account: { table: 'customers', column: 'email', by: 'email' },
}

const ROWS: Tables = {
  orders: {
    O1: {
      id: 'O1',
      customer_id: 'C1',
      status: 'paid',
      total: 9,
      paid: 4,
      delivered_on: '2026-03-07',
      address: 'Elm',
    },
    O2: {
      id: 'O2',
      customer_id: 'C2',
      status: 'sent',
      total: 50,
      paid: 50,
      delivered_on: null,
      address: 'Oak',
    },
  },
  customers: {
    C1: { id: 'C1', email: 'a@x', vip: true },
    C2: { id: 'C2', email: 'b@x', vip: false },
  },
}

export type Desk = {
  readonly tables: Tables
  readonly around: Surroundings
  readonly impossible: Set<string>
}

export function deskOf(): Desk {
  const tables: Tables = structuredClone(ROWS)
  const impossible = new Set<string>()
  const find = (table: string, column: string, value: Scalar): Row | null =>
    Object.values(tables[table] ?? {}).find((row) => row[column] === value) ?? null
  return {
    tables,
    impossible,
    around: {
      today: TODAY,
      role: (tool) =>
        tool === 'nothing'
          ? undefined
          : tool === 'hand'
            ? 'handover'
            : tool === 'close'
              ? 'close'
              : tool in READS
                ? 'read'
                : 'write',
      keyOf: (table) => KEYS[table] ?? 'id',
      row: find,
      possible: (tool) => !impossible.has(tool),
    },
  }
}

/** Plays a picture of a conversation and compares what each line expects. Events are numbered from 1. */
export function check(graph: Graph | string, conversation: string): Walk {
  const built = typeof graph === 'string' ? graphOf(graph) : graph
  const desk = deskOf()
  const walk = startWalk(built, desk.around)
  const lines = conversation
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const state = { n: 0, proposal: 0 }
  const shown: string[] = []
  for (const line of lines) {
    const [left = '', expected] = line.split('<-').map((part) => part.trim())
    const [, party = '', what = ''] = /^(\S+)\s*(.*)$/.exec(left) ?? []
    const seen = play({ walk, desk, state }, party, what)
    const full = expected !== undefined && /[(:]/.test(expected)
    shown.push(
      expected === undefined && seen !== null && !ASKS.has(party)
        ? line
        : `${left} <- ${full ? seen : brief(seen)}`.replace(/ <- $/, ''),
    )
    if (ASKS.has(party)) shown[shown.length - 1] = `${party} ${seen}`.trim()
  }
  const wanted = lines.map((line) =>
    ASKS.has(line.split(/\s+/)[0] ?? '') ? line.replace(/\s+/g, ' ') : line.replace(/\s*<-\s*/, ' <- '),
  )
  expect(shown).toEqual(wanted)
  return walk
}

const ASKS: ReadonlySet<string> = new Set(['due', 'ending', 'relevant', 'decided', 'satisfied', 'live'])
const brief = (seen: string | null): string => (seen ?? '').replace(/ \(.*?\)|: .*$/g, '')

type Playing = { readonly walk: Walk; readonly desk: Desk; readonly state: { n: number; proposal: number } }

function play({ walk, desk, state }: Playing, party: string, what: string): string | null {
  const several = walk.requests().length > 1
  const short = (request: string, step: string) =>
    (several ? `${request}:` : '') + step.slice(step.indexOf('/') + 1)
  switch (party) {
    case 'due':
      return (
        walk
          .due()
          .map((due) => short(due.request, due.step) + (due.instead ? '!' : ''))
          .join(' ') || '-'
      )
    case 'ending':
      return walk.ending() ? 'yes' : 'no'
    case 'live':
      return (
        walk
          .requests()
          .filter((one) => !one.withdrawn)
          .map((one) => one.id)
          .join(' ') || '-'
      )
    case 'relevant':
      return (
        walk
          .relevant()
          .map((one) => one.field)
          .join(' ') || '-'
      )
    case 'decided':
      return (
        walk
          .requests()
          .flatMap((one) => one.decided.map(({ edge, n }) => `${edge.slice(edge.indexOf('/') + 1)}@${n}`))
          .join(' ') || '-'
      )
    case 'satisfied':
      return (
        walk
          .requests()
          .flatMap((one) => one.satisfied.map(({ step, n }) => `${short(one.id, step)}@${n}`))
          .join(' ') || '-'
      )
    case 'world':
      for (const change of changesFrom(desk.tables, what)) apply(desk.tables, change)
      return null
    case 'impossible':
      desk.impossible.add(what)
      return null
    default: {
      state.n += 1
      const event = eventFrom(desk, state, party, what)
      const judged = walk.take(event)
      if (event.type === 'called' && event.ok) for (const change of event.changes) apply(desk.tables, change)
      return judged.map(sayJudged).join(' | ')
    }
  }
}

function sayJudged(judged: JudgedAction): string {
  const local = (step: string) => step.slice(step.indexOf('/') + 1)
  const step = judged.step === null || judged.class === 'forbidden' ? '' : ` ${local(judged.step)}`
  const open = judged.class === 'premature' ? ` (${judged.open.map(local).join(', ')})` : ''
  const why = judged.because === null ? '' : `: ${judged.because}`
  return `${judged.class}${step}${judged.forbids.map((id) => ` ${id}`).join('')}${open}${why}`
}

function eventFrom(desk: Desk, state: Playing['state'], party: string, what: string): WalkEvent {
  const { n } = state
  if (party === 'customer') {
    const moves = parts(what).map((part) => moveFrom(part, state.proposal))
    return { type: 'customer', n, moves }
  }
  if (party === 'agent') {
    const text = /"(.*)"/.exec(what)?.[1] ?? ''
    const acts = parts(what.replace(/"(.*)"/, '')).map(actFrom)
    if (acts.some((act) => act.act === 'propose')) state.proposal = n
    return { type: 'said', n, acts, said: saidIn(text) }
  }
  return callFrom(desk, n, what)
}

const parts = (text: string): readonly string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function moveFrom(text: string, proposal: number): CustomerMove {
  const [, scope, body = ''] = /^(?:(r\d+)\.)?(.*)$/.exec(text) ?? []
  const request = scope ?? 'r1'
  const [head = '', second = '', third, fourth] = body.split(' ')
  const assigned = /^(\w+)=(.*)$/.exec(body)
  if (assigned !== null)
    return { do: 'tell', request, field: assigned[1] ?? '', value: scalarOf(assigned[2] ?? '') }
  if (head === 'open') {
    return {
      do: 'open',
      request: second,
      intent: third ?? 'p',
      ...(fourth === undefined ? {} : { instead_of: fourth }),
    }
  }
  if (head === 'yes' || head === 'no') {
    return {
      do: head === 'yes' ? 'agree' : 'refuse',
      request,
      proposal: second === '' ? proposal : Number(second),
    }
  }
  if (head === 'withdraw') return { do: 'withdraw', request }
  if (head === 'human') return { do: 'demand_human' }
  if (head === 'abuse') return { do: 'abuse' }
  if (head === 'dodge') return { do: 'dodge', request, field: second }
  if (second === 'refused' || second === 'unavailable')
    return { do: 'lack', request, field: head, lack: second }
  return { do: 'thank' }
}

function actFrom(text: string): AgentAct {
  const [head = '', name = '', ...rest] = text.split(' ')
  if (head === 'ask') return { act: 'request', field: name }
  if (head === 'propose') return { act: 'propose', tool: name, arguments: pairs(rest) }
  if (head === 'bye') return { act: 'sign-off' }
  if (head === 'greet') return { act: 'greet' }
  if (head === 'claim') return { act: 'claim-done', tool: name }
  const [act, about] = head.split('/')
  return { act: TellAct.parse(act), ...(about === undefined ? {} : { about }) }
}

const pairs = (texts: readonly string[]): Record<string, Scalar> =>
  Object.fromEntries(texts.map((text) => [text.split('=')[0] ?? '', scalarOf(text.split('=')[1] ?? '')]))

/** `look order_id=O1`, `ship id=O1 [orders.O1.status=sent]`, `ship id=O1 fails` */
function callFrom(desk: Desk, n: number, what: string): WalkEvent {
  const [tool = '', ...rest] = what
    .replace(/\[.*\]/, '')
    .trim()
    .split(/\s+/)
  const input = pairs(rest.filter((text) => text.includes('=')))
  const read = READS[tool]
  const value = read === undefined ? undefined : input[read.by]
  const rows =
    read === undefined
      ? []
      : Object.values(desk.tables[read.table] ?? {}).filter((row) => row[read.column] === value)
  const reads: Read[] =
    read === undefined || value === undefined
      ? []
      : [{ table: read.table, column: read.column, value, rows: structuredClone(rows) }]
  const changes = changesFrom(desk.tables, /\[(.*)\]/.exec(what)?.[1] ?? '')
  return {
    type: 'called',
    n,
    tool,
    input,
    ok: !rest.includes('fails') && (read === undefined || rows.length > 0),
    reads,
    changes,
  }
}

function changesFrom(tables: Tables, text: string): readonly RowChange[] {
  return parts(text).map((part) => {
    const [, table = '', key = '', column = '', value = ''] = /^(\w+)\.(\w+)\.(\w+)=(.*)$/.exec(part) ?? []
    const before = tables[table]?.[key] ?? null
    const after = column === 'gone' ? null : { id: key, ...before, [column]: scalarOf(value) }
    return { table, key, before: before === null ? null : { ...before }, after }
  })
}

function apply(tables: Tables, { table, key, after }: RowChange): void {
  const rows = tables[table]
  if (rows === undefined) return
  if (after === null) delete rows[key]
  else rows[key] = { ...after }
}
