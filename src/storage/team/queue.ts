import type { ClientBase } from 'pg'
import PgBoss from 'pg-boss'
import type { RunId } from '../../base/values/ids.ts'
import type { PostgresPool } from '../postgres/pool.ts'

/**
 * Places of trials that wait for a worker, one queue a run. Jobs are put in and taken out inside the transactions that change
 * leases: a place is never lost between the two, so the queue needs no timeouts of its own.
 */
export type TrialQueue = {
  readonly open: (run: RunId) => Promise<void>
  readonly put: (client: ClientBase, run: RunId, places: readonly number[]) => Promise<void>
  readonly take: (client: ClientBase, run: RunId, count: number) => Promise<readonly number[]>
  readonly remove: (run: RunId) => Promise<void>
}

type Waiting = { readonly place: number }

export async function openQueue(pool: PostgresPool): Promise<TrialQueue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.use((client) => runIn(client, text, values)) },
    schema: `${pool.place.schema}_queue`,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => undefined)
  // Two processes that make its tables at the same time would stop each other.
  await pool.use(async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 3))', [pool.place.schema])
    await boss.start()
    await client.query('commit')
  })
  const within = (client: ClientBase) => ({
    db: { executeSql: (text: string, values?: readonly unknown[]) => runIn(client, text, values) },
  })
  return {
    open: (name) => boss.createQueue(name),
    put: async (client, name, places) => {
      if (places.length === 0) return
      await boss.insert(
        places.map((place) => ({ name, data: { place } })),
        within(client),
      )
    },
    take: async (client, name, count) => {
      const jobs = await boss.fetch<Waiting>(name, { batchSize: count, ...within(client) })
      if (jobs.length === 0) return []
      await boss.deleteJob(
        name,
        jobs.map(({ id }) => id),
        within(client),
      )
      return jobs.map(({ data }) => data.place)
    },
    remove: async (name) => {
      // A queue with jobs in it is not deleted; a place may have been queued twice, or its run was withdrawn.
      await boss.purgeQueue(name)
      await boss.deleteQueue(name)
    },
  }
}

/** Its scripts of several statements come without values, and must be sent so. */
const runIn = (client: ClientBase, text: string, values?: readonly unknown[]) =>
  values === undefined ? client.query(text) : client.query(text, [...values])
