import { assert } from '../base/assert.ts'
import { memo, memoText } from '../base/memo.ts'
import type { Row, Scalar } from '../base/values/value.ts'
import type { Table, World } from './world.ts'

/**
 * One trial's own back office: what differs from the world's tables, and nothing else. Never changed in place, so that a
 * thousand waiting trials share one world and cannot touch each other.
 */
export type WorldState = {
  /** table -> key -> the row as it is now; null: deleted */
  readonly changed: Layer
  /** receipts given so far: ids are made of this number, so a replay makes the same ones */
  readonly receipts: number
}
type Layer = ReadonlyMap<string, ReadonlyMap<string, Row | null>>

const NOTHING: Layer = new Map()

/** A case's own rows: table -> key -> columns, over the pack's. */
export type Sets = Readonly<Record<string, Readonly<Record<string, Row>>>>

const NO_SETS: Sets = {}

/** The back office at the beginning of a trial: the same for all trials of a case, since none of them changes it. */
export const openWorld = (world: World, sets: Sets = NO_SETS): WorldState => opened(world)(sets)
const opened = memo((world: World) => memo((sets: Sets) => withSets(world, sets)))

function withSets(world: World, sets: Sets): WorldState {
  let state: WorldState = { changed: NOTHING, receipts: 0 }
  for (const [table, rows] of Object.entries(sets)) {
    for (const [key, columns] of Object.entries(rows)) {
      state = withRow(state, { table, key, row: mergedRow(world, state, { table, key, columns }) })
    }
  }
  return state
}

/** The row with some columns replaced, or a new one with everything else empty. */
export function mergedRow(
  world: World,
  state: WorldState,
  { table, key, columns }: { readonly table: string; readonly key: string; readonly columns: Row },
): Row {
  const spec = tableOf(world, table)
  const before = rowByKey(spec, state, key) ?? emptyRow(spec, key)
  return Object.freeze({ ...before, ...columns })
}

function emptyRow(table: Table, key: string): Row {
  const empty = Object.fromEntries([...table.columns.keys()].map((column) => [column, null]))
  const isNumber = table.columns.get(table.key)?.type === 'number'
  return { ...empty, [table.key]: isNumber ? Number(key) : key }
}

export const withRow = (state: WorldState, entry: Entry): WorldState => ({
  ...state,
  changed: withEntry(state.changed, entry),
})

type Entry = { readonly table: string; readonly key: string; readonly row: Row | null }

const withEntry = (layer: Layer, { table, key, row }: Entry): Layer =>
  new Map(layer).set(table, new Map(layer.get(table)).set(key, row))

/** The first row whose column holds this value, as it is now. */
export function rowOf(
  world: World,
  state: WorldState,
  ...[table, column, value]: readonly [table: string, column: string, value: Scalar]
): Row | null {
  return findRows(world, state, { table, column, value })[0] ?? null
}

export type Wanted = { readonly table: string; readonly column: string; readonly value: Scalar }

export function findRows(world: World, state: WorldState, { table, column, value }: Wanted): readonly Row[] {
  const spec = world.tables.get(table)
  if (spec === undefined) return []
  const changed = state.changed.get(table)
  if (column === spec.key) {
    const row = rowByKey(spec, state, String(value))
    return row !== null && row !== undefined && row[column] === value ? [row] : []
  }
  const known = indexesOf(spec)(column).get(value) ?? []
  if (changed === undefined) return known
  const kept = known.flatMap((row) => {
    const now = changed.get(String(row[spec.key]))
    return now === undefined ? [row] : now !== null && now[column] === value ? [now] : []
  })
  const come = [...changed].flatMap(([key, row]) =>
    row !== null && row[column] === value && spec.rows.get(key)?.[column] !== value ? [row] : [],
  )
  return [...kept, ...come]
}

/** Every row of a table as it is now. */
export function allRows(world: World, state: WorldState, table: string): readonly Row[] {
  const spec = world.tables.get(table)
  if (spec === undefined) return []
  const rows = new Map<string, Row | null>([...spec.rows, ...(state.changed.get(table) ?? [])])
  return [...rows.values()].filter((row) => row !== null)
}

/** undefined: there never was one; null: it was deleted. */
export function rowByKey(table: Table, state: WorldState, key: string): Row | null | undefined {
  const now = state.changed.get(table.name)?.get(key)
  return now === undefined ? table.rows.get(key) : now
}

function tableOf(world: World, name: string): Table {
  const table = world.tables.get(name)
  assert(table !== undefined, `no table ${name}: loading the pack should have said so`)
  return table
}

/** Made on first use and kept as long as the table: look-ups by another column than the key must not scan. */
const indexesOf = memo((table: Table) => memoText((column) => buildIndex(table, column)))

function buildIndex(table: Table, column: string): ReadonlyMap<Scalar | null, readonly Row[]> {
  const index = new Map<Scalar | null, Row[]>()
  for (const row of table.rows.values()) {
    const value = row[column] ?? null
    const rows = index.get(value)
    if (rows === undefined) index.set(value, [row])
    else rows.push(row)
  }
  return index
}
