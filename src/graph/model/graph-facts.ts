import type { ToolRole } from '../../base/values/desk-facts.ts'

/**
 * What a graph must know of its back office to be checked: tables with typed columns, and tools. The graph may not
 * import the world; whoever loads both hands the facts over.
 */
export type GraphFacts = {
  readonly tables: ReadonlyMap<string, TableFacts>
  readonly tools: ReadonlyMap<string, ToolFacts>
}

export type TableFacts = { readonly key: string; readonly columns: ReadonlyMap<string, ColumnFacts> }

export type ColumnFacts = {
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'enum'
  /** the values of an enum */
  readonly of: readonly string[]
  readonly optional: boolean
}

export type ToolFacts = { readonly role: ToolRole; readonly parameters: readonly string[] }
