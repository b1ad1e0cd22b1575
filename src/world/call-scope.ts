import type { Scope } from '../base/guards/expression.ts'
import type { ExpressionValue } from '../base/guards/expression-functions.ts'
import type { Json, JsonObject } from '../base/values/json.ts'
import type { Row, Scalar } from '../base/values/value.ts'
import type { WorldState } from './state.ts'
import type { Template, Tool, World } from './world.ts'

/** One call while it is answered. */
export type Desk = {
  readonly world: World
  readonly state: WorldState
  readonly tool: Tool
  readonly input: JsonObject
}
export type Rows = ReadonlyMap<string, Row>

export function scopeOf({ world, state, input }: Desk, rows: Rows): Scope {
  return {
    name: (name) => rows.get(name) ?? (name === 'today' ? world.today : argumentOf(input, name)),
    receipt: (prefix) => receiptOf(state, prefix),
  }
}

export const receiptOf = (state: WorldState, prefix: string): string =>
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

export function fill({ text, names }: Template, scope: Scope): string {
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
