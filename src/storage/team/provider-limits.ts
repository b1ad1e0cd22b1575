import { transact } from '../postgres/connection.ts'
import type { PostgresPool } from '../postgres/pool.ts'
import type { ProviderNews, Team } from '../team.ts'

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
export const providersIn = (pool: PostgresPool) =>
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
