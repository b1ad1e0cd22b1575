import type { Compilable } from 'kysely'
import type { ClientBase } from 'pg'
import { EXIT, SageError } from '../../base/error.ts'
import { commitOnce, transact } from '../postgres/connection.ts'
import type { PostgresPool } from '../postgres/pool.ts'
import type { Connection } from '../sql/connection.ts'
import { ratingRow } from '../sql/ratings.ts'
import { COLUMNS } from '../sql/tables.ts'
import { trialRow } from '../sql/trials.ts'
import type { EventPage } from '../store.ts'
import type { Lease, Team } from '../team.ts'

/** What the holder of a lease writes. Each transaction looks at the fence first: a late writer is refused. */
export const writingHeld = (pool: PostgresPool, connection: Connection) => {
  const { build } = connection
  return {
    begin: ({ run, place, fence, trial }) =>
      transact(pool, async (client) => {
        const { rows } = await client.query<EventPage>(BEGIN, [run, place, fence, trial])
        return rows
      }),
    appendPages: async (lease, pages) => {
      const columns = [pages.map(({ attempt }) => attempt), pages.map(({ page }) => page)]
      const events = pages.map((page) => page.events)
      const { run, place, fence, trial } = lease
      if (!(await commitOnce(pool, APPEND_PAGES, [run, place, fence, trial, ...columns, events])))
        throw takenOver(lease)
    },
    dropPages: (lease) =>
      transact(pool, async (client) => {
        await mustHold(client, lease)
        const { run, trial } = lease
        await runIn(client, build.deleteFrom('pages').where('run', '=', run).where('trial', '=', trial))
      }),
    saveTrial: (lease, { trial, ratings, usd }) =>
      transact(pool, async (client) => {
        const { run, place, fence } = lease
        const ended = await client.query('delete from leases where run = $1 and place = $2 and fence = $3', [
          run,
          place,
          fence,
        ])
        if (ended.rowCount !== 1) return false
        if (ratings.length > 0)
          await runIn(client, build.insertInto('ratings').values(ratings.map(ratingRow)))
        await client.query(DROP_BEFORE, [run, trial.trial])
        const row = trialRow(trial)
        const values = TRIAL_COLUMNS.map((column) => row[column])
        await client.query(INSERT_IN_TURN, [...values, usd])
        return true
      }),
  } satisfies Partial<Team>
}

const BEGIN = `
  with begun as (update leases set begun = true where run = $1 and place = $2 and fence = $3)
  select run, trial, attempt, page, events from pages where run = $1 and trial = $4 order by attempt, page`

/** The server numbers the trials itself. */
const TRIAL_COLUMNS = COLUMNS.trials.filter((column) => column !== 'seq')

/** What a reply costs: as few journeys to the server as can be. Its plan is made once a connection. */
const APPEND_PAGES = {
  name: 'append-pages',
  text: `
    with held as (select 1 from leases where run = $2 and place = $3 and fence = $4 for share),
      written as (
        insert into pages (run, trial, attempt, page, events)
        select $2, $5, page.attempt, page.page, page.events
        from held, unnest($6::integer[], $7::integer[], $8::text[]) as page (attempt, page, events))
    insert into commits (token) select $1::uuid from held`,
}

/** A faulted trial is replaced, and what was counted with it forgotten; pages of a stored trial are of no use. */
const DROP_BEFORE = `
  with replaced as (delete from trials where run = $1 and trial = $2 and state = 'faulted' returning run),
    forgotten as (
      insert into sums (run, revision) select run, 1 from replaced
      on conflict (run) do update
        set revision = sums.revision + 1, counting = null, place = null, body = null)
  delete from pages where run = $1 and trial = $2`

/**
 * The last statement before the commit, and the only one that writers of one run take turns at: held over several journeys
 * to the server, that turn would be the speed of the whole team.
 */
const INSERT_IN_TURN = `
  with spent as (
    update submissions set usd = usd + $17::double precision, paid = paid + 1 where run = $1 and $17::double precision is not null)
  insert into trials (${TRIAL_COLUMNS.join(', ')})
  select $1, $2, $3, $4, $5, $6::integer, $7::integer, $8::integer, $9, $10, $11, $12, $13, $14, $15, $16
  from (select pg_advisory_xact_lock(hashtextextended($1, 1))) as turn
  on conflict (run, trial) do nothing`

const runIn = async (client: ClientBase, query: Compilable<unknown>): Promise<void> => {
  const { sql, parameters } = query.compile()
  await client.query(sql, [...parameters])
}

/** The lease stays ours until the transaction ends. */
async function mustHold(client: ClientBase, lease: Lease): Promise<void> {
  const { rowCount } = await client.query(
    'select 1 from leases where run = $1 and place = $2 and fence = $3 for share',
    [lease.run, lease.place, lease.fence],
  )
  if (rowCount !== 1) throw takenOver(lease)
}

const takenOver = ({ trial }: Lease) =>
  new SageError('trial-taken', `Trial ${trial} was taken over by another worker.`, {
    hint: 'This worker sent no heartbeat for 30 seconds. Nothing is lost: the other one continues the trial.',
    exit: EXIT.machinery,
  })
