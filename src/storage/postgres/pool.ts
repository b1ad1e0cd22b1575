import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientBase, Pool, types } from 'pg'
import { isPassing, postgresError } from './error.ts'
import type { PostgresPlace } from './place.ts'

/** Connections to one store. A server that restarts is waited for: a run of days must not end with it. */
export type PostgresPool = {
  readonly place: PostgresPlace
  /** `work` may be called again, so it must be able to begin anew; `patienceMs`: how long a server that is away is waited for */
  readonly use: <Result>(
    work: (client: ClientBase) => Promise<Result>,
    patienceMs?: number,
  ) => Promise<Result>
  readonly close: () => Promise<void>
}

const CONNECT_MS_MAX = 10_000
const PATIENCE_MS = 60_000
const PAUSE_MS_MAX = 1000
const INT8 = 20

export function openPool(place: PostgresPlace): PostgresPool {
  const pool = new Pool({
    connectionString: place.connectionString,
    options: `-c search_path=${place.schema}`,
    application_name: 'sage',
    max: place.connections,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    // Places and counts are far below 2^53.
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : types.getTypeParser(oid, format)) },
  })
  // An idle connection that is lost is replaced when one is needed; without a listener it would end the process.
  pool.on('error', () => undefined)
  const once = async <Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect()
    let isSound = false
    // The server may hang up between two queries.
    const lost = (): void => undefined
    client.on('error', lost)
    try {
      const result = await work(client)
      isSound = true
      return result
    } finally {
      client.off('error', lost)
      // After an error nobody knows what state it is in: a transaction may still be open.
      client.release(!isSound)
    }
  }
  return {
    place,
    use: async (work, patienceMs = PATIENCE_MS) => {
      const until = performance.now() + patienceMs
      for (let pause = 10; ; pause = Math.min(pause * 2, PAUSE_MS_MAX)) {
        try {
          return await once(work)
        } catch (error) {
          if (!isPassing(error) || performance.now() > until) throw postgresError(error, place.shown)
          await sleep(pause)
        }
      }
    },
    close: () => pool.end(),
  }
}
