import { sql } from 'kysely'
import { COLUMNS, type Tables } from '../sql/tables.ts'

/** Columns that hold numbers; all others hold texts. */
const NUMBERS: { readonly [Table in keyof Tables]: readonly (keyof Tables[Table])[] } = {
  runs: [],
  trials: ['seq', 'intensity', 'repeat', 'attempt'],
  sums: ['revision', 'place'],
  forks: ['seq', 'at', 'sample'],
  pages: ['attempt', 'page'],
  ratings: ['seq', 'n', 'value'],
  calibrations: ['seq'],
  audits: ['seq', 'rules'],
  reviews: ['seq'],
}

/**
 * The columns of a table, texts as bytes (`connection.ts` makes texts of them): libsql ends the whole process at a text
 * that is not UTF-8, so one damaged byte would cost every command on the store. Order by `table.column`: the bare name
 * means these bytes, which no index has.
 */
export function columnsOf<Table extends keyof Tables>(
  table: Table,
  wanted?: readonly (keyof Tables[Table] & string)[],
) {
  const numbers: readonly PropertyKey[] = NUMBERS[table]
  const names: readonly string[] = wanted ?? COLUMNS[table]
  return names.map((name) => {
    const column = sql.ref<unknown>(name)
    return (numbers.includes(name) ? column : sql<unknown>`cast(${column} as blob)`).as(name)
  })
}
