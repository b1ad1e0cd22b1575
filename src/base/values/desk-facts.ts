import type { Row, Scalar } from './value.ts'

/** What a tool does to the back office; the same words in world, graph and rules. */
export type ToolRole = 'read' | 'write' | 'handover' | 'close'

/** A read tool was asked for the rows of `table` whose `column` equals `value`, and gave `rows` (visible columns). */
export type Read = {
  readonly table: string
  readonly column: string
  readonly value: Scalar
  readonly rows: readonly Row[]
}

/** What a write did to one row: `before: null` inserts, `after: null` deletes. */
export type RowChange = {
  readonly table: string
  readonly key: string
  readonly before: Row | null
  readonly after: Row | null
}
