import type { ClientBase } from 'pg'
import type { RunId } from '../../base/values/ids.ts'
import { transact } from '../postgres/connection.ts'
import type { PostgresPool } from '../postgres/pool.ts'
import type { Lease, Team } from '../team.ts'
import type { TrialQueue } from './queue.ts'

type Row = Pick<Lease, 'place' | 'fence' | 'faults' | 'deaths'>

/** Hands trials out and takes them back. */
export const handingOut = (pool: PostgresPool, queue: TrialQueue) =>
  ({
    take: (run, { worker, count, suspect, trialAt }) =>
      transact(pool, async (client) => {
        const suspects = suspect ? await takeSuspect(client, run, worker) : []
        const places = await queue.take(client, run, Math.max(1, count - suspects.length))
        const rows = [...suspects, ...(await lease(client, run, worker, places))]
        const leases = rows.map((row): Lease => ({ ...row, run, worker, trial: trialAt(row.place) }))
        return withoutStored(client, run, leases)
      }),
    giveBack: async ({ run, place, fence }, why) => {
      await transact(pool, async (client) => {
        const faulted = why === 'faulted' ? 1 : 0
        const given = await client.query(
          `update leases set worker = null, faults = faults + $4 where run = $1 and place = $2 and fence = $3
             returning deaths`,
          [run, place, fence, faulted],
        )
        // A suspect is not queued: workers look for those themselves, one at a time.
        if (given.rows[0]?.deaths === 0) await queue.put(client, run, [place])
      })
    },
    leave: async (worker) => {
      await transact(pool, async (client) => {
        const { rows } = await client.query<{ run: RunId; place: number; deaths: number }>(
          'update leases set worker = null where worker = $1 returning run, place, deaths',
          [worker],
        )
        for (const run of new Set(rows.map((row) => row.run)))
          await queue.put(
            client,
            run,
            rows.filter((row) => row.run === run && row.deaths === 0).map(({ place }) => place),
          )
        await client.query('delete from workers where worker = $1', [worker])
        await client.query('delete from refusals where worker = $1', [worker])
      })
    },
  }) satisfies Partial<Team>

async function takeSuspect(client: ClientBase, run: RunId, worker: string): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(
    `with free as (
       select place from leases where run = $1 and worker is null and deaths > 0
       order by place limit 1 for update skip locked)
     update leases set worker = $2, fence = fence + 1, begun = false from free
       where leases.run = $1 and leases.place = free.place
       returning leases.place, fence, faults, deaths`,
    [run, worker],
  )
  return rows
}

/** A place may be queued twice; it is leased once. */
async function lease(
  client: ClientBase,
  run: RunId,
  worker: string,
  places: readonly number[],
): Promise<readonly Row[]> {
  if (places.length === 0) return []
  const { rows } = await client.query<Row>(
    `update leases set worker = $2, fence = fence + 1, begun = false
       where run = $1 and place = any ($3::integer[]) and worker is null and deaths = 0
       returning place, fence, faults, deaths`,
    [run, worker, places],
  )
  return rows
}

/** A run that was stopped and is handed to workers has stored trials; only the faulted ones are played again. */
async function withoutStored(
  client: ClientBase,
  run: RunId,
  leases: readonly Lease[],
): Promise<readonly Lease[]> {
  if (leases.length === 0) return []
  const [places, trials] = [leases.map(({ place }) => place), leases.map(({ trial }) => trial)]
  await client.query(
    `update leases set trial = named.trial
       from unnest($2::integer[], $3::text[]) as named (place, trial)
       where leases.run = $1 and leases.place = named.place`,
    [run, places, trials],
  )
  const stored = await client.query<{ place: number }>(
    `delete from leases using trials
       where leases.run = $1 and leases.place = any ($2::integer[])
         and trials.run = leases.run and trials.trial = leases.trial and trials.state <> 'faulted'
       returning leases.place`,
    [run, places],
  )
  const gone = new Set(stored.rows.map(({ place }) => place))
  return leases.filter(({ place }) => !gone.has(place))
}
