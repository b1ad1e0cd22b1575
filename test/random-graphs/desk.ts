import type { Read, RowChange, ToolRole } from '../../src/base/values/desk-facts.ts'
import type { Row, Scalar } from '../../src/base/values/value.ts'
import type { ColumnFacts, GraphFacts } from '../../src/graph/model/graph-facts.ts'
import type { Surroundings } from '../../src/graph/walk/walk-types.ts'
import { between, chance, type Dice, pick } from './dice.ts'

/**
 * A tiny back office for random graphs: two tables, five read tools, five writes. Always the same shape, so that guards and
 * constraints can be drawn over its columns; the rows are random.
 */
export const TODAY = '2026-03-10'
export const KEYS = { orders: 'order_id', customers: 'customer_id' } as const
export const STATES = ['open', 'sent', 'gone'] as const
export const ORDER_IDS = ['o1', 'o2', 'o3', 'o9'] as const
export const EMAILS = ['ann@x.org', 'bob@x.org', 'no@x.org'] as const

type Table = keyof typeof KEYS
export const ROLES: Readonly<Record<string, ToolRole>> = {
  read_order: 'read',
  peek_order: 'read',
  read_customer: 'read',
  find_account: 'read',
  read_all: 'read',
  send: 'write',
  refund: 'write',
  mark: 'write',
  /** a write no step asks for */
  idle: 'write',
  hand_over: 'handover',
  close_ticket: 'close',
}
export const WRITES = ['send', 'refund', 'mark'] as const

const column = (type: ColumnFacts['type'], more: Partial<ColumnFacts> = {}): ColumnFacts => ({
  type,
  of: [],
  optional: false,
  ...more,
})

/** the same desk, as the graph checker wants to know it */
export const DESK_FACTS: GraphFacts = {
  tables: new Map([
    [
      'orders',
      {
        key: 'order_id',
        columns: new Map([
          ['order_id', column('string')],
          ['customer_id', column('string')],
          ['state', column('enum', { of: STATES })],
          ['total', column('number')],
          ['paid', column('number', { optional: true })],
          ['placed_on', column('date', { optional: true })],
          ['address', column('string')],
          ['fragile', column('boolean', { optional: true })],
        ]),
      },
    ],
    [
      'customers',
      {
        key: 'customer_id',
        columns: new Map([
          ['customer_id', column('string')],
          ['email', column('string')],
          ['tier', column('enum', { of: ['gold', 'iron'] })],
          ['count', column('number')],
        ]),
      },
    ],
  ]),
  tools: new Map(Object.entries(ROLES).map(([tool, role]) => [tool, { role, parameters: [] }])),
}

/** rows that change after an event: by the agent's write, or by nobody in the conversation */
export type Patch = { readonly table: string; readonly key: string; readonly row: Row | null }

/** What a call would do now; nothing is changed until its patches are applied. */
export type CallResult = {
  readonly ok: boolean
  readonly reads: readonly Read[]
  readonly changes: readonly RowChange[]
}

export type Desk = {
  readonly around: Surroundings
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>) => CallResult
  readonly apply: (patches: readonly Patch[]) => void
  /** a row as it is now */
  readonly row: (table: string, column: string, value: Scalar) => Row | null
}

export function randomDesk(rng: Dice): Desk {
  const tables: Readonly<Record<string, Map<string, Row>>> = { orders: new Map(), customers: new Map() }
  for (const [i, id] of ['c1', 'c2'].entries())
    tables.customers?.set(id, randomCustomer(rng, id, EMAILS[i] ?? ''))
  for (const id of ['o1', 'o2', 'o3']) tables.orders?.set(id, randomOrder(rng, id))
  const row = (table: string, column: string, value: Scalar): Row | null =>
    [...(tables[table]?.values() ?? [])].find((each) => each[column] === value) ?? null
  return {
    row,
    around: {
      today: TODAY,
      role: (tool) => ROLES[tool],
      keyOf: (table) => KEYS[table as Table] ?? 'id',
      row,
      possible: (tool, input) => possible(row, tool, input),
    },
    call: (tool, input) => callTool(row, tool, input),
    apply: (patches) => {
      for (const { table, key, row: next } of patches) {
        if (next === null) tables[table]?.delete(key)
        else tables[table]?.set(key, next)
      }
    },
  }
}

