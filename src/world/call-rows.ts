import type { Json, JsonObject } from '../base/values/json.ts'
import type { Row, Scalar } from '../base/values/value.ts'
import { type Desk, fill, type Rows, scopeOf } from './call-scope.ts'
import { findRows } from './state.ts'
import type { FindRows, Need, ToolError } from './world.ts'

/** The rows a tool needs and those it shows. */
export function bindRows(desk: Desk): { readonly rows: Rows } | ToolError {
  const rows = new Map<string, Row>()
  for (const need of desk.tool.works.needs) {
    const row = neededRow(desk, need, rows)
    if (row === undefined)
      return { error: `${need.as}_not_found`, message: fill(need.missing, scopeOf(desk, rows)) }
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

export type Shown = { readonly output: Record<string, Json>; readonly rows: Rows }

/** The first find must find its row; what hangs on it may be missing and is shown as null. */
export function show(desk: Desk, bound: Rows): Shown | ToolError {
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

function foundRows(desk: Desk, find: FindRows, value: Scalar): readonly Row[] {
  const { table, column } = find
  return pageOf(desk, find, findRows(desk.world, desk.state, { table, column, value }))
}

function pageOf({ input }: Desk, { page }: FindRows, rows: readonly Row[]): readonly Row[] {
  if (page === null) return rows
  const asked = referred(page.by, input, new Map())
  const first = ((typeof asked === 'number' ? asked : 1) - 1) * page.size
  return rows.slice(Math.max(0, first), Math.max(0, first) + page.size)
}

function visible(row: Row, { columns }: FindRows): JsonObject {
  if (columns.length === 0) return row
  const shown: Record<string, Json> = {}
  for (const column of columns) shown[column] = row[column] ?? null
  return shown
}
