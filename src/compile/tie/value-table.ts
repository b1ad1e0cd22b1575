import type { Bound } from './condition.ts'

/** A table that only says what goes with what: under this condition, these cells. */
export type ValueTable = {
  readonly headers: readonly string[]
  readonly rows: readonly { readonly when: Bound; readonly cells: readonly string[] }[]
}
