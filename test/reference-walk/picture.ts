import { expect } from 'vitest'
import type { Guard } from '../../src/base/guards/guard.ts'
import { AgentAct, CustomerMove } from '../../src/base/values/acts.ts'
import type { Read, RowChange } from '../../src/base/values/desk-facts.ts'
import type { StepId } from '../../src/base/values/ids.ts'
import { ABSENT, REFUSED, type Row, type Scalar, UNAVAILABLE } from '../../src/base/values/value.ts'
import type { Constraint, Edge, FieldSpec, Graph, Step } from '../../src/graph/model/graph.ts'
import type { Surroundings, Walk, WalkEvent } from '../../src/graph/walk/walk-types.ts'
import { aClause, aStep } from '../support/base/ids.ts'

/**
 * Small pictures of a conversation at a small shop (EXAMPLE.md's section on damage), for any walk:
 *
 *     customer open r1 damaged; tell r1 order LB-1
 *     says     request order                        <- permitted
 *     calls    look order=LB-1                      <- due
 *     outside  LB-1 state=lost
 *     due      ask_photo, ...
 *     relevant photo
 */
type Start = (graph: Graph, around: Surroundings) => Walk
export type Setting = { readonly graph?: Partial<Graph> }

export function check(start: Start, picture: string, setting: Setting = {}): Walk {
  const shop = openShop()
  const walk = start({ ...shopGraph(), ...setting.graph }, shop.around)
  let n = 0
  for (const line of picture.split('\n').map((each) => each.trim())) {
    const [word = '', ...rest] = line.split(/\s+/)
    const [what = '', wanted] = rest
      .join(' ')
      .split('<-')
      .map((part) => part.trim())
    if (word === 'due')
      expect(
        walk
          .due()
          .map(({ request, step }) => nameOf(request, step))
          .join(', '),
        line,
      ).toBe(what)
    else if (word === 'relevant')
      expect(
        walk
          .relevant()
          .map(({ field }) => field)
          .join(', '),
        line,
      ).toBe(what)
    else if (word === 'outside') shop.change(what)
    else if (word !== '') {
      n += 1
      const { event, apply } = eventOf(word, what, n, shop)
      const judged = walk.take(event)
      apply()
      if (wanted !== undefined) expect(judged.map(say).join('; '), line).toBe(wanted)
    }
  }
  return walk
}

const nameOf = (request: string, step: string): string =>
  (request === 'r1' ? '' : `${request}:`) + (step.split('/')[1] ?? step)
const say = (action: { class: string; open: readonly string[]; forbids: readonly string[] }): string =>
  [action.class, ...action.open.map((id) => nameOf('r1', id)), ...action.forbids].join(' ')

function eventOf(word: string, what: string, n: number, shop: Shop): { event: WalkEvent; apply: () => void } {
  const parts = what.split(';').map((part) => part.trim())
  const nothing = () => {}
  if (word === 'customer') return { event: { type: 'customer', n, moves: parts.map(moveOf) }, apply: nothing }
  if (word === 'says') {
    const [acts = '', text = ''] = what.split('"')
    const read = acts
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    return { event: { type: 'said', n, acts: read.map(actOf), text }, apply: nothing }
  }
  const [tool = '', ...named] = what.split(' ')
  const fails = named.includes('fails')
  return shop.call(tool, { n, input: argumentsOf(named), fails })
}

function moveOf(part: string): CustomerMove {
  const [act = '', request = '', third = '', fourth = ''] = part.split(' ')
  const fields = { request, field: third }
  if (act === 'open')
    return CustomerMove.parse({
      do: act,
      request,
      intent: third,
      ...(fourth === '' ? {} : { instead_of: fourth }),
    })
  if (act === 'tell') return CustomerMove.parse({ do: act, ...fields, value: scalar(fourth) })
  if (act === 'lack') return CustomerMove.parse({ do: act, ...fields, lack: fourth })
  if (act === 'dodge') return CustomerMove.parse({ do: act, ...fields })
  if (act === 'agree' || act === 'refuse')
    return CustomerMove.parse({ do: act, request, proposal: Number(third) })
  if (act === 'withdraw') return CustomerMove.parse({ do: act, request })
  return CustomerMove.parse({ do: act })
}

function actOf(part: string): AgentAct {
  const [act = '', first, ...named] = part.split(' ')
  if (act === 'request') return AgentAct.parse({ act, ...(first === undefined ? {} : { field: first }) })
  if (act === 'propose')
    return AgentAct.parse({
      act,
      tool: first,
      ...(named.length === 0 ? {} : { arguments: argumentsOf(named) }),
    })
  if (act === 'sign-off' || act === 'greet' || act === 'claim-done') return AgentAct.parse({ act })
  return AgentAct.parse({ act, ...(first === undefined ? {} : { about: first }) })
}

