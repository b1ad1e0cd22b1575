import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Compilable,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import Database from 'libsql'
import { assert } from '../../base/assert.ts'
import { EXIT, SageError } from '../../base/error.ts'
import type { Connection } from '../sql/connection.ts'
import { COLUMNS, isNumber, type Tables } from '../sql/tables.ts'
import { findingsIn } from './check.ts'
import { corrupt, isBusy, isReadOnly, storeError } from './error.ts'
import { openFlusher } from './flush.ts'
import { migrationsFrom, SCHEMA_VERSION } from './schema.ts'
import { orWithCopy } from './with-copy.ts'

/** How long SQLite itself waits; it stops the event loop meanwhile. */
const BLOCKING_WAIT_MS = 100
/** How long we wait in all. */
const WAIT_MS_MAX = 60_000
const PAUSE_MS_MAX = 50
/** To build a statement takes longer than to run it. Each number of rows is a statement of its own, so there are few. */
const ROWS_AT_ONCE = 16
/** How long the log grows (16 MB) before its pages are brought into the file, which waits for the disk: 1,000 unless said. */
const LOG_PAGES = 4000
/** How many kinds of damage are named if a file turns out to be damaged. */
const FINDINGS_SHOWN = 2

/** Builds queries; it has no connection of its own. */
const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/**
 * One open SQLite file. Kysely writes the SQL, prepared statements run it: a transaction begins, works and commits without
 * giving the event loop away, so two of one process never meet; those of other processes are waited for.
 */
