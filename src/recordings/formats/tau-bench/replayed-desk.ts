import type { Json, JsonObject } from '../../../base/values/json.ts'

/** A back office as tau-bench publishes it: table -> key -> row, rows of any shape. */
export type Tables = Readonly<Record<string, Readonly<Record<string, Json>>>>
/** A desk of tau-bench: which tables it has, and what each write does to them. Null: the desk refuses the call. */
export type ReplayedDesk = {
  readonly tables: readonly string[]
  readonly writes: Readonly<Record<string, Write>>
}
export type Write = (tables: Tables, input: JsonObject) => Tables | null
