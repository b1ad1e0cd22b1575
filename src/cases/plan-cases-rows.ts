import type { VarName } from '../base/guards/guard.ts'
import { dayNumberOf, isoDateOf } from '../base/values/iso-date.ts'
import { ABSENT, type Row, type Scalar, Special, type Value } from '../base/values/value.ts'
import { admits, hasData } from '../graph/domains/value-sets.ts'
import type { Graph, RecordSpec } from '../graph/model/graph.ts'
import { setOf, type ValueStore } from '../graph/paths/paths-solve.ts'
import type { Witness } from '../graph/paths/paths-witness.ts'
import type { Table, World } from '../world/world.ts'
import type { Case } from './case.ts'

/**
 * Rows for a planned case: the pack's own, changed where the path needs it and nowhere else. A row taken from the pack
 * brings everything a path does not speak of (addresses, items, names) along, so the story hangs together.
 */
export type Rows = ReadonlyMap<string, Row>

/** For each record the path binds: the pack's rows that ask for the fewest changes; `turn` chooses among equals. */
export function templateRows(
  world: World,
  store: ValueStore,
  { bound, turn }: { readonly bound: ReadonlySet<string>; readonly turn: number },
): Rows {
  const { graph } = store.space
  const chosen = new Map<string, Row>()
  for (const spec of graph.records.values()) {
    if (!bound.has(spec.name) || !spec.by.startsWith('fields.')) continue
    const rows = [...(world.tables.get(spec.from)?.rows.values() ?? [])]
    const scored = rows.map((row) => ({ row, ...scoreOf({ world, store, bound, chosen }, spec, row) }))
    const best = Math.max(...scored.map((one) => one.score))
    const equals = scored.filter((one) => one.score === best)
    for (const [name, row] of equals[turn % Math.max(1, equals.length)]?.chain ?? []) chosen.set(name, row)
  }
  return chosen
}

type Choosing = {
  readonly world: World
  readonly store: ValueStore
  readonly bound: ReadonlySet<string>
  readonly chosen: Rows
}

/** How many of the path's demands a row and those bound through it meet as they are; kin of rows already chosen first. */
function scoreOf(choosing: Choosing, spec: RecordSpec, row: Row): { score: number; chain: Rows } {
  const chain = chainFrom(choosing, spec, row)
  const { store, bound, chosen } = choosing
  let score = 0
  for (const [name, one] of chain) {
    score += fitOf(store, name, one)
    if (isKin(one, [...chosen.values()])) score += 2
  }
  for (const other of store.space.graph.records.values()) {
    const isBoundHere = chain.has(other.name)
    const mayBe = bound.has(other.name)
    if (hangsOn(store.space.graph, other, spec) && isBoundHere !== mayBe) score -= 2
  }
  return { score, chain }
}

function hangsOn(graph: Graph, spec: RecordSpec, root: RecordSpec): boolean {
  const above = spec.by.startsWith('records.') ? graph.records.get(spec.by.split('.')[1] ?? '') : undefined
  return above !== undefined && (above === root || hangsOn(graph, above, root))
}

function fitOf(store: ValueStore, record: string, row: Row): number {
  let fit = 0
  for (const name of store.sets.keys()) {
    const [kind, of, column] = name.split('.')
    if (kind !== 'records' || of !== record || column === undefined) continue
    const value = row[column] ?? ABSENT
    const set = setOf(store, name)
    if (admits(store.space.shapeOf(name), set, value)) fit += 1
    // An empty column that must be filled, or the reverse, tells another story than a value that is a bit off.
    else fit -= value === ABSENT || !hasData(set) ? 3 : 1
  }
  return fit
}

/** Do two rows name each other by a value that is no mere word or number of both? */
const isKin = (row: Row, others: readonly Row[]): boolean =>
  others.some((other) => {
    const words = new Set(
      Object.values(other).filter((value) => typeof value === 'string' && /\d|@/.test(value)),
    )
    return Object.values(row).some((value) => words.has(value))
  })