export async function connect(file: string): Promise<Connection> {
  const { database, readOnly } = await openFile(file)
  let findings: readonly string[] | undefined
  // Found once: an export of what is left asks for every trial by itself, and to find them reads the whole file.
  const found = () => (findings ??= findingsIn(database, FINDINGS_SHOWN))
  const opened = { file, found }
  const flusher = openFlusher(file)
  let wrote = false
  const prepared = new Map<string, Database.Statement>()
  const statement = (sql: string): Database.Statement => {
    const known = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  return {
    build,
    columns: columnsOf,
    isAfter: (run, place) => sql<boolean>`run = ${run} and seq > ${place}`,
    rowsAtOnce: ROWS_AT_ONCE,
    read: async <Row>(query: Compilable<Row>) => {
      const { sql, parameters } = query.compile()
      const rows = await patiently(opened, () => statement(sql).all([...parameters]) as readonly Row[])
      return withTexts(rows, file)
    },
    write: async (queries) => {
      if (queries.length === 0) return []
      if (readOnly !== null) throw storeError(readOnly, file)
      wrote = true
      const compiled = queries.map((query) => query.compile())
      return patiently(opened, () =>
        immediately(database, () =>
          compiled.map(({ sql, parameters }) => statement(sql).run([...parameters]).changes),
        ),
      )
    },
    flush: flusher.flush,
    close: async () => {
      await flusher.close()
      prepared.clear()
      if (wrote) tidy(database)
      database.close()
    },
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Texts come as bytes (`columns.ts`); nothing else does. Rows were made for this answer, so they may be changed. */
function withTexts<Row>(rows: readonly Row[], file: string): readonly Row[] {
  for (const row of rows as readonly Record<string, unknown>[]) {
    for (const [name, value] of Object.entries(row)) {
      if (value instanceof ArrayBuffer) row[name] = textOf(value, { file, name })
    }
  }
  return rows
}

function textOf(
  bytes: ArrayBuffer,
  { file, name }: { readonly file: string; readonly name: string },
): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw corrupt(file, [`A stored text (${name}) is not UTF-8`])
  }
}

type Opened = { readonly file: string; readonly found: () => readonly string[] }

/** `readOnly`: why nothing can be written; null: it can. */
const openFile = (file: string) =>
  patiently({ file, found: () => [] }, () =>
    orWithCopy(file, (place, readOnly) => {
      const database = newDatabase(place, file)
      try {
        prepareFile(database, file)
        return { database, readOnly }
      } catch (error) {
        const told = () => storeError(error, file, () => findingsIn(database, FINDINGS_SHOWN))
        const thrown = isBusy(error) || isReadOnly(error) ? error : told()
        database.close()
        throw thrown
      }
    }),
  )

function newDatabase(place: string, file: string): Database.Database {
  try {
    return new Database(place)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SageError('store-unreadable', `${file} cannot be opened as a store: ${why}`, {
      hint: 'Choose another file with --store. Its folder must exist and be writable.',
      exit: EXIT.wrongUsage,
      cause,
    })
  }
}

function prepareFile(database: Database.Database, file: string): void {
  database.exec(`pragma busy_timeout = ${BLOCKING_WAIT_MS}`)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = normal')
  database.exec(`pragma wal_autocheckpoint = ${LOG_PAGES}`)
  database.exec('pragma foreign_keys = on')
  migrate(database, file)
}

/** Two processes may open a new file at once: the version is read inside the transaction that changes it. */
function migrate(database: Database.Database, file: string): void {
  if (versionOf(database, file) === SCHEMA_VERSION) return
  immediately(database, () => {
    for (const statements of migrationsOf(versionOf(database, file), file)) {
      for (const statement of statements) database.exec(statement)
    }
    database.exec(`pragma user_version = ${SCHEMA_VERSION}`)
  })
}

function migrationsOf(version: number, file: string): readonly (readonly string[])[] {
  const found = migrationsFrom(version)
  if (found !== undefined) return found
  throw new SageError('store-unreadable', `${file} was written by a SAGE before 0.2 (schema ${version}).`, {
    hint: 'Choose another file with --store, or move this one to another place. SAGE then creates a new store.',
    exit: EXIT.wrongUsage,
  })
}

function versionOf(database: Database.Database, file: string): number {
  const [row] = database.prepare('pragma user_version').all() as readonly { user_version: number }[]
  assert(row !== undefined, 'SQLite answers pragma user_version')
  const version = row.user_version
  if (version <= SCHEMA_VERSION) return version
  throw new SageError(
    'store-too-new',
    `${file} was written by a newer SAGE (schema ${version}; this version supports ${SCHEMA_VERSION})`,
    { hint: 'Update SAGE, or choose another file with --store.', exit: EXIT.wrongUsage },
  )
}

/** `begin immediate`: who begins by reading and then writes is refused at once when another wrote in between. */
function immediately<Result>(database: Database.Database, work: () => Result): Result {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    // A full disk has rolled back already; a second rollback would hide why.
    if (database.inTransaction) database.exec('rollback')
    throw error
  }
}

/** Waits for other writers; what else is wrong is said in words. */
async function patiently<Result>({ file, found }: Opened, work: () => Result): Promise<Result> {
  const until = performance.now() + WAIT_MS_MAX
  for (let pause = 1; ; pause = Math.min(pause * 2, PAUSE_MS_MAX)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) {
        throw storeError(error, file, found)
      }
      await sleep(pause)
    }
  }
}

/** The file alone holds everything again, so that it can be copied. Readers leave that to writers: it makes those wait. */
function tidy(database: Database.Database): void {
  try {
    database.exec('pragma wal_checkpoint(truncate)')
  } catch {
    // What is stored is stored; only the second file stays.
  }
}

/**
 * The columns of a table, texts as bytes (`connection.ts` makes texts of them): libsql ends the whole process at a text
 * that is not UTF-8, so one damaged byte would cost every command on the store. Order by `table.column`: the bare name
 * means these bytes, which no index has.
 */
function columnsOf<Table extends keyof Tables>(
  table: Table,
  wanted?: readonly (keyof Tables[Table] & string)[],
) {
  const names: readonly string[] = wanted ?? COLUMNS[table]
  return names.map((name) => {
    const column = sql.ref<unknown>(name)
    return (isNumber(table, name) ? column : sql<unknown>`cast(${column} as blob)`).as(name)
  })
}
