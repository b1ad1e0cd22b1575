import type { ClientBase } from 'pg'
import { EXIT, SageError } from '../../base/error.ts'
import type { PostgresPool } from './pool.ts'
import { MIGRATIONS, SCHEMA_VERSION } from './schema.ts'

/** A server that is starting is waited for; a wrong address should not take a minute to be called wrong. */
const OPENING_PATIENCE_MS = 3000

/** 0: there is no store at this place. */
export const storedVersion = (pool: PostgresPool): Promise<number> => pool.use(versionOf, OPENING_PATIENCE_MS)

/** Makes the tables, or brings them forward. A store of this version is left untouched, so a user who may only read can open it. */
export async function migrate(pool: PostgresPool): Promise<void> {
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
