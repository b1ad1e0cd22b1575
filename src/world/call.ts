import type { Chance } from '../base/chance.ts'
import type { Scope } from '../base/expression.ts'
import type { ExpressionValue } from '../base/expression-functions.ts'
import type { Json, JsonObject } from '../base/json.ts'
import type { Row, Scalar } from '../base/value.ts'
import { rowFault } from './cell.ts'
import { searchHandbook } from './handbook.ts'
import { allRows, findRows, rowByKey, rowOf, type WorldState, withRow } from './state.ts'
import type {
  ArgumentFault,
  Effect,
  Find,
  Need,
  RowChange,
  Template,
  Tool,
  ToolCall,
  ToolError,
  ToolSpec,
  Value,
  World,
} from './world.ts'

/** What came of a call. Writes are intents against this trial's copy: the result looks real, nothing leaves the process. */
export type CallResult = {
  readonly state: WorldState
  readonly ok: boolean
  readonly output: Json
  readonly changes: readonly RowChange[]
  /** money the call would have moved; null: it moves none */
  readonly amount: number | null
  /** how long a slow back office would have taken; the runner may wait or not */
  readonly delayMs: number
}

/**
 * One call, as a real back office would answer it. Never throws: an unknown tool, wrong arguments and a missing row are
 * results. Without `chance` there is no noise.
 */
export function callTool(world: World, state: WorldState, call: ToolCall, chance?: Chance): CallResult {
  const tool = world.tools.get(call.tool)
  if (tool === undefined) {
    const known = [...world.tools.keys()].join(', ')
    return failed(state, {
      error: 'unknown_tool',
      message: `There is no tool "${call.tool}". Tools: ${known}.`,
    })
  }
  const faults = tool.works.validate(call.input)
  if (faults.length > 0) return failed(state, invalidArguments(tool, faults))
  const noise = chance === undefined ? CALM : drawNoise(tool, chance)
  if (noise.unavailable) {
    const message = `${tool.name} is temporarily unavailable. Try again.`
    return { ...failed(state, { error: 'unavailable', message }), delayMs: noise.delayMs }
  }
  const input = isObject(call.input) ? call.input : {}
  const result = answer({ world, state, tool, input, stale: noise.stale })
  return noise.delayMs === 0 ? result : { ...result, delayMs: noise.delayMs }
}

/** Could this write be made now? Arguments right, rows there, nothing impossible about it. */
export function possible(world: World, state: WorldState, tool: string, input: unknown): boolean {
  const known = world.tools.get(tool)
  if (known === undefined || known.works.validate(input).length > 0 || !isObject(input)) return false
  const desk: Desk = { world, state, tool: known, input, stale: false }
  const bound = bindRows(desk)
  return 'rows' in bound && refusal(desk, bound.rows) === null
}

/** What agents are told of the tools. */
export const toolSpecs = (world: World): readonly ToolSpec[] =>
  [...world.tools.values()].map(({ name, description, parameters }) => ({ name, description, parameters }))

type Desk = {
  readonly world: World
  readonly state: WorldState
  readonly tool: Tool
  readonly input: JsonObject
  readonly stale: boolean
}
type Rows = ReadonlyMap<string, Row>

const CALM = { unavailable: false, stale: false, delayMs: 0 }

/** Draws in a fixed order, whatever comes of it, so that one call's luck never shifts another's. */
function drawNoise(tool: Tool, chance: Chance): typeof CALM {
  const { unavailable, stale, slowMs } = tool.works.noise
  const drawn = { unavailable: chance.hits(unavailable), stale: chance.hits(stale), slow: chance.next() }
  return { unavailable: drawn.unavailable, stale: drawn.stale, delayMs: Math.round(drawn.slow * slowMs) }
}

function answer(desk: Desk): CallResult {
  const { searches, special } = desk.tool.works
  if (searches !== null) {
    const query = Object.values(desk.input).find((value) => typeof value === 'string') ?? ''
    return succeeded(desk.state, { output: { sections: [...searchHandbook(searches, query)] } })
  }
  if (special !== null) return answerSpecially(desk)
  const bound = bindRows(desk)
  if ('error' in bound) return failed(desk.state, bound)
  const refused = refusal(desk, bound.rows)
  if (refused !== null) return failed(desk.state, refused)
  const shown = show(desk, bound.rows)
  if ('error' in shown) return failed(desk.state, shown)
  return perform(desk, { ...shown, rows: new Map([...bound.rows, ...shown.rows]) })
}

// ---- rows a tool needs and shows

function bindRows(desk: Desk): { readonly rows: Rows } | ToolError {
  const rows = new Map<string, Row>()
  for (const need of desk.tool.works.needs) {
    const row = neededRow(desk, need, rows)
    if (row === undefined) return { error: 'not_found', message: fill(need.missing, scopeOf(desk, rows)) }
    rows.set(need.as, row)
  }
  return { rows }
}

