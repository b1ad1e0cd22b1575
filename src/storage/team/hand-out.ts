import type { ClientBase } from 'pg'
import type { RunId } from '../../base/values/ids.ts'
import { transact } from '../postgres/connection.ts'
import type { PostgresPool } from '../postgres/pool.ts'
import type { Lease, Team } from '../team.ts'

type Row = Pick<Lease, 'place' | 'fence' | 'faults' | 'deaths'>

/** Hands trials out and takes them back. */
export const handingOut = (pool: PostgresPool) =>
  ({
    take: (run, { worker, count, suspect, trialAt }) =>
      transact(pool, async (client) => {
        const suspects = suspect ? await lease(client, SUSPECTS, [run, worker, 1]) : []
        const others = await lease(client, OTHERS, [run, worker, Math.max(1, count - suspects.length)])
        const leases = [...suspects, ...others].map(
          (row): Lease => ({ ...row, run, worker, trial: trialAt(row.place) }),
        )
        return withoutStored(client, run, leases)
      }),
    giveBack: async ({ run, place, fence }, why) => {
      const given =
        'update leases set worker = null, faults = faults + $4 where run = $1 and place = $2 and fence = $3'
      await transact(pool, (client) => client.query(given, [run, place, fence, why === 'faulted' ? 1 : 0]))
    },
    leave: async (worker) => {
      await transact(pool, async (client) => {
        await client.query('update leases set worker = null where worker = $1', [worker])
        await client.query('delete from workers where worker = $1', [worker])
        await client.query('delete from refusals where worker = $1', [worker])
      })
    },
  }) satisfies Partial<Team>

/** Workers that ask at the same time are given different ones, and none waits for another. What faulted comes last. */
const freeOf = (which: string): string => `
  with free as (
    select place from leases where run = $1 and worker is null and ${which}
    order by faults, place limit $3 for update skip locked)
  update leases set worker = $2, fence = fence + 1, begun = false from free
    where leases.run = $1 and leases.place = free.place
  returning leases.place, fence, faults, deaths`
const [SUSPECTS, OTHERS] = [freeOf('deaths > 0'), freeOf('deaths = 0')]

const lease = async (client: ClientBase, free: string, values: readonly [RunId, string, number]) =>
  (await client.query<Row>(free, [...values])).rows

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
