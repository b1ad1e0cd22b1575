import type { Read, RowChange } from '../../base/values/desk-facts.ts'
import type { Row, Scalar } from '../../base/values/value.ts'

/**
 * What the walk knows of the back office (V2): rows that reads returned and the agent's own writes, nothing else. The
 * same for all requests of a conversation.
 */
export type KnownRows = {
  readonly keyOf: (table: string) => string
  readonly tables: Map<string, Map<string, KnownRow>>
  /** reads that asked for exactly this and found nothing -> the last such event */
  readonly none: Map<string, number>
}
export type KnownRow = {
  readonly key: string
  readonly row: Record<string, Scalar | null>
  /** the last read that returned it; null: known from the agent's own write only */
  readAt: number | null
  /** the agent inserted it: that it is there is no news */
  own: boolean
  /** the agent deleted it: no row, but known to be none, since own writes reopen nothing */
  gone: boolean
}
/** what a read showed to be different from what was known */
export type Revealed = {
  readonly table: string
  readonly known: KnownRow
  readonly columns: readonly string[]
}
type At = { readonly table: string; readonly column: string; readonly value: Scalar }

/** The row whose `column` holds `value`, as far as known; of several the one known first. */
export function knownRow({ tables, keyOf }: KnownRows, at: At): KnownRow | undefined {
  const table = tables.get(at.table)
  if (table === undefined || at.column === keyOf(at.table)) return table?.get(String(at.value))
  return [...table.values()].find(({ row }) => row[at.column] === at.value)
}

export const foundNone = (rows: KnownRows, at: At): number | undefined => rows.none.get(asked(at))

export function takeRead(rows: KnownRows, read: Read, n: number): readonly Revealed[] {
  if (read.rows.length === 0) {
    rows.none.set(asked(read), n)
    const gone = knownRow(rows, read)
    if (gone !== undefined) rows.tables.get(read.table)?.delete(gone.key)
    return []
  }
  rows.none.delete(asked(read))
  return read.rows.map((row, place) => {
    const isWhole = row[read.column] !== undefined && row[read.column] !== null
    const shown = isWhole ? row : { ...row, [read.column]: read.value }
    const key = shown[rows.keyOf(read.table)] ?? `?${asked(read)}#${place}`
    const revealed = merge(rows, { table: read.table, key: String(key) }, shown)
    revealed.known.readAt = n
    return revealed
  })
}

/** The agent's own write: what it changed is known from now on, and reopens nothing (V3). */
export function takeWrite(rows: KnownRows, { table, key, before, after }: RowChange): void {
  if (after === null) {
    const known = rows.tables.get(table)?.get(key)
    if (known !== undefined) known.gone = true
    return
  }
  const changed = Object.entries(after).filter(
    ([column, value]) => before === null || before[column] !== value,
  )
  const shown = { ...Object.fromEntries(changed), [rows.keyOf(table)]: after[rows.keyOf(table)] ?? key }
  const { known } = merge(rows, { table, key }, shown)
  if (before === null) known.own = true
}

function merge(rows: KnownRows, at: { table: string; key: string }, shown: Row): Revealed {
  const table = rows.tables.get(at.table) ?? new Map<string, KnownRow>()
  rows.tables.set(at.table, table)
  const known = table.get(at.key)
  const columns =
    known === undefined ? [] : Object.keys(shown).filter((column) => isNews(known, column, shown))
  const row = known ?? { key: at.key, row: Object.create(null), readAt: null, own: false, gone: false }
  row.gone = false
  table.set(at.key, row)
  for (const column of Object.keys(shown)) row.row[column] = shown[column] ?? null
  return { table: at.table, known: row, columns }
}

/** A column never shown counts as empty; of a row never read only what the agent wrote itself is known (V6). */
function isNews(known: KnownRow, column: string, shown: Row): boolean {
  if (known.readAt === null && !Object.hasOwn(known.row, column)) return false
  return (shown[column] ?? null) !== (known.row[column] ?? null)
}

const asked = (at: At): string => `${at.table}\n${at.column}\n${typeof at.value} ${at.value}`
