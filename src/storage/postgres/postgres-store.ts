import { storeOver } from '../sql/sql-store.ts'
import type { Store } from '../store.ts'
import { connectionOver } from './connection.ts'
import { migrate, storedVersion } from './migrate.ts'
import { readPlace } from './place.ts'
import { openPool, type PostgresPool } from './pool.ts'

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
