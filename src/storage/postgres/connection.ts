import { randomUUID } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type { ClientBase } from 'pg'
import type { RunId } from '../../base/values/ids.ts'
import type { Connection } from '../sql/connection.ts'
import { COLUMNS, type Tables } from '../sql/tables.ts'
import { refusedBy } from './error.ts'
import type { PostgresPool } from './pool.ts'

/** Rows of one statement: PostgreSQL takes at most 65,535 values. */
const ROWS_AT_ONCE = 100

const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Kysely writes the SQL, the pool runs it. A commit is durable when it returns, so there is nothing to flush. */
export const connectionOver = (pool: PostgresPool): Connection => ({
  build,
  columns: (table, wanted) => {
    const names: readonly string[] = wanted ?? COLUMNS[table]
    return names.map((name) => sql.ref<unknown>(`${table}.${name}`).as(name))
  },
  // Of a run that has a large part of all rows, PostgreSQL would else look through all places, those of other runs too.
  isAfter: (run, place) => sql<boolean>`(run, seq) > (${run}, ${place}) and run <= ${run}`,
  rowsAtOnce: ROWS_AT_ONCE,
  read: (query) => {
    const { sql: text, parameters } = query.compile()
    return pool.use(async (client) => (await client.query(text, [...parameters])).rows)
  },
  write: async (queries, inOrderOf = []) => {
    if (queries.length === 0) return []
    const compiled = queries.map((query) => query.compile())
    return transact(pool, async (client) => {
      await takeTurns(client, inOrderOf)
      const changed: number[] = []
      for (const { sql: text, parameters } of compiled)
        changed.push((await client.query(text, [...parameters])).rowCount ?? 0)
      return changed
    })
  },
  flush: async () => undefined,
  close: pool.close,
})

/**
 * One transaction, once. If the answer to its commit is lost, nobody knows whether it counts: the token it wrote tells. A
 * transaction that is tried again and finds its own token has been committed, and its first result holds.
 */
export async function transact<Result>(
  pool: PostgresPool,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const token = randomUUID()
  let sent: { readonly result: Result } | null = null
  return pool.use(async (client) => {
    try {
      await client.query(`begin; insert into commits (token) values ('${token}')`)
    } catch (error) {
      if (sent !== null && refusedBy(error) === 'commits_pkey') return sent.result
      throw error
    }
    const result = await work(client)
    sent = { result }
    await client.query('commit')
    return result
  })
}

/**
 * The same for one statement, which is one journey to the server instead of four. It must insert its token, its first value, into
 * `commits` where it takes effect, and nowhere else. Whether it took effect.
 */
export async function commitOnce(
  pool: PostgresPool,
  statement: { readonly name: string; readonly text: string },
  values: readonly unknown[],
): Promise<boolean> {
  const token = randomUUID()
  let isSent = false
  return pool.use(async (client) => {
    if (isSent) {
      const { rowCount } = await client.query('select 1 from commits where token = $1', [token])
      if (rowCount === 1) return true
    }
    isSent = true
    return (await client.query({ ...statement, values: [token, ...values] })).rowCount === 1
  })
}

/** In one order, so that no two writers wait for each other. */
async function takeTurns(client: ClientBase, runs: readonly RunId[]): Promise<void> {
  for (const run of runs.toSorted())
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [run])
}