const randomCustomer = (rng: Dice, id: string, email: string): Row => ({
  customer_id: id,
  email,
  tier: pick(rng, ['gold', 'iron']),
  count: between(rng, 0, 4),
})

const randomOrder = (rng: Dice, id: string): Row => ({
  order_id: id,
  customer_id: pick(rng, ['c1', 'c2', 'c2', 'c7']),
  state: pick(rng, STATES),
  total: between(rng, 0, 9),
  paid: chance(rng, 15) ? null : between(rng, 0, 9),
  placed_on: chance(rng, 20) ? null : `2026-0${between(rng, 1, 3)}-0${between(rng, 1, 9)}`,
  address: pick(rng, ['Elm 1', 'Oak 22']),
  fragile: chance(rng, 20) ? null : chance(rng, 50),
})

/** a column somebody else changes between two looks */
export function outsideChange(rng: Dice, desk: Desk): readonly Patch[] {
  const id = pick(rng, ORDER_IDS)
  const row = desk.row('orders', 'order_id', id)
  if (row === null) return [{ table: 'orders', key: id, row: randomOrder(rng, id) }]
  if (chance(rng, 10)) return [{ table: 'orders', key: id, row: null }]
  const { customer_id: owner, ...rest } = randomOrder(rng, id)
  const column = pick(rng, Object.keys(rest))
  return [{ table: 'orders', key: id, row: { ...row, [column]: rest[column] ?? null } }]
}

type Find = (table: string, column: string, value: Scalar) => Row | null

/** A tool refuses only the impossible: an order that is not there, or `refund` once the order is gone. */
function possible(find: Find, tool: string, input: Readonly<Record<string, unknown>>): boolean | undefined {
  if (ROLES[tool] !== 'write') return undefined
  const order = typeof input.order_id === 'string' ? find('orders', 'order_id', input.order_id) : null
  if (order === null) return input.order_id === undefined
  return tool !== 'refund' || order.state !== 'gone'
}

function callTool(find: Find, tool: string, input: Readonly<Record<string, unknown>>): CallResult {
  const role = ROLES[tool]
  if (role === 'read') return readTool(find, tool, input)
  if (role !== 'write') return { ok: role !== undefined, reads: [], changes: [] }
  const order = typeof input.order_id === 'string' ? find('orders', 'order_id', input.order_id) : null
  const ok = possible(find, tool, input) === true
  if (!ok || order === null) return { ok, reads: [], changes: [] }
  const after: Row = {
    ...order,
    state: tool === 'send' ? 'sent' : tool === 'refund' ? 'gone' : (order.state ?? null),
    total: 0,
  }
  return { ok, reads: [], changes: [{ table: 'orders', key: String(order.order_id), before: order, after }] }
}

function readTool(find: Find, tool: string, input: Readonly<Record<string, unknown>>): CallResult {
  const reads: Read[] = []
  const look = (table: Table, column: string, value: unknown, columns?: readonly string[]): Row | null => {
    if (typeof value !== 'string') return null
    const row = find(table, column, value)
    reads.push({
      table,
      column,
      value,
      rows: row === null ? [] : [columns === undefined ? row : only(row, columns)],
    })
    return row
  }
  if (tool === 'read_order') look('orders', 'order_id', input.order_id)
  if (tool === 'peek_order') look('orders', 'order_id', input.order_id, ['order_id', 'state'])
  if (tool === 'read_customer') look('customers', 'customer_id', input.customer_id)
  if (tool === 'find_account') look('customers', 'email', input.email)
  if (tool === 'read_all')
    look('customers', 'customer_id', look('orders', 'order_id', input.order_id)?.customer_id)
  return { ok: reads.some(({ rows }) => rows.length > 0), reads, changes: [] }
}

const only = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column)))
