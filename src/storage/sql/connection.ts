import type { AliasedRawBuilder, Compilable, Kysely, RawBuilder } from 'kysely'
import type { RunId } from '../../base/values/ids.ts'
import type { Tables } from './tables.ts'

/**
 * An open database, as the queries of this room need it. In: queries that Kysely built. Out: rows. Each engine has its own
 * dialect, its own way of running queries, and its own words for what goes wrong.
 */
export type Connection = {
  /** builds queries in the engine's dialect; it runs none */
  readonly build: Kysely<Tables>
  /** all columns of a table, or those that are wanted; order by `table.column`: the bare name may mean something else */
  readonly columns: <Table extends keyof Tables>(
    table: Table,
    wanted?: readonly (keyof Tables[Table] & string)[],
  ) => readonly AliasedRawBuilder<unknown, string>[]
  /** rows of a run after a place, to be ordered by `table.run`, then `table.seq`; said so that the engine begins at that place */
  readonly isAfter: (run: RunId, place: number) => RawBuilder<boolean>
  /** rows written by one statement: each statement is built, and a server is a journey away */
  readonly rowsAtOnce: number
  readonly read: <Row>(query: Compilable<Row>) => Promise<readonly Row[]>
  /**
   * All or none; how many rows each changed. `inOrderOf`: writers of these runs take turns, so that places of trials appear
   * in their order and whoever read up to a place has missed none before it.
   */
  readonly write: (
    queries: readonly Compilable<unknown>[],
    inOrderOf?: readonly RunId[],
  ) => Promise<readonly number[]>
  /** what was written so far survives a power cut; without it the end of the process only */
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

/** All rows of a query, `size` at a time: a run may be larger than memory. `read` is given the last row that came. */
export async function* inPages<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let rows = await read(undefined); ; rows = await read(rows.at(-1))) {
    yield* rows
    if (rows.length < size) return
  }
}

/**
 * Rows for statements of at most `size` rows: all of one run, and no key twice. One statement that meets a key twice would
 * not see that the first row gives way to the second. Without `keyOf` all keys differ.
 */
export function chunksOf<Row extends { readonly run: RunId }>(
  rows: readonly Row[],
  size: number,
  keyOf: ((row: Row) => string) | null,
): readonly { readonly run: RunId; readonly rows: readonly Row[] }[] {
  const chunks: { readonly run: RunId; readonly rows: Row[] }[] = []
  let keys = new Set<string>()
  for (const row of rows) {
    const chunk = chunks.at(-1)
    const key = keyOf?.(row)
    const fits = chunk !== undefined && chunk.run === row.run && chunk.rows.length < size
    if (fits && (key === undefined || !keys.has(key))) chunk.rows.push(row)
    else {
      chunks.push({ run: row.run, rows: [row] })
      keys = new Set()
    }
    if (key !== undefined) keys.add(key)
  }
  return chunks
}