const argumentsOf = (named: readonly string[]): Record<string, Scalar> =>
  Object.fromEntries(
    named
      .filter((part) => part.includes('='))
      .map((part) => [part.split('=')[0], scalar(part.split('=')[1] ?? '')]),
  )
const scalar = (word: string): Scalar =>
  word === 'true' || word === 'false' ? word === 'true' : /^\d+$/.test(word) ? Number(word) : word

// The shop

type Shop = ReturnType<typeof openShop>
function openShop() {
  const orders = new Map<string, Row>([
    ['LB-1', { id: 'LB-1', owner: 'c1', state: 'delivered', street: 'Elm' }],
    ['LB-2', { id: 'LB-2', owner: 'c2', state: 'lost', street: 'Oak' }],
  ])
  const owners = new Map<string, Row>([
    ['c1', { id: 'c1', replaced: 0 }],
    ['c2', { id: 'c2', replaced: 5 }],
  ])
  const row = (table: string, column: string, value: Scalar): Row | null =>
    [...(table === 'orders' ? orders : owners).values()].find((each) => each[column] === value) ?? null
  const roles = {
    look: 'read',
    look_owner: 'read',
    replace: 'write',
    cancel: 'write',
    other: 'write',
    hand_over: 'handover',
    close: 'close',
  } as const
  const around: Surroundings = {
    today: '2026-03-10',
    role: (tool) => Object.entries(roles).find(([name]) => name === tool)?.[1],
    keyOf: () => 'id',
    row,
    possible: (_, input) => row('orders', 'id', String(input.order))?.state !== 'cancelled',
  }
  const change = (what: string) => {
    const [id = '', ...named] = what.split(' ')
    orders.set(id, { ...orders.get(id), ...argumentsOf(named) })
  }
  const call = (
    tool: string,
    { n, input, fails }: { n: number; input: Record<string, Scalar>; fails: boolean },
  ) => {
    const key = input.order ?? input.owner ?? ''
    const table = tool === 'look_owner' ? 'owners' : 'orders'
    const found = row(table, 'id', key)
    const reads: Read[] =
      tool.startsWith('look') && !fails
        ? [{ table, column: 'id', value: key, rows: found === null ? [] : [found] }]
        : []
    const after = found === null ? null : { ...found, state: tool === 'cancel' ? 'cancelled' : 'replaced' }
    const changes: RowChange[] =
      around.role(tool) === 'write' && !fails ? [{ table, key: String(key), before: found, after }] : []
    const event: WalkEvent = { type: 'called', n, tool, input, ok: !fails, reads, changes }
    return { event, apply: () => changes.forEach((each) => void orders.set(each.key, each.after ?? {})) }
  }
  return { around, change, call }
}

// The graph

const AT = { file: 'graph.yaml', line: 1, column: 1 }
export const is = (name: string, value: Parameters<typeof compare>[1]): Guard => compare(name, value)
const compare = (name: string, value: Scalar | typeof ABSENT): Guard => ({
  op: 'compare',
  name,
  is: '==',
  value,
  text: `${name} == ${JSON.stringify(value)}`,
})
const not = (of: Guard): Guard => ({ op: 'not', of, text: `!(${of.text})` })
const either = (of: readonly Guard[]): Guard => ({
  op: 'or',
  of,
  text: of.map(({ text }) => text).join(' || '),
})

type Written = Step extends infer S
  ? S extends Step
    ? Omit<S, 'id' | 'procedure' | 'source' | 'cites' | 'at' | 'needs' | 'round'> &
        Partial<Pick<S, 'needs' | 'round' | 'source'>>
    : never
  : never

/** steps of one procedure, `next` and the like by short name */
export function steps(
  procedure: string,
  written: Readonly<Record<string, Written>>,
): ReadonlyMap<StepId, Step> {
  const full = (id: string) => aStep(`${procedure}/${id}`)
  const one = (id: string, step: Written): Step =>
    ({
      id: full(id),
      procedure,
      source: full(id.split('~')[0] ?? id),
      cites: [aClause('1#1')],
      needs: [],
      round: 1,
      at: AT,
      ...step,
    }) as Step
  return new Map(Object.entries(written).map(([id, step]) => [full(id), one(id, step)]))
}

/** two edges: if the guard holds, and otherwise */
export const either2 = (
  from: string,
  when: Guard,
  [yes, no]: readonly [string, string],
  loops = false,
): readonly Edge[] => [
  { id: `${from}>${yes}`, when, otherwise: false, to: aStep(yes), loops, at: AT },
  { id: `${from}>${no}`, when: not(when), otherwise: true, to: aStep(no), loops: false, at: AT },
]

const equal = (argument: string, name: string): Constraint => ({
  argument,
  is: '==',
  operand: { name },
  text: `${argument} == ${name}`,
})

