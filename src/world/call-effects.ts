import { evaluateExpression, type Scope } from '../base/guards/expression.ts'
import type { ExpressionValue } from '../base/guards/expression-functions.ts'
import type { RowChange } from '../base/values/desk-facts.ts'
import type { Json } from '../base/values/json.ts'
import type { Row, Scalar } from '../base/values/value.ts'
import { type CallResult, failed, succeeded } from './call-result.ts'
import type { Shown } from './call-rows.ts'
import { type Desk, type Rows, receiptOf, scopeOf } from './call-scope.ts'
import { rowFault } from './cell.ts'
import { allRows, rowByKey, rowOf, type WorldState, withRow } from './state.ts'
import type { Effect, ToolError, Value, World } from './world.ts'

/** What a tool does to this trial's rows: all of it or nothing. */
export function perform(desk: Desk, shown: Shown): CallResult {
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

export function answerSpecially(desk: Desk): CallResult {
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
