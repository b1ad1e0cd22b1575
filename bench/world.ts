import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { assert } from '../src/base/assert.ts'
import { callTool } from '../src/world/call.ts'
import { loadWorld } from '../src/world/load-world.ts'
import { openWorld, type WorldState } from '../src/world/state.ts'
import type { ToolCall, World } from '../src/world/world.ts'

/**
 * A back office of 600 orders: look-ups a second on one core, arguments validated, and what a waiting trial costs beyond
 * its transcript after it has made some writes.
 */
const ORDERS = 600
const CALLS = 400_000
const TRIALS = 2_000
const WRITES_PER_TRIAL = 5
const BOUNDS = { lookUpsPerSecondMin: 200_000, bytesPerTrialMax: 20_000 }

export async function benchWorld(): Promise<Record<string, number>> {
  const world = generatedWorld()
  lookUps(world, 50_000) // the first calls pay for compiling the code
  const perSecond = Math.max(lookUps(world, CALLS), lookUps(world, CALLS), lookUps(world, CALLS))
  const bytes = bytesPerTrial(world)
  return {
    // 1 or less: both bounds are kept
    ratio: Math.max(BOUNDS.lookUpsPerSecondMin / perSecond, bytes / BOUNDS.bytesPerTrialMax),
    lookups_per_second: Math.round(perSecond),
    writes_per_second: Math.round(writes(world, CALLS / 10)),
    bytes_per_waiting_trial: Math.round(bytes),
  }
}

/** Seconds of processor time: a core's worth of work, however busy the machine is with others. */
const coreSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** An order with its items, by number: what agents ask most. */
function lookUps(world: World, times: number): number {
  const state = afterWrites(world, 0)
  const calls = Array.from(
    { length: ORDERS },
    (_, at): ToolCall => ({ tool: 'lookup_order', input: { order_id: orderId(at) } }),
  )
  let found = 0
  const from = coreSeconds()
  for (let at = 0; at < times; at += 1) {
    const call = calls[at % ORDERS]
    if (call !== undefined && callTool(world, state, call).ok) found += 1
  }
  const took = coreSeconds() - from
  assert(found === times, 'every order is there')
  return times / took
}

function writes(world: World, times: number): number {
  const state = openWorld(world)
  const from = coreSeconds()
  for (let at = 0; at < times; at += 1) {
    const { ok } = callTool(world, state, {
      tool: 'refund_order',
      input: { order_id: orderId(at % ORDERS), amount: 1 },
    })
    assert(ok, 'every refund is possible')
  }
  return times / (coreSeconds() - from)
}

function bytesPerTrial(world: World): number {
  // Without a collection first, garbage of the benches before would be counted as trials.
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  const heap = () => {
    if (typeof collect === 'function') collect()
    return process.memoryUsage().heapUsed
  }
  const before = heap()
  const waiting = Array.from({ length: TRIALS }, (_, trial) => afterWrites(world, trial))
  const after = heap()
  assert(waiting.length === TRIALS, 'kept alive until here')
  return (after - before) / TRIALS
}

function afterWrites(world: World, seed: number): WorldState {
  let state = openWorld(world)
  for (let at = 0; at < WRITES_PER_TRIAL; at += 1) {
    const input = { order_id: orderId((seed + at) % ORDERS), amount: 1 }
    state = callTool(world, state, { tool: 'refund_order', input }).state
  }
  return state
}

const orderId = (at: number): string => `OR-${String(at).padStart(5, '0')}`

const WORLD = `format: 1
today: 2026-03-10
currency: EUR
tables:
  orders:
    key: order_id
    columns: { order_id: string, status: { type: enum, of: [paid, shipped] }, ordered_on: date, address: string, total: number, refunded: boolean }
    rows: records/orders.csv
  items:
    key: item_id
    columns: { item_id: string, order_id: { type: string, refers: orders }, sku: string, quantity: number }
    rows: records/items.csv
  refunds:
    key: refund_id
    columns: { refund_id: string, order_id: { type: string, refers: orders }, amount: number }
`
const TOOLS = `
lookup_order:
  description: Find an order.
  role: read
  parameters: { order_id: { type: string, pattern: "^OR-[0-9]{5}$" } }
  finds:
    order: { from: orders, by: order_id }
    items: { from: items, on: order_id, by: order_id, many: true, columns: [sku, quantity] }
refund_order:
  description: Give money back.
  role: write
  moves_money: true
  amount: amount
  parameters: { order_id: { type: string }, amount: { type: number, exclusiveMinimum: 0 } }
  needs: { order: { from: orders, by: order_id } }
  refuses: [ { when: amount > order.total, error: too_much, message: too much } ]
  effects:
    - { insert: refunds, values: { refund_id: "receipt('RF')", order_id: order_id, amount: amount } }
    - { update: orders, row: order, set: { refunded: "true" } }
  returns: { refund_id: "receipt('RF')" }
hand_over: { description: Pass on., role: handover, parameters: { reason: { type: string }, note: { type: string } } }
`

export function generatedWorld(): World {
  const orders = Array.from(
    { length: ORDERS },
    (_, at) => `${orderId(at)},paid,2026-03-01,"${at} High Street, Town",${10 + (at % 90)},false`,
  )
  const items = Array.from(
    { length: ORDERS * 2 },
    (_, at) => `I-${at},${orderId(at % ORDERS)},SKU-${at % 120},1`,
  )
  const files = new Map([
    ['world.yaml', WORLD],
    ['tools.yaml', TOOLS],
    ['records/orders.csv', ['order_id,status,ordered_on,address,total,refunded', ...orders].join('\n')],
    ['records/items.csv', ['item_id,order_id,sku,quantity', ...items].join('\n')],
  ])
  const { value, problems } = loadWorld(files)
  assert(value !== undefined, `the generated world does not load: ${problems[0]?.message}`)
  return value
}
