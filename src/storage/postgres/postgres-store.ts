import type { ClientBase } from 'pg'
import { EXIT, SageError } from '../../base/error.ts'
import { storeOver } from '../sql/sql-store.ts'
import type { Store } from '../store.ts'
import { connectionOver } from './connection.ts'
import { readPlace } from './place.ts'
import { openPool, type PostgresPool } from './pool.ts'
import { MIGRATIONS, SCHEMA_VERSION } from './schema.ts'

/** A store in one schema of a PostgreSQL database. Any number of machines may use it at the same time. */
export const openPostgresStore = async (place: string): Promise<Store> =>
  storeOver(connectionOver(await openPostgres(place)))

export async function isPostgresStoreThere(place: string): Promise<boolean> {
  const pool = openPool(readPlace(place))
  try {
    return (await storedVersion(pool)) > 0
  } finally {
    await pool.close()
  }
}

/** Nobody asks for the outcome of a commit a day later. */
export const forgetCommits = (pool: PostgresPool): Promise<unknown> =>
  pool.use((client) => client.query(`delete from commits where at < now() - interval '1 day'`))

/** The connections of a store whose tables are there and of this version. */
export async function openPostgres(place: string): Promise<PostgresPool> {
  const pool = openPool(readPlace(place))
  try {
    await migrate(pool)
  } catch (error) {
    await pool.close()
    throw error
  }
  // Housekeeping, not for users who may only read.
  await forgetCommits(pool).catch(() => undefined)
  return pool
}

/** A server that is starting is waited for; a wrong address should not take a minute to be called wrong. */
const OPENING_PATIENCE_MS = 3000

/** 0: there is no store at this place. */
const storedVersion = (pool: PostgresPool): Promise<number> => pool.use(versionOf, OPENING_PATIENCE_MS)

/** Makes the tables, or brings them forward. A store of this version is left untouched, so a user who may only read can open it. */
async function migrate(pool: PostgresPool): Promise<void> {
  const version = await storedVersion(pool)
  if (version > SCHEMA_VERSION) throw tooNew(pool.place.shown, version)
  if (version === SCHEMA_VERSION) return
  await pool.use(async (client) => {
    await client.query('begin')
    // Several processes may open a new store at once.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`sage:${pool.place.schema}`])
    await client.query(`create schema if not exists ${pool.place.schema}`)
    const before = await versionOf(client)
    for (const statement of MIGRATIONS.slice(before).flat()) await client.query(statement)
    await client.query('create table if not exists schema_version (version integer not null)')
    await client.query('delete from schema_version')
    await client.query('insert into schema_version values ($1)', [SCHEMA_VERSION])
    await client.query('commit')
  }, OPENING_PATIENCE_MS)
}

async function versionOf(client: ClientBase): Promise<number> {
  const found = await client.query<{ there: boolean }>(
    `select to_regclass('schema_version') is not null as there`,
  )
  if (found.rows[0]?.there !== true) return 0
  const { rows } = await client.query<{ version: number }>('select version from schema_version')
  return rows[0]?.version ?? 0
}

const tooNew = (place: string, version: number) =>
  new SageError(
    'store-too-new',
    `${place} was written by a newer SAGE (schema ${version}; this version supports ${SCHEMA_VERSION})`,
    { hint: 'Update SAGE, or choose another store with --store.', exit: EXIT.wrongUsage },
  )
