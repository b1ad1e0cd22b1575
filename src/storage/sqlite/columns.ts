import { sql } from 'kysely'
import type { Tables } from '../sql/tables.ts'
import { TABLES } from './raw-tables.ts'

/**
 * The columns of a table, texts as bytes (`connection.ts` makes texts of them): libsql ends the whole process at a text
 * that is not UTF-8, so one damaged byte would cost every command on the store. Order by `table.column`: the bare name
 * means these bytes, which no index has.
 */
export function columnsOf<Table extends keyof Tables>(
  table: Table,
  wanted?: readonly (keyof Tables[Table] & string)[],
) {
  const { columns, shape } = TABLES[table]
  const names: readonly string[] = columns
  return (wanted ?? names).map((name) => {
    const kind = shape[names.indexOf(name)]
    const column = sql.ref<unknown>(name)
    return (kind === 't' || kind === '?' ? sql<unknown>`cast(${column} as blob)` : column).as(name)
  })
}
