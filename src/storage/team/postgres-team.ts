import { connectionOver, transact } from '../postgres/connection.ts'
import type { PostgresPool } from '../postgres/pool.ts'
import { openPostgres } from '../postgres/postgres-store.ts'
import { storeOver } from '../sql/sql-store.ts'
import type { Lease, ProviderNews, Submission, Team, TeamRefusal, TeamStore, TeamWorker } from '../team.ts'
import { handingOut } from './hand-out.ts'
import { writingHeld } from './held.ts'
import { openQueue, type TrialQueue } from './queue.ts'
import { SILENCE_MAX, tend } from './tend.ts'

export const openPostgresTeam = async (place: string): Promise<TeamStore> =>
  teamOver(await openPostgres(place))

export async function teamOver(pool: PostgresPool): Promise<TeamStore> {
  const connection = connectionOver(pool)
  const queue = await openQueue(pool)
  return {
    store: storeOver(connection),
    team: {
      ...packsIn(pool),
      ...submissionsIn(pool, queue),
      ...workersIn(pool),
      ...providersIn(pool),
      ...handingOut(pool, queue),
      ...writingHeld(pool, connection),
      tend: () => tend(pool, queue),
    },
  }
}

const packsIn = (pool: PostgresPool) =>
  ({
    savePack: async (hash, files) => {
      await transact(pool, (client) =>
        client.query('insert into packs (hash, files) values ($1, $2) on conflict do nothing', [hash, files]),
      )
    },
    packFiles: async (hash) => {
      const { rows } = await pool.use((client) =>
        client.query<{ files: string }>('select files from packs where hash = $1', [hash]),
      )
      return rows[0]?.files
    },
  }) satisfies Partial<Team>

const submissionsIn = (pool: PostgresPool, queue: TrialQueue) =>
  ({
    submit: async (run, { trials, version, usd, minutes }) => {
      await queue.open(run)
      await transact(pool, (client) =>
        client.query(
          `insert into submissions (run, trials, version, usd_max, minutes_max) values ($1, $2, $3, $4, $5)
             on conflict (run) do update set usd_max = $4, minutes_max = $5, stopped = null,
               at = case when submissions.stopped is null then submissions.at else now() end`,
          [run, trials, version, usd, minutes],
        ),
      )
    },
    submissions: async () => {
      const { rows } = await pool.use((client) =>
        client.query<Submission>(
          `select run, trials, version, fed, stopped,
             (select count(*) from leases where leases.run = submissions.run and worker is null) as waiting,
             (select count(*) from leases where leases.run = submissions.run and worker is not null) as held
           from submissions order by at, run`,
        ),
      )
      return rows
    },
    withdraw: async (run) => {
      await transact(pool, async (client) => {
        await client.query('delete from submissions where run = $1', [run])
        await client.query('delete from leases where run = $1', [run])
        await client.query('delete from refusals where run = $1', [run])
        await client.query(
          `update runs set writer = null, heartbeat = null where id = $1 and writer = 'workers'`,
          [run],
        )
      })
      await queue.remove(run)
    },
  }) satisfies Partial<Team>

const IS_ALIVE = `beat > now() - ${SILENCE_MAX}`

const workersIn = (pool: PostgresPool) =>
  ({
    beat: async (worker, lanes) => {
      const { rows } = await pool.use(async (client) => {
        await client.query(
          `insert into workers (worker, lanes, beat) values ($1, $2, now())
             on conflict (worker) do update set lanes = $2, beat = now()`,
          [worker, lanes],
        )
        return client.query<Pick<Lease, 'run' | 'place' | 'fence'>>(
          'select run, place, fence from leases where worker = $1',
          [worker],
        )
      })
      return rows
    },
    bury: async (workers) => {
      await pool.use((client) => client.query('delete from workers where worker = any ($1)', [workers]))
    },
    workers: async () => {
      const { rows } = await pool.use((client) =>
        client.query<TeamWorker>(
          `select worker, lanes,
             (select count(*) from leases where leases.worker = workers.worker) as held
           from workers where ${IS_ALIVE} order by worker`,
        ),
      )
      return rows
    },
    refuse: async (run, worker, because) => {
      await transact(pool, (client) =>
        because === null
          ? client.query('delete from refusals where run = $1 and worker = $2', [run, worker])
          : client.query(
              `insert into refusals (run, worker, because) values ($1, $2, $3)
                 on conflict (run, worker) do update set because = $3`,
              [run, worker, because],
            ),
      )
    },
    refusals: async (run) => {
      const { rows } = await pool.use((client) =>
        client.query<TeamRefusal>(
          `select refusals.worker, because from refusals join workers using (worker)
             where run = $1 and ${IS_ALIVE} order by worker`,
          [run],
        ),
      )
      return rows
    },
  }) satisfies Partial<Team>

/** After so long nobody knows what a provider allows: a worker that joins finds out by itself. */
const CUT_HOLDS = `interval '10 minutes'`

/**
 * The teller was asked for fewer calls, and knew of all cuts before: workers that are told in the same second are told the
 * same thing, and the team would halve once for each of them.
 */
const IS_NEWS = '($2::double precision is not null and known.cuts = coalesce($4::integer, known.cuts))'

const TELL = `
  insert into providers as known (provider, cuts, calls, cut_at, opens_at)
  values ($1, case when $2::double precision is null then 0 else 1 end, $2,
    case when $2::double precision is null then null else now() end, now() + $3 * interval '1 millisecond')
  on conflict (provider) do update set
    cuts = known.cuts + case when ${IS_NEWS} then 1 else 0 end,
    calls = case when ${IS_NEWS} then $2 else known.calls end,
    cut_at = case when ${IS_NEWS} then now() else known.cut_at end,
    opens_at = greatest(known.opens_at, excluded.opens_at)
  returning cuts`

const NEWS = `
  select provider, cuts, case when cut_at > now() - ${CUT_HOLDS} then calls end as calls,
    greatest(0, extract(epoch from opens_at - now()) * 1000)::double precision as "pauseMs"
  from providers order by provider`

/** What providers allow the team as a whole. */
const providersIn = (pool: PostgresPool) =>
  ({
    tellProvider: (provider, { calls, pauseMs, seen }) =>
      transact(pool, async (client) => {
        const { rows } = await client.query<{ cuts: number }>(TELL, [provider, calls, pauseMs, seen])
        return rows[0]?.cuts ?? 0
      }),
    providerNews: async () => {
      const { rows } = await pool.use((client) => client.query<ProviderNews>(NEWS))
      return rows
    },
  }) satisfies Partial<Team>
