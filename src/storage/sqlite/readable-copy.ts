import Database from 'libsql'
import { COLUMNS } from '../sql/tables.ts'
import { wrongValuesOf } from './check.ts'
import { MIGRATIONS, SCHEMA_VERSION } from './schema.ts'
import { orWithCopy } from './with-copy.ts'

const ROWS_AT_ONCE = 512
/** Of two small tables SQLite does not keep the highest number; it is looked for up to here where the last page is damaged. */
const NUMBER_MAX = 100_000

/**
 * Copies what SQL can still read of a damaged store into a new file, row by row in the order of their numbers: an index
 * may be what is damaged. Returns the tables of which something was left out.
 */
export function copyReadable(damaged: string, into: string): readonly string[] {
  const database = new Database(into)
  try {
    for (const statements of MIGRATIONS) for (const statement of statements) database.exec(statement)
    database.exec(`pragma user_version = ${SCHEMA_VERSION}`)
    orWithCopy(damaged, (place) => {
      database.prepare('attach database ? as damaged').run(place)
      database.prepare('pragma damaged.user_version').all()
    })
    const left = new Set(
      Object.entries(COLUMNS).flatMap(([table, columns]) => copied(database, table, columns)),
    )
    // A conversation is continued from its pages in order: one after a gap could not be used.
    database.exec(`delete from pages as later where page > (select count(*) from pages as earlier
      where earlier.run = later.run and earlier.trial = later.trial and earlier.attempt = later.attempt
        and earlier.page < later.page)`)
    return [...left]
  } finally {
    database.close()
  }
}

function copied(database: Database.Database, table: string, columns: readonly string[]): readonly string[] {
  const names = columns.join(', ')
  const between = `insert or ignore into main.${table} (rowid, ${names})
    select rowid, ${names} from damaged.${table} not indexed where rowid between ? and ?`
  let isWhole = true
  const copyBetween = (first: number, last: number): void => {
    try {
      database.prepare(between).run([first, last])
    } catch {
      if (first === last) isWhole = false
      else {
        const middle = Math.floor((first + last) / 2)
        copyBetween(first, middle)
        copyBetween(middle + 1, last)
      }
    }
  }
  const highest = highestNumber(database, table)
  for (let first = 1; first <= highest; first += ROWS_AT_ONCE) copyBetween(first, first + ROWS_AT_ONCE - 1)
  const wrong = wrongValuesOf(database, table, columns)
  const drop = database.prepare(`delete from main.${table} where rowid = ?`)
  for (const rowid of wrong) drop.run([rowid])
  return isWhole && wrong.length === 0 ? [] : [table]
}

function highestNumber(database: Database.Database, table: string): number {
  for (const query of [
    `select max(rowid) as highest from damaged.${table}`,
    `select seq as highest from damaged.sqlite_sequence where name = '${table}'`,
  ]) {
    try {
      const [row] = database.prepare(query).all() as readonly { readonly highest: number | null }[]
      if (row !== undefined) return row.highest ?? 0
    } catch {
      // The page that says so is damaged.
    }
  }
  return NUMBER_MAX
}
