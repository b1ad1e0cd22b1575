import { atomsOf } from '../../base/guards/guard-explain.ts'
import { parseGuard, parseOperand } from '../../base/guards/guard-parse.ts'
import { Special } from '../../base/values/value.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { scopesOf } from '../../graph/words/scopes.ts'

/** What a graph asks of its desk: tables with columns, tools with parameters, topics, handover reasons (L4). */
export type DeskNeeds = {
  readonly tables: ReadonlyMap<string, TableNeeds>
  readonly reads: ReadonlyMap<string, ReadNeeds>
  readonly writes: ReadonlyMap<string, ReadonlySet<string>>
  readonly topics: ReadonlySet<string>
  readonly reasons: ReadonlySet<string>
  readonly intents: readonly string[]
}
type DraftColumnType = 'string' | 'number' | 'boolean' | 'date' | 'enum'
export type ColumnNeeds = { type: DraftColumnType; readonly of: Set<string> }
export type TableNeeds = { key: string; readonly columns: Map<string, ColumnNeeds> }
/** The table a read tool shows a row of, and the column it is found by, if that is not the key. */
type ReadNeeds = { readonly table: string; readonly on: string | null }

export function needsOf(graph: GraphFile): DeskNeeds {
  const tables = tableNeeds(graph)
  const steps = scopesOf(graph).flatMap(({ steps: each }) => Object.values(each))
  const reads = new Map<string, ReadNeeds>()
  for (const step of steps) {
    if (!('check' in step)) continue
    const record = graph.records?.[step.check]
    if (record !== undefined) reads.set(step.tool, { table: record.from, on: record.on ?? null })
  }
  const writes = new Map<string, Set<string>>()
  for (const step of steps) {
    if (!('act' in step)) continue
    const parameters = writes.get(step.act) ?? new Set<string>()
    for (const parameter of Object.keys(step.with ?? {})) parameters.add(parameter)
    writes.set(step.act, parameters)
  }
  for (const { tool } of graph.forbid ?? [])
    if (tool !== undefined && !writes.has(tool)) writes.set(tool, new Set())
  return {
    tables,
    reads,
    writes,
    topics: new Set(
      steps.flatMap((step) => ('tell' in step && step.about !== undefined ? [step.about] : [])),
    ),
    reasons: new Set(steps.flatMap((step) => ('handover' in step ? [step.handover] : []))),
    intents: graph.fields['intent']?.of ?? [],
  }
}

function tableNeeds(graph: GraphFile): ReadonlyMap<string, TableNeeds> {
  const tables = new Map<string, TableNeeds>()
  const columnOf = (variable: string): ColumnNeeds | null => {
    const [root, record = '', name] = variable.split('.')
    const table = tables.get(graph.records?.[record]?.from ?? '')
    if (root !== 'records' || table === undefined || name === undefined) return null
    const column = table.columns.get(name) ?? { type: 'string' as DraftColumnType, of: new Set<string>() }
    table.columns.set(name, column)
    return column
  }
  for (const { from, by, on } of Object.values(graph.records ?? {})) {
    const key = by.split('.').at(-1) ?? 'id'
    const known = tables.get(from)
    if (known === undefined)
      tables.set(from, { key: on === undefined ? key : `${from}_id`, columns: new Map() })
    else if (on === undefined) known.key = key
  }
  for (const [name, table] of tables) {
    table.columns.set(table.key, { type: 'string', of: new Set() })
    for (const { from, on } of Object.values(graph.records ?? {}))
      if (from === name && on !== undefined) table.columns.set(on, { type: 'string', of: new Set() })
  }
  for (const variable of variablesIn(graph)) columnOf(variable)
  for (const spec of Object.values(graph.derived ?? {})) {
    if ('since' in spec) setType(columnOf(spec.since), 'date')
    if ('until' in spec) setType(columnOf(spec.until), 'date')
    if ('minus' in spec) for (const each of [spec.of, spec.minus]) setType(columnOf(each), 'number')
    if ('same' in spec) for (const each of spec.same) columnOf(each)
  }
  for (const text of guardsIn(graph)) {
    const { guard } = parseGuard(text)
    for (const atom of guard === null ? [] : atomsOf(guard))
      for (const value of atom.op === 'in' ? atom.values : [atom.value])
        if (!(value instanceof Special)) addValue(columnOf(atom.name), value)
  }
  return tables
}

function setType(column: ColumnNeeds | null, type: DraftColumnType): void {
  if (column !== null) column.type = type
}

function addValue(column: ColumnNeeds | null, value: string | number | boolean): void {
  if (column === null || column.type === 'date') return
  if (typeof value === 'number') column.type = 'number'
  else if (typeof value === 'boolean') column.type = 'boolean'
  else {
    column.type = 'enum'
    column.of.add(value)
  }
}

export function guardsIn(graph: GraphFile): readonly string[] {
  const edges = scopesOf(graph).flatMap(({ steps }) =>
    Object.values(steps).flatMap((step) => ('decide' in step ? step.decide : [])),
  )
  return [
    ...Object.values(graph.procedures).map((procedure) => procedure.for),
    ...edges.flatMap((edge) => ('when' in edge ? [edge.when] : [])),
    ...[...(graph.forbid ?? []), ...(graph.interrupts ?? [])].flatMap(({ when }) =>
      when === undefined ? [] : [when],
    ),
  ]
}

/** Every variable that is named outside guards: keys, arguments, what must not be said. */
function variablesIn(graph: GraphFile): readonly string[] {
  const operands = scopesOf(graph).flatMap(({ steps }) =>
    Object.values(steps).flatMap((step) => ('act' in step ? Object.values(step.with ?? {}) : [])),
  )
  const named = operands.flatMap((text) => {
    const { operand } = parseOperand(text.replace(/^\s*(==|!=|<=|>=|<|>|in\b)\s*/, ''))
    return operand !== null && 'name' in operand ? [operand.name] : []
  })
  const atoms = guardsIn(graph).flatMap((text) => {
    const { guard } = parseGuard(text)
    return guard === null ? [] : atomsOf(guard).map(({ name }) => name)
  })
  return [
    ...named,
    ...atoms,
    ...Object.values(graph.records ?? {}).map(({ by }) => by),
    ...Object.values(graph.fields).flatMap(({ settled_by: settled }) =>
      settled === undefined ? [] : [settled],
    ),
    ...(graph.forbid ?? []).flatMap(({ says }) => (says === undefined ? [] : [says])),
  ]
}