function neededRow({ world, state, input }: Desk, need: Need, rows: Rows): Row | undefined {
  const value = referred(need.by, input, rows)
  if (value === null) return undefined
  const { table, column } = need
  return findRows(world, state, { table, column, value }).find((row) =>
    need.where.every((also) => row[also.column] === referred(also.by, input, rows)),
  )
}

/** `order_id` is an argument, `order.customer_id` a member of a row found before. */
function referred(by: string, input: JsonObject, rows: Rows): Scalar | null {
  const dot = by.indexOf('.')
  const value =
    dot < 0 ? (Object.hasOwn(input, by) ? input[by] : null) : rows.get(by.slice(0, dot))?.[by.slice(dot + 1)]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

type Shown = { readonly output: Record<string, Json>; readonly rows: Rows }

/** The first find must find its row; what hangs on it may be missing and is shown as null. */
function show(desk: Desk, bound: Rows): Shown | ToolError {
  const output: Record<string, Json> = {}
  const rows = new Map(bound)
  for (const [index, find] of desk.tool.finds.entries()) {
    const value = referred(find.by, desk.input, rows)
    const found = value === null ? [] : foundRows(desk, find, value)
    if (index === 0 && found.length === 0 && !find.many)
      return { error: 'not_found', message: fill(desk.tool.works.notFound, scopeOf(desk, rows)) }
    const first = found[0]
    if (first !== undefined && !find.many) rows.set(find.as, first)
    output[find.as] = find.many
      ? found.map((row) => visible(row, find))
      : first === undefined
        ? null
        : visible(first, find)
  }
  return { output, rows }
}

function foundRows(desk: Desk, find: Find, value: Scalar): readonly Row[] {
  const { table, column } = find
  const rows = findRows(desk.world, desk.state, { table, column, value })
  if (!desk.stale) return rows
  const outdated = desk.state.outdated.get(table)
  const key = desk.world.tables.get(table)?.key ?? ''
  return rows.flatMap((row) => {
    const before = outdated?.get(String(row[key]))
    return before === undefined ? [row] : before === null ? [] : [before]
  })
}

const visible = (row: Row, { columns }: Find): JsonObject =>
  columns.length === 0 ? row : Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))

// ---- refusing and doing

function refusal(desk: Desk, rows: Rows): ToolError | null {
  const scope = scopeOf(desk, rows)
  const held = desk.tool.works.refuses.find(({ when }) => when.evaluate(scope) === true)
  return held === undefined ? null : { error: held.error, message: fill(held.message, scope) }
}

function perform(desk: Desk, shown: Shown): CallResult {
  const { effects, returns, amount } = desk.tool.works
  const scope = scopeOf(desk, shown.rows)
  let draft: Draft = { state: desk.state, changes: [] }
  for (const effect of effects) {
    if (effect.when !== null && effect.when.evaluate(scope) !== true) continue
    const change = changeOf(desk.world, draft.state, { effect, scope, rows: shown.rows })
    const next = 'error' in change ? change : apply(desk.world, draft, change)
    if ('error' in next) return failed(desk.state, next)
    draft = next
  }
  const output = { ...shown.output, ...evaluated(returns, scope) }
  const moved = amount === null ? null : amount.evaluate(scope)
  const usesReceipt = [
    ...effects.flatMap((effect) => ('values' in effect ? effect.values : [])),
    ...returns,
  ].some(({ of }) => of.takesReceipt)
  return succeeded(usesReceipt ? { ...draft.state, receipts: desk.state.receipts + 1 } : draft.state, {
    output: Object.keys(output).length === 0 ? { status: 'ok' } : output,
    changes: draft.changes,
    amount: typeof moved === 'number' ? moved : null,
  })
}

type Draft = { readonly state: WorldState; readonly changes: readonly RowChange[] }
type Change = { readonly table: string; readonly key: string; readonly after: Row | null }

function changeOf(
  world: World,
  state: WorldState,
  { effect, scope, rows }: { readonly effect: Effect; readonly scope: Scope; readonly rows: Rows },
): Change | ToolError {
  const table = world.tables.get(effect.table)
  if (table === undefined) return unprocessable(`there is no table ${effect.table}`)
  if (effect.kind === 'insert') {
    const empty = Object.fromEntries([...table.columns.keys()].map((column) => [column, null]))
    const after: Row = { ...empty, ...cellsOf(effect.values, scope) }
    const key = String(after[table.key])
    if ((rowByKey(table, state, key) ?? null) !== null)
      return { error: 'already_exists', message: `There is a ${table.key} ${key} already.` }
    return { table: table.name, key, after }
  }
  const key = String(rows.get(effect.row)?.[table.key])
  const before = rowByKey(table, state, key)
  if (before === undefined || before === null) return unprocessable(`${table.name} ${key} is gone`)
  return {
    table: table.name,
    key,
    after: effect.kind === 'delete' ? null : { ...before, ...cellsOf(effect.values, scope) },
  }
}

