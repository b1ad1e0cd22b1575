import { assert } from '../src/base/assert.ts'
import { openStudioData } from '../src/runner/studio/studio-data.ts'
import { connectionOver } from '../src/storage/postgres/connection.ts'
import type { PostgresPool } from '../src/storage/postgres/pool.ts'
import { openPostgres } from '../src/storage/postgres/postgres-store.ts'
import { storeOver } from '../src/storage/sql/sql-store.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import type { StoredTrial } from '../src/storage/store.ts'
import { fillStore, wholeTableScans } from '../test/postgres-plans.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { aRunId } from '../test/support/base/ids.ts'
import type { BenchResult } from './bench-result.ts'
import { pageCommitsPerSecond } from './commits.ts'
import { benchRun } from './run-request.ts'
import { keepLarge, type Real, storeLarge, storeReal, sumsOfLarge } from './scale-runs.ts'

/**
 * A team's store with many trials: narrow rows in runs of 1,000, and two real runs of about 1,000 trials among them; one run with
 * conversations, scores and facts (SAGE_SCALE_WHOLE trials); a large run without (SAGE_SCALE_RUN trials). Measured: the pages
 * of the two real runs and of the large one, each in a studio that was just started; deleting; and whether any query reads a whole
 * table. `ratio` is the slowest page over its bound. SAGE_SCALE_TRIALS: how many narrow rows, 200,000 unless told otherwise.
 */
const fromEnvironment = (name: string, usual: number): number => Number(process.env[name] ?? usual)
const NARROW = fromEnvironment('SAGE_SCALE_TRIALS', 200_000)
const WHOLE = fromEnvironment('SAGE_SCALE_WHOLE', 5_000)
const LARGE = fromEnvironment('SAGE_SCALE_RUN', 20_000)
const TRIALS_EACH = 1_000
const REPEATS = 11
const PAGE_MS_MAX = 2_000
const LANES = 64
const SIDES = ['left', 'right'] as const
const LARGE_NAME = 'large'

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
    const storing = await timed(async () => {
      for (const name of SIDES) await storeReal(pool, real, name)
    })
    const before = await bytesOf(pool)
    await storeLarge(pool, real, { name: 'whole', like: SIDES[0], size: WHOLE, texts: true })
    const whole = (await bytesOf(pool)) - before
    const large = { name: LARGE_NAME, like: SIDES[0], size: LARGE, texts: false }
    const sums = sumsOfLarge(real, large)
    await storeLarge(pool, real, large)
    await keepLarge(pool, real, large.name, sums)
    await pool.use((client) => client.query('vacuum analyze'))
    const pages = await pagesOf(pool, { sides: SIDES, agents: ['oracle', 'oracle'] })
    const largePages = await pagesOf(pool, {
      sides: [LARGE_NAME, LARGE_NAME],
      agents: ['oracle', 'people-pleaser'],
    })
    const deleting = (name: string) => timed(() => storeOver(connectionOver(pool)).deleteRun(aRunId(name)))
    const deletes = {
      delete_run_of_1000_ms: await deleting('run-3'),
      delete_large_run_ms: await deleting(LARGE_NAME),
      delete_whole_run_ms: await deleting('whole'),
    }
    const scans = await wholeTableScans(pool)
    for (const { table, how, query } of scans) process.stderr.write(`whole ${table}: ${how}: ${query}\n`)
    await pool.close()
    const all = [...Object.entries(pages), ...Object.entries(largePages)]
    return {
      ratio: Math.max(...all.flatMap(([name, ms]) => (name.endsWith('_cpu_ms') ? [] : [ms]))) / PAGE_MS_MAX,
      ...pages,
      ...Object.fromEntries(Object.entries(largePages).map(([name, ms]) => [`large_${name}`, ms])),
      trials: NARROW,
      trials_of_a_page: real.trials.length,
      trials_of_a_large_run: LARGE,
      trials_with_texts: WHOLE,
      whole_table_scans: scans.length,
      ...deletes,
      narrow_rows_per_second: (NARROW / filling) * 1000,
      real_trials_stored_per_second: ((SIDES.length * real.trials.length) / storing) * 1000,
      narrow_trial_bytes: narrow / NARROW,
      whole_trial_bytes: whole / WHOLE,
      sums_of_a_large_run_bytes: sums.length,
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

/** The smallest pack, two agents, as often as it takes. */
const realRun = (): Promise<Real> =>
  benchRun(
    { pack: ['lunchbox'], agent: ['oracle', 'people-pleaser'], trials: REPEATS },
    {},
    async ({ result, request }) => {
      const store = await openSqliteStore(request.store)
      const [run] = await store.runs()
      assert(run !== undefined, `run ${result.run} is stored`)
      const trials: StoredTrial[] = []
      for await (const trial of store.trials(run.id)) trials.push(trial)
      await store.close()
      return { run, trials, repeats: REPEATS }
    },
  )

/** Milliseconds until each page has what it shows, each in a studio that has read nothing yet; and the studio's own part. */
async function pagesOf(
  pool: PostgresPool,
  {
    sides,
    agents,
  }: { readonly sides: readonly [string, string]; readonly agents: readonly [string, string] },
): Promise<Readonly<Record<string, number>>> {
  const [a, b] = sides
  const studio = () =>
    openStudioData(storeOver(connectionOver(pool)), {
      workingFolder: process.cwd(),
      clock: Date.now,
    })
  const [agentA, agentB] = agents
  const wishes = { a, b, agentA, agentB, wanted: 0.05, anyway: true }
  const pages = {
    runs_page: () => studio().runs(),
    run_page: async () => {
      const data = studio()
      await data.progress(a)
      await data.matrix(a, {}, { offset: 0, limit: 100 })
      await data.report(a)
    },
    leaderboard: async () => {
      const data = studio()
      await data.leagues()
      for (const run of new Set(sides)) await data.report(run)
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
