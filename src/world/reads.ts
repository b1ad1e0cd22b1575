import type { Read } from '../base/values/desk-facts.ts'
import { isJsonObject, type Json, type JsonObject } from '../base/values/json.ts'
import type { Row, Scalar } from '../base/values/value.ts'
import { isSpoilt } from './disturb.ts'
import type { FindRows, Tool } from './world.ts'

/**
 * Which rows a call showed, from what anybody could see: the tool's `finds`, the arguments and the output. So an
 * instrument at the table and the rule engine over a stored transcript read the same thing.
 */
export function readsOf(tool: Tool, input: unknown, output: Json): readonly Read[] {
  if (!isJsonObject(input) || !isJsonObject(output)) return []
  // What says of itself that it is out of date settles nothing.
  if (isSpoilt(output) === 'out-of-date') return []
  if (typeof output.error === 'string') return output.error === 'not_found' ? noneFound(tool, input) : []
  return tool.finds.flatMap((find) => readOf(find, input, output))
}

/** "There is no such order" is an answer too: it settles the key it was asked with. */
function noneFound(tool: Tool, input: JsonObject): readonly Read[] {
  const first = tool.finds[0]
  const value = first === undefined || first.many ? undefined : scalar(memberOf(input, first.by))
  return first === undefined || value === undefined
    ? []
    : [{ table: first.table, column: first.column, value, rows: [] }]
}

function readOf(find: FindRows, input: JsonObject, output: JsonObject): readonly Read[] {
  const value = scalar(find.by.includes('.') ? throughRow(output, find.by) : memberOf(input, find.by))
  const shown = memberOf(output, find.as)
  if (value === undefined || shown === undefined) return []
  const rows = (Array.isArray(shown) ? shown : [shown]).filter(isRow)
  // An empty page is no proof that there is no such row: it may stand on another.
  if (find.page !== null && rows.length === 0) return []
  return [{ table: find.table, column: find.column, value, rows }]
}

function throughRow(output: JsonObject, by: string): Json | undefined {
  const dot = by.indexOf('.')
  const row = memberOf(output, by.slice(0, dot))
  return isJsonObject(row) ? memberOf(row, by.slice(dot + 1)) : undefined
}

const memberOf = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

const isRow = (value: unknown): value is Row =>
  isJsonObject(value) && Object.values(value).every((cell) => cell === null || typeof cell !== 'object')

const scalar = (value: Json | undefined): Scalar | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
