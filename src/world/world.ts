import type { Expression } from '../base/guards/expression.ts'
import type { ToolRole } from '../base/values/desk-facts.ts'
import type { Json, JsonObject } from '../base/values/json.ts'
import type { Row, Scalar } from '../base/values/value.ts'

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
  /** who may hear the value: null, everybody */
  readonly secrecy: Secrecy | null
  /** how many letters and digits, from the beginning and from the end, everybody may hear */
  readonly harmless: { readonly first: number; readonly last: number } | null
}
/** `internal`: no customer; `says` are words that give it away beside the value. `personal`: the person it belongs to, once verified. */
export type Secrecy =
  | { readonly kind: 'internal'; readonly says: readonly string[] }
  | { readonly kind: 'personal' }
export type Table = {
  readonly name: string
  readonly key: string
  readonly columns: ReadonlyMap<string, Column>
  readonly rows: ReadonlyMap<string, Row>
}

/** What an agent is told of a tool. */
export type ToolSpec = {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

/** Compiled from tools.yaml; `tool-file.ts` has the file's schema. */
export type Tool = ToolSpec & {
  readonly role: ToolRole
  readonly movesMoney: boolean
  /** the customer is told of it by the company itself: an e-mail, a message, an entry in the account */
  readonly confirms: boolean
  /** rows this tool shows to whoever calls it, read back from its output by `readsOf` */
  readonly finds: readonly FindRows[]
  /** what it does when called */
  readonly works: ToolWorks
}

/** `as`: the output member; `one` row by key or column, or `all` rows that match. */
export type FindRows = {
  readonly as: string
  readonly table: string
  readonly column: string
  /** input parameter that names the value, or a member of an earlier find (`order.customer_id`) */
  readonly by: string
  readonly many: boolean
  /** columns shown; all where empty */
  readonly columns: readonly string[]
  /** of `many`: so many rows a page, the page named by a parameter (1 unless given); null: all at once */
  readonly page: { readonly by: string; readonly size: number } | null
}

/** The inside of a tool. */
export type ToolWorks = {
  /** every argument that is wrong, as a real API names it; none: the input is fine */
  readonly validate: (input: unknown) => readonly ArgumentFault[]
  readonly notFound: Template
  readonly needs: readonly Need[]
  readonly refuses: readonly Refusal[]
  readonly effects: readonly Effect[]
  readonly returns: readonly Value[]
  readonly amount: Expression | null
  /** some effect or result holds a receipt: the call uses up a number */
  readonly takesReceipt: boolean
  /** answers a query from these sections instead of from tables */
  readonly searches: readonly HandbookSection[] | null
  readonly special: SpecialTool | null
  readonly noise: NoisyAnswer
}

export type ArgumentFault = { readonly argument: string; readonly problem: string }

/** A row the tool must find. `where`: further columns that must agree. */
export type Need = {
  readonly as: string
  readonly table: string
  readonly column: string
  readonly by: string
  readonly where: readonly { readonly column: string; readonly by: string }[]
  readonly missing: Template
}
export type Refusal = { readonly when: Expression; readonly error: string; readonly message: Template }
export type Value = { readonly name: string; readonly of: Expression }
/** `row` names a need. An effect without `when` always happens. */
export type Effect = { readonly table: string; readonly when: Expression | null } & (
  | { readonly kind: 'insert'; readonly values: readonly Value[] }
  | { readonly kind: 'update'; readonly row: string; readonly values: readonly Value[] }
  | { readonly kind: 'delete'; readonly row: string }
)
/** "There is no order {order_id}.": literal parts and names in turn. */
export type Template = { readonly text: string; readonly names: readonly string[] }

export type HandbookSection = { readonly title: string; readonly text: string }

/** How a real back office misbehaves: probabilities from 0 to 1, milliseconds. Only with a generator at hand. */
export type NoisyAnswer = { readonly unavailable: number; readonly slowMs: number }

/** A tool that data cannot describe. Pure like the rest: no clock, no chance, nothing outside what it is asked with. */
export type SpecialTool = (ask: SpecialAsk) => SpecialAnswer
export type SpecialAsk = {
  readonly input: JsonObject
  readonly today: string
  readonly row: (table: string, column: string, value: Scalar) => Row | null
  readonly rows: (table: string) => readonly Row[]
  readonly receipt: (prefix: string) => string
}
export type SpecialAnswer = {
  readonly ok: boolean
  readonly output: Json
  /** `after: null` deletes. Rows that break their table's types refuse the whole call. */
  readonly changes: readonly { readonly table: string; readonly key: string; readonly after: Row | null }[]
}

export type ToolCall = { readonly tool: string; readonly input: unknown }
export type ToolError = { readonly error: string; readonly message: string }
export type Cell = Scalar | null