/** The row and every row bound through its columns. */
function chainFrom({ world, store }: Choosing, spec: RecordSpec, row: Row): Rows {
  const chain = new Map([[spec.name, row]])
  for (const other of store.space.graph.records.values()) {
    const [kind, above = '', column = ''] = other.by.split('.')
    const key = kind === 'records' ? chain.get(above)?.[column] : undefined
    const found = key === undefined || key === null ? undefined : findRow(world, other, key)
    if (found !== undefined) chain.set(other.name, found)
  }
  return chain
}

function findRow(world: World, spec: RecordSpec, key: Scalar): Row | undefined {
  const table = world.tables.get(spec.from)
  const column = spec.on ?? table?.key ?? ''
  if (table !== undefined && column === table.key) return table.rows.get(String(key))
  return [...(table?.rows.values() ?? [])].find((row) => row[column] === key)
}

/** What the chosen rows and the pack's own cases suggest for a variable, best first. */
export function preferring(
  desk: { readonly world: World; readonly graph: Graph; readonly cases: readonly Case[] },
  rows: Rows,
  witness: Witness,
): (name: VarName) => readonly Value[] {
  return (versioned) => {
    const name = versioned.split('@')[0] ?? versioned
    const [kind, of = '', column] = name.split('.')
    if (kind === 'records')
      return column === undefined ? [] : columnWishes(desk, rows, { record: of, column })
    return kind === 'fields' ? fieldWishes(desk, rows, { field: of, witness }) : []
  }
}

type Desk = { readonly world: World; readonly graph: Graph; readonly cases: readonly Case[] }

function columnWishes(
  { world, graph }: Desk,
  rows: Rows,
  { record, column }: { readonly record: string; readonly column: string },
): readonly Value[] {
  const spec = graph.records.get(record)
  const table = world.tables.get(spec?.from ?? '')
  const row = rows.get(record)
  const own: readonly Value[] = row === undefined ? [] : [row[column] ?? ABSENT]
  const refers = table?.columns.get(column)?.refers
  const keys = refers == null ? [] : [...(world.tables.get(refers)?.rows.keys() ?? [])]
  return [...own, ...keys, ...valuesOf(world, spec?.from ?? '', column)]
}

const valuesOf = (world: World, table: string, column: string): readonly Scalar[] => {
  const values = [...(world.tables.get(table)?.rows.values() ?? [])].map((row) => row[column] ?? null)
  return [...new Set(values)].filter((value) => value !== null)
}

function fieldWishes(
  desk: Desk,
  rows: Rows,
  { field, witness }: { readonly field: string; readonly witness: Witness },
): readonly Value[] {
  const { graph, world, cases } = desk
  const binds = [...graph.records.values()].filter((spec) => spec.by === `fields.${field}`)
  if (binds.some((spec) => witness.rows.get(spec.name) === null)) {
    const spec = binds.find((one) => witness.rows.get(one.name) === null)
    return spec === undefined ? [] : [unknownKey(world, spec)]
  }
  const keys = binds.flatMap(
    (spec) => rows.get(spec.name)?.[spec.on ?? world.tables.get(spec.from)?.key ?? ''] ?? [],
  )
  const equal = [...graph.derived.values()].flatMap((spec) =>
    spec.kind === 'same' ? partnerOf([spec.of, spec.as], `fields.${field}`) : [],
  )
  const settled = graph.fields.get(field)?.settledBy
  const columns = [...equal, ...(settled ? [settled] : [])].flatMap((name) => {
    const [, record = '', column = ''] = name.split('.')
    return columnWishes(desk, rows, { record, column })
  })
  const told = cases.flatMap((one) => one.card.requests.flatMap((request) => request.knows[field] ?? []))
  return [...keys, ...columns.filter((value) => !(value instanceof Special)), ...told]
}

const partnerOf = (pair: readonly [VarName, VarName], name: VarName): readonly VarName[] => {
  if (!pair.includes(name)) return []
  return pair.filter((one) => one !== name && one.startsWith('records.'))
}