const field = (name: string, type: FieldSpec['type'], identity = false): FieldSpec => ({
  name,
  type,
  of: [],
  range: null,
  mayBe: ['refused', 'unavailable'],
  settledBy: null,
  identity,
  shared: false,
  at: AT,
})

export function shopGraph(): Graph {
  const lacks = either([compare('fields.order', REFUSED), compare('fields.order', UNAVAILABLE)])
  return {
    sop: { file: 'sop.md', text: '', sections: [], clauses: new Map() },
    fields: new Map(
      [
        field('intent', 'enum'),
        field('order', 'string'),
        field('photo', 'boolean'),
        field('name', 'string', true),
      ].map((each) => [each.name, each]),
    ),
    records: new Map([
      ['order', { name: 'order', from: 'orders', by: 'fields.order', on: null, required: false, at: AT }],
      [
        'owner',
        { name: 'owner', from: 'owners', by: 'records.order.owner', on: null, required: true, at: AT },
      ],
    ]),
    derived: new Map(),
    procedures: [
      { id: 'damaged', for: compare('fields.intent', 'damaged'), start: aStep('damaged/ask_order'), at: AT },
      { id: 'stop', for: compare('fields.intent', 'stop'), start: aStep('stop/ask_name'), at: AT },
    ],
    steps: new Map([
      ...steps('damaged', {
        ask_order: { kind: 'learn', field: 'order', attemptsMax: 2, next: aStep('damaged/has') },
        has: {
          kind: 'decide',
          choice: 'graph',
          edges: either2('damaged/has', lacks, ['damaged/no_order', 'damaged/look_up']),
        },
        look_up: { kind: 'check', record: 'order', tool: 'look', next: aStep('damaged/known') },
        known: {
          kind: 'decide',
          choice: 'graph',
          edges: either2('damaged/known', compare('records.order', ABSENT), [
            'damaged/no_order',
            'damaged/who',
          ]),
        },
        who: { kind: 'check', record: 'owner', tool: 'look_owner', next: aStep('damaged/ask_photo') },
        ask_photo: { kind: 'learn', field: 'photo', attemptsMax: 2, next: aStep('damaged/proof') },
        proof: {
          kind: 'decide',
          choice: 'graph',
          edges: either2('damaged/proof', compare('fields.photo', true), [
            'damaged/address',
            'damaged/no_proof',
          ]),
        },
        address: {
          kind: 'confirm',
          step: aStep('damaged/replace'),
          attemptsMax: 2,
          next: aStep('damaged/replace'),
          ifRefused: aStep('damaged/moved'),
        },
        replace: {
          kind: 'act',
          tool: 'replace',
          constraints: [equal('order', 'fields.order'), equal('street', 'records.order.street')],
          next: aStep('damaged/told'),
        },
        told: {
          kind: 'tell',
          act: 'inform',
          about: 'sent',
          mustSay: ['within 3 days'],
          holds: [],
          next: aStep('damaged/done'),
        },
        no_order: {
          kind: 'tell',
          act: 'explain',
          about: 'unknown',
          mustSay: [],
          holds: [],
          next: aStep('damaged/done'),
        },
        no_proof: {
          kind: 'tell',
          act: 'decline',
          about: 'photo',
          mustSay: [],
          holds: [],
          next: aStep('damaged/done'),
        },
        moved: { kind: 'handover', reason: 'moved' },
        done: { kind: 'end' },
      }),
      ...steps('stop', {
        ask_name: { kind: 'learn', field: 'name', attemptsMax: null, next: aStep('stop/ask_order') },
        ask_order: { kind: 'learn', field: 'order', attemptsMax: null, next: aStep('stop/cancel') },
        cancel: {
          kind: 'act',
          tool: 'cancel',
          constraints: [equal('order', 'fields.order')],
          next: aStep('stop/done'),
        },
        done: { kind: 'end' },
      }),
      ...steps('calm', {
        warn: { kind: 'tell', act: 'explain', about: 'tone', mustSay: [], holds: [], next: aStep('calm/on') },
        on: { kind: 'resume' },
        human: { kind: 'handover', reason: 'asked' },
      }),
    ]),
    forbids: [
      {
        id: 'no-free-goods',
        kind: 'free_goods',
        what: { tool: 'replace' },
        when: compare('records.order.state', 'lost'),
        cites: [aClause('1#1')],
        at: AT,
      },
      {
        id: 'keep-street',
        kind: 'leak',
        what: { says: 'records.order.street' },
        when: not(compare('fields.name', 'Ann')),
        cites: [aClause('1#1')],
        at: AT,
      },
    ],
    interrupts: [
      { id: 'swears', on: 'abuse', when: null, nth: 1, start: aStep('calm/warn'), cites: [], at: AT },
      { id: 'human', on: 'demand_human', when: null, nth: 2, start: aStep('calm/human'), cites: [], at: AT },
    ],
    waived: [],
  }
}
