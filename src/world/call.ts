import type { Chance } from '../base/chance.ts'
import { evaluateExpression, type Scope } from '../base/guards/expression.ts'
import type { ExpressionValue } from '../base/guards/expression-functions.ts'
import { memo } from '../base/memo.ts'
import type { RowChange } from '../base/values/desk-facts.ts'
import { isJsonObject, type Json } from '../base/values/json.ts'
import type { Row, Scalar } from '../base/values/value.ts'
import { type CallResult, failed, succeeded } from './call-result.ts'
import { bindRows, type Shown, show } from './call-rows.ts'
import { type Desk, fill, type Rows, receiptOf, scopeOf } from './call-scope.ts'
import { rowFault } from './cell.ts'
import { searchHandbook } from './handbook.ts'
import { allRows, rowByKey, rowOf, type WorldState, withRow } from './state.ts'
import type { ArgumentFault, Effect, Tool, ToolCall, ToolError, ToolSpec, Value, World } from './world.ts'

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
  const noise = chance === undefined || isCalm(world.tools) ? CALM : drawNoise(tool, chance)
  if (noise.unavailable) {
    const message = `${tool.name} is temporarily unavailable. Try again.`
    return { ...failed(state, { error: 'unavailable', message }), delayMs: noise.delayMs }
  }
  const input = isJsonObject(call.input) ? call.input : {}
  const result = answer({ world, state, tool, input })
  return noise.delayMs === 0 ? result : { ...result, delayMs: noise.delayMs }
}

/** Could this write be made now? Arguments right, rows there, nothing impossible about it. */
export function possible(world: World, state: WorldState, tool: string, input: unknown): boolean {
  const known = world.tools.get(tool)
  if (known === undefined || known.works.validate(input).length > 0 || !isJsonObject(input)) return false
  const desk: Desk = { world, state, tool: known, input }
  const bound = bindRows(desk)
  return 'rows' in bound && refusal(desk, bound.rows) === null
}

/** What agents are told of the tools. */
export const toolSpecs = ({ tools }: World): readonly ToolSpec[] => specsOf(tools)

/** Made once for each world: they go out with every call of a model, which writes them only once if they are the same. */
const specsOf = memo((tools: World['tools']): readonly ToolSpec[] =>
  [...tools.values()].map(({ name, description, parameters }) => ({ name, description, parameters })),
)

/** No tool of this desk is ever noisy: nothing need be drawn for any of them. */
const isCalm = memo((tools: World['tools']): boolean => {
  const noises = [...tools.values()].map(({ works }) => works.noise)
  return noises.every(({ unavailable, slowMs }) => unavailable + slowMs === 0)
})

const CALM = { unavailable: false, delayMs: 0 }

/** Draws in a fixed order, whatever comes of it, so that one call's luck never shifts another's. */
function drawNoise(tool: Tool, chance: Chance): typeof CALM {
  const { unavailable, slowMs } = tool.works.noise
  return { unavailable: chance.hits(unavailable), delayMs: Math.round(chance.next() * slowMs) }
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
  return perform(desk, shown)
}

function refusal(desk: Desk, rows: Rows): ToolError | null {
  if (desk.tool.works.refuses.length === 0) return null
  const scope = scopeOf(desk, rows)
  const held = desk.tool.works.refuses.find(({ when }) => evaluateExpression(when, scope) === true)
  return held === undefined ? null : { error: held.error, message: fill(held.message, scope) }
}

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

/** What a tool does to this trial's rows: all of it or nothing. */
function perform(desk: Desk, shown: Shown): CallResult {
  const { effects, returns, amount, takesReceipt } = desk.tool.works
  const scope = scopeOf(desk, shown.rows)
  let draft: Draft = { state: desk.state, changes: [] }
  for (const effect of effects) {
    if (effect.when !== null && evaluateExpression(effect.when, scope) !== true) continue
    const change = changeOf(desk.world, draft.state, { effect, scope, rows: shown.rows })
    const next = 'error' in change ? change : apply(desk.world, draft, change)
    if ('error' in next) return failed(desk.state, next)
    draft = next
  }
  const output = returns.length === 0 ? shown.output : { ...shown.output, ...evaluated(returns, scope) }
  const moved = amount === null ? null : evaluateExpression(amount, scope)
  return succeeded(takesReceipt ? { ...draft.state, receipts: desk.state.receipts + 1 } : draft.state, {
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
  Object.fromEntries(values.map(({ name, of }) => [name, cellOf(evaluateExpression(of, scope))]))
const cellOf = (value: ExpressionValue): Scalar | null => (typeof value === 'object' ? null : value)
const evaluated = (values: readonly Value[], scope: Scope): Record<string, Json> =>
  Object.fromEntries(values.map(({ name, of }) => [name, evaluateExpression(of, scope)]))

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
  const { amount: ofAmount } = tool.works
  const amount = ofAmount === null ? null : evaluateExpression(ofAmount, scopeOf(desk, new Map()))
  return succeeded(takesReceipt ? { ...draft.state, receipts: state.receipts + 1 } : draft.state, {
    output: special.output,
    changes: draft.changes,
    amount: typeof amount === 'number' ? amount : null,
  })
}

const unprocessable = (why: string): ToolError => ({
  error: 'unprocessable',
  message: `This cannot be done: ${why}.`,
})