/** A key that looks like the table's and is none of them. */
function unknownKey(world: World, spec: RecordSpec): Scalar {
  const table = world.tables.get(spec.from)
  const column = spec.on ?? table?.key ?? ''
  const known = new Set(valuesOf(world, spec.from, column))
  const model = [...known][0] ?? 'A-1000'
  if (typeof model === 'number') return Math.max(...[...known].map(Number)) + 1
  for (let n = 0; ; n += 1) {
    const digits = String(9_000_000_000 - n * 7)
      .split('')
      .reverse()
    const key = /\d/.test(String(model))
      ? String(model).replace(/\d/g, () => digits.pop() ?? '0')
      : `${n === 0 ? 'no' : `no${n}`}.${model}`
    if (!known.has(key)) return key
  }
}

/** The columns in which a case's rows must differ from the pack's. */
export function patches(
  { world, graph }: Pick<Desk, 'world' | 'graph'>,
  witness: Witness,
): { readonly sets: Case['sets']; readonly records: Case['records'] } {
  const sets: Record<string, Record<string, Row>> = {}
  const records: Record<string, string> = {}
  for (const [name, columns] of witness.rows) {
    const spec = graph.records.get(name)
    const key = spec === undefined ? undefined : witness.values.get(spec.by)
    if (spec === undefined || key === undefined || key instanceof Special) continue
    const table = world.tables.get(spec.from)
    const row = findRow(world, spec, key)
    if (columns === null || table === undefined) records[name] = 'absent'
    else {
      const changes = { ...shifted(table, columns, row ?? {}), ...changed(columns, row ?? {}) }
      if (row === undefined) Object.assign(changes, newRow(world, spec, { key, columns: changes }))
      // Bound by another column than its key, a row that is new still lies under a key of its own.
      const rowKey = String(row?.[table.key] ?? changes[table.key] ?? key)
      records[name] = rowKey
      if (Object.keys(changes).length > 0) {
        const own = sets[spec.from] ?? {}
        sets[spec.from] = own
        own[rowKey] = { ...own[rowKey], ...changes }
      }
    }
  }
  return { sets, records }
}

function changed(columns: ReadonlyMap<string, Value>, row: Row): Record<string, Scalar | null> {
  const changes: Record<string, Scalar | null> = {}
  for (const [column, value] of columns) {
    const cell = value instanceof Special ? null : value
    if ((row[column] ?? null) !== cell) changes[column] = cell
  }
  return changes
}

/** Where one date of a row moves into the past, the others move along: nothing arrives before it was ordered. */
function shifted(table: Table, columns: ReadonlyMap<string, Value>, row: Row): Record<string, Scalar> {
  const day = (value: unknown) => (typeof value === 'string' ? dayNumberOf(value) : null)
  const moves = [...columns].flatMap(([column, value]) => {
    const [before, after] = [day(row[column]), day(value)]
    const isDate = table.columns.get(column)?.type === 'date'
    return isDate && before !== null && after !== null && after < before ? [after - before] : []
  })
  if (moves.length === 0) return {}
  const by = Math.min(...moves)
  const others = [...table.columns.values()].filter((one) => one.type === 'date' && !columns.has(one.name))
  return Object.fromEntries(
    others.flatMap(({ name }) => {
      const before = day(row[name])
      return before === null ? [] : [[name, isoDateOf(before + by)]]
    }),
  )
}

/** A row the pack does not have: like one it has, under its own key. */
function newRow(world: World, spec: RecordSpec, { key, columns }: { key: Scalar; columns: Row }): Row {
  const table = world.tables.get(spec.from)
  const [model = {}] = table?.rows.values() ?? []
  const made: Record<string, Scalar | null> = {}
  for (const [name, column] of table?.columns ?? []) {
    const plain = { string: name, number: 1, boolean: false, date: world.today, enum: column.of[0] ?? name }
    made[name] = model[name] ?? (column.optional ? null : plain[column.type])
  }
  const own =
    spec.on === null || spec.on === table?.key
      ? {}
      : { [table?.key ?? '']: unknownKey(world, { ...spec, on: null }) }
  return { ...made, ...own, ...columns, [spec.on ?? table?.key ?? '']: key }
}
