import type { ClientBase } from 'pg'
import type { RunId } from '../../base/values/ids.ts'
import { transact } from '../postgres/connection.ts'
import type { PostgresPool } from '../postgres/pool.ts'
import type { TrialQueue } from './queue.ts'

/** Fetching from a queue slows with its depth. */
const QUEUED_MAX = 2000
/** A worker without a heartbeat for so long is dead to us; a heartbeat comes every five seconds. */
export const SILENCE_MAX = `interval '30 seconds'`
/** As headers of runs have it. */
const NOW = `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Whoever is first does it for all; the others have nothing to do. Out: runs that it has ended. */
export async function tend(pool: PostgresPool, queue: TrialQueue): Promise<readonly RunId[]> {
  const ended = await transact(pool, async (client) => {
    const turn = await client.query<{ ours: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 2)) as ours',
      [pool.place.schema],
    )
    if (turn.rows[0]?.ours !== true) return []
    await takeBack(client, queue)
    const { rows } = await client.query<Submitted>(SUBMITTED)
    const ended: RunId[] = []
    for (const run of rows) {
      await feed(client, queue, run)
      if (await end(client, run.run)) ended.push(run.run)
    }
    return ended
  })
  for (const run of ended) await queue.remove(run)
  return ended
}

type Submitted = {
  readonly run: RunId
  readonly trials: number
  readonly fed: number
  readonly usd_max: number | null
  readonly usd: number
  readonly paid: number
  readonly is_late: boolean
  readonly waiting: number
  readonly outstanding: number
}

const SUBMITTED = `
  select submissions.*, coalesce(at + minutes_max * interval '1 minute' < now(), false) as is_late,
    (select count(*) from leases where leases.run = submissions.run and worker is null) as waiting,
    (select count(*) from leases where leases.run = submissions.run) as outstanding
  from submissions order by at, run`

/**
 * Trials of dead workers. A worker died on one of the trials it had begun, but which? If a suspect was among them, that one; else
 * all of them are suspects now. A suspect that got further than the last time is no worse than before.
 */
async function takeBack(client: ClientBase, queue: TrialQueue): Promise<void> {
  const { rows } = await client.query<Orphan>(
    `select leases.run, place, worker, deaths, leases.pages, begun,
       (select count(*)::integer from pages where pages.run = leases.run and pages.trial = leases.trial) as written
     from leases where worker is not null
       and not exists (select from workers where workers.worker = leases.worker and beat > now() - ${SILENCE_MAX})
     order by worker, leases.run, place for update of leases`,
  )
  await client.query(`delete from workers where beat <= now() - ${SILENCE_MAX}`)
  const suspected = new Set(
    rows.flatMap(({ worker, deaths, begun }) => (begun && deaths > 0 ? [worker] : [])),
  )
  for (const { run, place, worker, deaths, begun, pages, written } of rows) {
    const isItsFault = begun && (deaths > 0 || !suspected.has(worker))
    const now = !isItsFault ? deaths : written > pages ? 1 : deaths + 1
    await client.query(
      'update leases set worker = null, fence = fence + 1, deaths = $3, pages = $4 where run = $1 and place = $2',
      [run, place, now, written],
    )
    if (now === 0) await queue.put(client, run, [place])
  }
}

type Orphan = {
  readonly run: RunId
  readonly place: number
  readonly worker: string
  readonly deaths: number
  readonly begun: boolean
  /** how many it had when a worker last died on it, and has now */
  readonly pages: number
  readonly written: number
}

async function feed(client: ClientBase, queue: TrialQueue, run: Submitted): Promise<void> {
  const left = run.trials - run.fed
  const allowed = run.is_late ? 0 : affordable(run)
  const count = Math.min(left, QUEUED_MAX - run.waiting, allowed - run.outstanding)
  const stopped = left === 0 || run.outstanding > 0 || allowed > 0 ? null : run.is_late ? 'minutes' : 'usd'
  await client.query(
    `update runs set writer = 'workers', heartbeat = ${NOW} where id = $1 and finished_at is null`,
    [run.run],
  )
  if (stopped !== null)
    await client.query('update submissions set stopped = $2 where run = $1', [run.run, `budget-${stopped}`])
  if (count <= 0) return
  const places = Array.from({ length: count }, (_, index) => run.fed + index)
  await client.query(
    `insert into leases (run, place) select $1, unnest($2::integer[]) on conflict do nothing`,
    [run.run, places],
  )
  await queue.put(client, run.run, places)
  await client.query('update submissions set fed = fed + $2 where run = $1', [run.run, count])
}

/** How many trials may be under way. A budget cannot be kept before one trial has shown what trials cost. */
function affordable({ usd_max, usd, paid }: Submitted): number {
  if (usd_max === null) return Number.POSITIVE_INFINITY
  if (paid === 0) return 1
  const each = usd / paid
  return each === 0 ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor((usd_max - usd) / each))
}

/** A run whose trials are all stored is finished, also if nobody watches. One that its budget stopped waits to be resumed. */
async function end(client: ClientBase, run: RunId): Promise<boolean> {
  const done = await client.query(
    `delete from submissions where run = $1 and fed >= trials
       and not exists (select from leases where leases.run = $1)`,
    [run],
  )
  if (done.rowCount !== 1) return false
  await client.query('delete from refusals where run = $1', [run])
  await client.query(`update runs set writer = null, heartbeat = null, finished_at = ${NOW} where id = $1`, [
    run,
  ])
  return true
}
