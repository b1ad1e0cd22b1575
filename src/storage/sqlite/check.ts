import Database from 'libsql'
import { z } from 'zod'
import { readJson } from '../../base/values/json.ts'
import { COLUMNS } from '../sql/tables.ts'
import { isBusy, sqliteCode } from './error.ts'
import { migrationsFrom, SCHEMA_VERSION } from './schema.ts'
import { orWithCopy } from './with-copy.ts'

const Findings = z.array(z.record(z.string(), z.string()))
const Version = z.tuple([z.object({ user_version: z.number() })])
const LOCK_WAIT_MS = 1000

/** What is wrong with a file; nothing: it is sound. Reads all of it. */
export function checkSqliteFile(file: string, findingsMax: number): readonly string[] {
  try {
    return using(file, (database) => damageIn(database, findingsMax))
  } catch (error) {
    return [wordsOf(error)]
  }
}

/** What SQLite's own check finds in a file that is open. */
export function findingsIn(database: Database.Database, findingsMax: number): readonly string[] {
  try {
    return Findings.parse(database.prepare(`pragma integrity_check(${findingsMax})`).all())
      .flatMap((row) => Object.values(row))
      .flatMap((lines) => lines.split('\n'))
      .filter((line) => line !== 'ok' && !line.startsWith('***'))
  } catch (error) {
    return [wordsOf(error)]
  }
}

function damageIn(database: Database.Database, findingsMax: number): readonly string[] {
  const found = findingsIn(database, findingsMax)
  if (found.length > 0) return found
  return Object.entries(COLUMNS).flatMap(([table, columns]) => {
    const wrong = wrongValuesOf(database, table, columns)
    return wrong.length === 0 ? [] : [`texts in ${wrong.length} rows of ${table} cannot be read`]
  })
}

/** The numbers of rows with a text that is not UTF-8 or a JSON that is none: SQLite's own check passes over both. */
export function wrongValuesOf(
  database: Database.Database,
  table: string,
  columns: readonly string[],
): readonly number[] {
  const bytes = columns.map((column) => `cast(${column} as blob) as ${column}`)
  const rows = database.prepare(`select rowid as number, ${bytes.join(', ')} from main.${table}`).iterate()
  const wrong: number[] = []
  for (const { number, ...row } of rows as Iterable<{ readonly number: number }>) {
    if (!Object.entries(row).every(([column, value]) => isWhole(column, value))) wrong.push(number)
  }
  return wrong
}

const JSON_COLUMNS = new Set(['header', 'score', 'facts', 'body', 'result', 'quote', 'because', 'author'])
const JSONL_COLUMNS = new Set(['transcript', 'events'])
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function isWhole(column: string, bytes: unknown): boolean {
  if (!(bytes instanceof ArrayBuffer)) return bytes === null
  try {
    const text = utf8.decode(bytes)
    if (JSON_COLUMNS.has(column)) return readJson(text) !== undefined
    if (!JSONL_COLUMNS.has(column)) return !text.includes('\0')
    return text.split('\n').every((line) => line === '' || readJson(line) !== undefined)
  } catch {
    return false
  }
}

/** How a file would be found if it were opened as a store; it is left as it is. */
export type SqliteCondition =
  | { readonly is: 'sound'; readonly schema: number; readonly writable: 'yes' | 'busy' | string }
  | { readonly is: 'damaged' | 'unreadable'; readonly why: readonly string[] }
  | { readonly is: 'too-new'; readonly schema: number; readonly known: number }

export function inspectSqliteFile(file: string, findingsMax: number): SqliteCondition {
  try {
    return using(file, (database, readOnly) => {
      const [{ user_version: schema }] = Version.parse(database.prepare('pragma user_version').all())
      // Nothing is moved from the log into the file while a reader is there.
      database.exec('begin')
      const check = schema === SCHEMA_VERSION ? damageIn : findingsIn
      const why = check(database, findingsMax)
      database.exec('rollback')
      if (why.length > 0) return { is: 'damaged', why: why.slice(0, findingsMax) }
      if (migrationsFrom(schema) === undefined)
        return { is: 'unreadable', why: [`it was written by a SAGE before 0.2 (schema ${schema})`] }
      if (schema > SCHEMA_VERSION) return { is: 'too-new', schema, known: SCHEMA_VERSION }
      return { is: 'sound', schema, writable: readOnly === null ? mayWrite(database) : wordsOf(readOnly) }
    })
  } catch (error) {
    return {
      is: /^SQLITE_CORRUPT/.test(sqliteCode(error) ?? '') ? 'damaged' : 'unreadable',
      why: [wordsOf(error)],
    }
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Takes the writer's lock and gives it back: a read-only file or a process that keeps it shows here. */
function mayWrite(database: Database.Database): 'yes' | 'busy' | string {
  try {
    database.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}`)
    database.exec('begin immediate')
    database.exec('rollback')
    return 'yes'
  } catch (error) {
    return isBusy(error) ? 'busy' : wordsOf(error)
  }
}

function using<Result>(file: string, work: (database: Database.Database, why: unknown) => Result): Result {
  return orWithCopy(file, (place, why) => {
    const database = new Database(place)
    try {
      // A file that cannot be read at all is no damaged one.
      database.prepare('pragma user_version').all()
      return work(database, why)
    } finally {
      database.close()
    }
  })
}
