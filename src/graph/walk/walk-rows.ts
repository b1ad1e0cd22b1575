import { memo } from '../../base/memo.ts'
import type { Read, RowChange } from '../../base/values/desk-facts.ts'
import type { Row, Scalar } from '../../base/values/value.ts'

/** What the back office showed: one read, or what one successful write of the agent did. */
export type Shown = { readonly n: number } & ({ readonly read: Read } | { readonly change: RowChange })

/**
 * What the walk knows of the back office (V2): rows that reads returned and the agent's own writes, nothing else. The
 * same for all requests of a conversation.
 */
export type KnownRows = {
  readonly tables: Map<string, Map<string, KnownRow>>
  /** reads that asked for exactly this and found nothing -> their events */
  readonly none: Map<string, readonly number[]>
}
export type KnownRow = {
  readonly key: string
  readonly row: Readonly<Record<string, Scalar | null>>
  /** the reads that returned it; none: known from the agent's own write only */
  readonly reads: readonly number[]
  /** the agent inserted it: that it is there is no news */
  readonly own: boolean
  /** the agent deleted it: no row, but known to be none, since own writes reopen nothing */
  readonly gone: boolean
}
type At = { readonly table: string; readonly column: string; readonly value: Scalar }
type KeyOf = (table: string) => string

/** Rows are told apart by the key columns of their tables, which stay the same as long as a conversation lasts. */
export const knownRows = memo((keyOf: KeyOf) =>
  memo((shown: readonly Shown[]): KnownRows => {
    const rows: KnownRows = { tables: new Map(), none: new Map() }
    for (const one of shown) {
      if ('read' in one) takeRead(rows, keyOf, one)
      else takeWrite(rows, keyOf, one.change)
    }
    return rows
  }),
)

/** The row whose `column` holds `value`, as far as known; of several the one known first. */
export function knownRow({ tables }: KnownRows, keyOf: KeyOf, at: At): KnownRow | undefined {
  const table = tables.get(at.table)
  if (table === undefined || at.column === keyOf(at.table)) return table?.get(String(at.value))
  return [...table.values()].find(({ row }) => row[at.column] === at.value)
}

export const foundNone = (rows: KnownRows, at: At): readonly number[] => rows.none.get(asked(at)) ?? []

function takeRead(
  rows: KnownRows,
  keyOf: KeyOf,
  { read, n }: { readonly read: Read; readonly n: number },
): void {
  if (read.rows.length === 0) {
    rows.none.set(asked(read), [...foundNone(rows, read), n])
    const gone = knownRow(rows, keyOf, read)
    if (gone !== undefined) rows.tables.get(read.table)?.delete(gone.key)
    return
  }
  rows.none.delete(asked(read))
  for (const [place, row] of read.rows.entries()) {
    const shown = { ...row, [read.column]: row[read.column] ?? read.value }
    const key = shown[keyOf(read.table)] ?? `?${asked(read)}#${place}`
    merge(rows, { table: read.table, key: String(key) }, { row: shown, reads: [n] })
  }
}

/** The agent's own write: what it changed is known from now on, and reopens nothing (V3). */
function takeWrite(rows: KnownRows, keyOf: KeyOf, { table, key, before, after }: RowChange): void {
  if (after === null) {
    if (rows.tables.get(table)?.has(key) === true) merge(rows, { table, key }, { gone: true })
    return
  }
  const changed = changedColumns(before, after).map((column) => [column, after[column]])
  const row = { ...Object.fromEntries(changed), [keyOf(table)]: after[keyOf(table)] ?? key }
  merge(rows, { table, key }, before === null ? { row, own: true } : { row })
}

export const changedColumns = (before: Row | null, after: Row): readonly string[] =>
  Object.keys(after).filter((column) => before === null || before[column] !== after[column])

function merge({ tables }: KnownRows, at: { table: string; key: string }, shown: Partial<KnownRow>): void {
  const table = tables.get(at.table) ?? new Map<string, KnownRow>()
  tables.set(at.table, table)
  const known = table.get(at.key) ?? { key: at.key, row: {}, reads: [], own: false }
  // A column may be named like a member of every object.
  const row = Object.assign(Object.create(null), known.row, shown.row)
  table.set(at.key, { ...known, gone: false, ...shown, row, reads: [...known.reads, ...(shown.reads ?? [])] })
}

/** Columns of a known row that look otherwise now. One never shown counts as empty; of a row never read only what the agent wrote is known (V6). */
export const newsOf = (was: KnownRow, is: KnownRow): readonly string[] =>
  Object.keys(is.row).filter(
    (column) =>
      (was.reads.length > 0 || Object.hasOwn(was.row, column)) &&
      (is.row[column] ?? null) !== (was.row[column] ?? null),
  )

const asked = (at: At): string => `${at.table}\n${at.column}\n${typeof at.value} ${at.value}`
