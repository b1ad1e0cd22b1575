import { assert } from '../src/base/assert.ts'
import type { RunId } from '../src/base/values/ids.ts'
import { aCase, aRunId, aTrialId } from '../src/base/values/ids-testing.ts'
import { openStudioData } from '../src/runner/studio/studio-data.ts'
import { connectionOver } from '../src/storage/postgres/connection.ts'
import type { PostgresPool } from '../src/storage/postgres/pool.ts'
import { openPostgres } from '../src/storage/postgres/postgres-store.ts'
import { storeOver } from '../src/storage/sql/sql-store.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import type { NewRun, StoredTrial } from '../src/storage/store.ts'
import { fillStore, wholeTableScans } from '../test/postgres-plans.ts'
import { startPostgres } from '../test/postgres-server.ts'
import type { BenchResult } from './bench-result.ts'
import { pageCommitsPerSecond } from './commits.ts'
import { benchRun } from './run-request.ts'

/**
 * A team's store with many trials: narrow rows in runs of 1,000, and two real runs of about 1,000 trials among them. Measured:
 * the pages of those two in a studio that was just started, and whether any query reads a whole table. `ratio` is the slowest
 * page over its bound. SAGE_SCALE_TRIALS: how many narrow rows, 200,000 unless told otherwise.
 */
const NARROW = Number(process.env['SAGE_SCALE_TRIALS'] ?? 200_000)
const TRIALS_EACH = 1_000
const PAGE_MS_MAX = 2_000
const LANES = 64

export async function benchScale(): Promise<BenchResult> {
  const real = await realRun()
  const server = await startPostgres()
  try {
    const pool = await openPostgres(server.url('scale'))
    const filling = await timed(() =>
      fillStore(pool, { runs: Math.max(10, NARROW / TRIALS_EACH), trialsEach: TRIALS_EACH }),
    )
    await pool.use((client) => client.query(`update runs set header = $1`, [real.run.header]))
    const narrow = await bytesOf(pool)
    const storing = await timed(() => storeReal(pool, real))
    await pool.use((client) => client.query('analyze'))
    const stored = 2 * real.trials.length
    const pages = await pagesOf(pool)
    const deleting = await timed(() => storeOver(connectionOver(pool)).deleteRun(aRunId('run-3')))
    const scans = await wholeTableScans(pool)
    const bytes = await bytesOf(pool)
    await pool.close()
    return {
      ratio: Math.max(...Object.values(pages)) / PAGE_MS_MAX,
      ...pages,
      trials: NARROW,
      trials_of_a_page: real.trials.length,
      whole_table_scans: scans.length,
      delete_run_of_1000_ms: deleting,
      narrow_rows_per_second: (NARROW / filling) * 1000,
      real_trials_stored_per_second: (stored / storing) * 1000,
      narrow_trial_bytes: narrow / NARROW,
      real_trial_bytes: (bytes - narrow) / stored,
      database_mb: bytes / 1e6,
      page_commits_per_second: await pageCommitsPerSecond(LANES),
    }
  } finally {
    await server.stop()
  }
}

async function bytesOf(pool: PostgresPool): Promise<number> {
  const { rows } = await pool.use((client) =>
    client.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes'),
  )
  return rows[0]?.bytes ?? 0
}

type Real = { readonly run: NewRun; readonly trials: readonly StoredTrial[] }

/** The smallest pack, two agents, as often as it takes. */
const realRun = (): Promise<Real> =>
  benchRun(
    { pack: ['lunchbox'], agent: ['classic', 'people-pleaser'], trials: 11 },
    {},
    async ({ result, request }) => {
      const store = await openSqliteStore(request.store)
      const [run] = await store.runs()
      assert(run !== undefined, `run ${result.run} is stored`)
      const trials: StoredTrial[] = []
      for await (const trial of store.trials(run.id)) trials.push(trial)
      await store.close()
      return { run, trials }
    },
  )

const SIDES: readonly RunId[] = [aRunId('left'), aRunId('right')]

async function storeReal(pool: PostgresPool, { run, trials }: Real): Promise<void> {
  const store = storeOver(connectionOver(pool))
  for (const id of SIDES) {
    await store.createRun({ ...run, id })
    await store.saveTrials(
      trials.map((trial) => ({
        ...trial,
        run: id,
        case: aCase(trial.case),
        trial: aTrialId(trial.trial.replace(/^[^/]*/, id)),
      })),
    )
  }
}

/** Milliseconds until each page has what it shows, each in a studio that has read nothing yet; and the studio's own part. */
async function pagesOf(pool: PostgresPool): Promise<Readonly<Record<string, number>>> {
  const [a = '', b = ''] = SIDES
  const studio = () =>
    openStudioData(storeOver(connectionOver(pool)), {
      workingFolder: process.cwd(),
      clock: Date.now,
      apart: null,
    })
  const wishes = { a, b, agentA: 'classic', agentB: 'classic', wanted: 0.05, anyway: true }
  const pages = {
    runs_page: () => studio().runs(),
    run_page: async () => {
      const data = studio()
      await data.progress(a)
      await data.matrix(a, {}, { offset: 0, limit: 100 })
      await data.summary(a)
      await data.report(a)
    },
    leaderboard: async () => {
      const data = studio()
      await data.leagues()
      for (const run of SIDES) await data.report(run)
    },
    compare_page: () => studio().compare(wishes),
    trial_page: async () => {
      const [first] = await storeOver(connectionOver(pool)).trialPage(aRunId(a), { place: 0, limit: 1 })
      await studio().trial(first?.trial ?? '')
    },
  }
  const took: Record<string, number> = {}
  for (const [name, page] of Object.entries(pages)) {
    const before = process.cpuUsage()
    took[`${name}_ms`] = await timed(page)
    const { user, system } = process.cpuUsage(before)
    took[`${name}_cpu_ms`] = (user + system) / 1000
  }
  return took
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
