import Database from 'libsql'
import { z } from 'zod'
import { isBusy } from './error.ts'
import { isNothingLost, salvageSqliteFile } from './salvage.ts'
import { SCHEMA_VERSION } from './schema.ts'

const Findings = z.array(z.record(z.string(), z.string()))
const Version = z.tuple([z.object({ user_version: z.number() })])
const LOCK_WAIT_MS = 1000

/** What is wrong with a file, in SQLite's words; nothing: it is sound. Reads all of it. */
export function checkSqliteFile(file: string, findingsMax: number): readonly string[] {
  return using(file, (database) => findingsIn(database, findingsMax))
}

/** The same for a file that is open. */
export function findingsIn(database: Database.Database, findingsMax: number): readonly string[] {
  try {
    return Findings.parse(database.prepare(`pragma integrity_check(${findingsMax})`).all())
      .flatMap((row) => Object.values(row))
      .flatMap((lines) => lines.split('\n'))
      .filter((line) => line !== 'ok' && !line.startsWith('***'))
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** How a file would be found if it were opened as a store; it is left as it is. */
export type SqliteCondition =
  | { readonly is: 'sound'; readonly schema: number; readonly writable: 'yes' | 'busy' | string }
  | { readonly is: 'damaged' | 'unreadable'; readonly why: readonly string[] }
  | { readonly is: 'too-new'; readonly schema: number; readonly known: number }

export function inspectSqliteFile(file: string, findingsMax: number): SqliteCondition {
  try {
    return using(file, (database) => {
      const [{ user_version: schema }] = Version.parse(database.prepare('pragma user_version').all())
      // Nothing is moved from the log into the file while a reader is there.
      database.exec('begin')
      const isKnown = schema <= SCHEMA_VERSION
      const why = [...findingsIn(database, findingsMax), ...(isKnown ? valuesLost(file) : [])]
      database.exec('rollback')
      if (why.length > 0) return { is: 'damaged', why: why.slice(0, findingsMax) }
      if (schema > SCHEMA_VERSION) return { is: 'too-new', schema, known: SCHEMA_VERSION }
      return { is: 'sound', schema, writable: mayWrite(database) }
    })
  } catch (error) {
    const why = [error instanceof Error ? error.message : String(error)]
    return { is: holdsRows(file) ? 'damaged' : 'unreadable', why }
  }
}

/** Reads every row: SQLite's own check passes over a text that is not UTF-8 and a JSON that is none. */
function valuesLost(file: string): readonly string[] {
  const salvage = salvageSqliteFile(file)
  const { loss } = salvage
  salvage.close()
  if (isNothingLost(loss)) return []
  const { unreadablePages, rows, values } = loss
  return [`${unreadablePages} pages, ${rows} rows and ${values} texts cannot be read`]
}

/** A file that SQLite does not open may still hold a store: its first page is damaged. */
function holdsRows(file: string): boolean {
  try {
    const salvage = salvageSqliteFile(file)
    salvage.close()
    return salvage.runs.length > 0
  } catch {
    return false
  }
}

/** Takes the writer's lock and gives it back: a read-only file or a process that keeps it shows here. */
function mayWrite(database: Database.Database): 'yes' | 'busy' | string {
  try {
    database.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}`)
    database.exec('begin immediate')
    database.exec('rollback')
    return 'yes'
  } catch (error) {
    return isBusy(error) ? 'busy' : error instanceof Error ? error.message : String(error)
  }
}

function using<Result>(file: string, work: (database: Database.Database) => Result): Result {
  const database = new Database(file)
  try {
    return work(database)
  } finally {
    database.close()
  }
}