/** Puts a change into the draft, if the row keeps its table's types: a tool may answer an error, never break a table. */
function apply(world: World, draft: Draft, { table, key, after }: Change): Draft | ToolError {
  const spec = world.tables.get(table)
  if (spec === undefined) return unprocessable(`there is no table ${table}`)
  const fault = after === null ? null : rowFault(spec, key, after)
  if (fault !== null) return unprocessable(fault.message)
  const before = rowByKey(spec, draft.state, key) ?? null
  if (before === null && after === null) return draft
  const row = after === null ? null : Object.freeze(after)
  return {
    state: withRow(draft.state, { table, key, row }),
    changes: [...draft.changes, { table, key, before, after: row }],
  }
}

const cellsOf = (values: readonly Value[], scope: Scope): Row =>
  Object.fromEntries(values.map(({ name, of }) => [name, cellOf(of.evaluate(scope))]))
const cellOf = (value: ExpressionValue): Scalar | null => (typeof value === 'object' ? null : value)
const evaluated = (values: readonly Value[], scope: Scope): Record<string, Json> =>
  Object.fromEntries(values.map(({ name, of }) => [name, of.evaluate(scope)]))

function answerSpecially(desk: Desk): CallResult {
  const { world, state, tool, input } = desk
  let takesReceipt = false
  const receipt = (prefix: string) => {
    takesReceipt = true
    return receiptOf(state, prefix)
  }
  const special = tool.works.special?.({
    input,
    today: world.today,
    receipt,
    row: (table, column, value) => rowOf(world, state, table, column, value),
    rows: (table) => allRows(world, state, table),
  })
  if (special === undefined || !special.ok)
    return { ...succeeded(state, { output: special?.output ?? null }), ok: false }
  let draft: Draft = { state, changes: [] }
  for (const change of special.changes) {
    const next = apply(world, draft, change)
    if ('error' in next) return failed(state, next)
    draft = next
  }
  const amount = tool.works.amount?.evaluate(scopeOf(desk, new Map()))
  return succeeded(takesReceipt ? { ...draft.state, receipts: state.receipts + 1 } : draft.state, {
    output: special.output,
    changes: draft.changes,
    amount: typeof amount === 'number' ? amount : null,
  })
}

// ---- words and values

function scopeOf({ world, state, input }: Desk, rows: Rows): Scope {
  return {
    name: (name) => rows.get(name) ?? (name === 'today' ? world.today : argumentOf(input, name)),
    receipt: (prefix) => receiptOf(state, prefix),
  }
}

const receiptOf = (state: WorldState, prefix: string): string =>
  `${prefix}-${String(state.receipts + 1).padStart(6, '0')}`

function argumentOf(input: JsonObject, name: string): ExpressionValue {
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  return value === undefined ? null : plain(value)
}

/** Lists of words are fine in an expression (`in`), objects within arguments are not. */
function plain(value: Json): ExpressionValue {
  if (Array.isArray(value)) return value.map((item: Json) => plain(item))
  return typeof value === 'object' ? null : (value as Scalar)
}

function fill({ text, names }: Template, scope: Scope): string {
  return names.reduce((filled, name) => filled.replaceAll(`{${name}}`, () => said(name, scope)), text)
}

function said(name: string, scope: Scope): string {
  const [root = '', member] = name.split('.')
  const value = scope.name(root)
  const one =
    member !== undefined && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Row)[member]
      : value
  return one === null || one === undefined || typeof one === 'object' ? '' : String(one)
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function invalidArguments(
  tool: Tool,
  faults: readonly ArgumentFault[],
): ToolError & { readonly details: Json } {
  const list = faults.map(({ argument, problem }) => `${argument} ${problem}`.trim()).join('; ')
  return {
    error: 'invalid_arguments',
    message: `${tool.name}: ${list}.`,
    details: faults.map((fault) => ({ ...fault })),
  }
}

const unprocessable = (why: string): ToolError => ({
  error: 'unprocessable',
  message: `This cannot be done: ${why}.`,
})

const failed = (state: WorldState, output: ToolError): CallResult => ({
  state,
  ok: false,
  output: { ...output },
  changes: [],
  amount: null,
  delayMs: 0,
})

const succeeded = (
  state: WorldState,
  rest: { readonly output: Json; readonly changes?: readonly RowChange[]; readonly amount?: number | null },
): CallResult => ({
  state,
  ok: true,
  output: rest.output,
  changes: rest.changes ?? [],
  amount: rest.amount ?? null,
  delayMs: 0,
})
