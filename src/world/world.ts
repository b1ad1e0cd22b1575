import type { JsonObject } from '../base/json.ts'
import type { Row, Scalar } from '../base/value.ts'

/**
 * A simulated back office as data. In: world.yaml, tools.yaml, records/*. Out: pure steps (state, call) -> (state,
 * result, changes). It must not know the SOP: a tool refuses the impossible, never what the SOP forbids.
 */
export type World = {
  /** the fixed day on which every conversation of this pack takes place, YYYY-MM-DD */
  readonly today: string
  readonly currency: string
  readonly tables: ReadonlyMap<string, Table>
  readonly tools: ReadonlyMap<string, Tool>
}

export type ColumnType = 'string' | 'number' | 'boolean' | 'date' | 'enum'
export type Column = {
  readonly name: string
  readonly type: ColumnType
  readonly of: readonly string[]
  readonly optional: boolean
  /** `customers`: the value is a key of that table */
  readonly refers: string | null
}
export type Table = {
  readonly name: string
  readonly key: string
  readonly columns: ReadonlyMap<string, Column>
  readonly rows: ReadonlyMap<string, Row>
}

export type ToolRole = 'read' | 'write' | 'handover' | 'close'

/** What an agent is told of a tool. */
export type ToolSpec = { readonly name: string; readonly description: string; readonly parameters: JsonObject }

/** Compiled from tools.yaml; `tool-file.ts` has the file's schema. */
export type Tool = ToolSpec & {
  readonly role: ToolRole
  readonly movesMoney: boolean
  /** rows this tool shows to whoever calls it, read back from its output by `readsOf` */
  readonly finds: readonly Find[]
}

/** `as`: the output member; `one` row by key or column, or `all` rows that match. */
export type Find = {
  readonly as: string
  readonly table: string
  readonly column: string
  /** input parameter that names the value, or a member of an earlier find (`order.customer_id`) */
  readonly by: string
  readonly many: boolean
  /** columns shown; all where empty */
  readonly columns: readonly string[]
}

export type ToolCall = { readonly tool: string; readonly input: unknown }
export type ToolError = { readonly error: string; readonly message: string }
export type Cell = Scalar | null
