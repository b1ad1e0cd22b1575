import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { PostgresPool } from '../src/storage/postgres/pool.ts'
import { forgetCommits } from '../src/storage/postgres/postgres-store.ts'
import { teamOver } from '../src/storage/team/postgres-team.ts'
import type { TeamStore } from '../src/storage/team.ts'
import { aCase, aRunId, aTrialId } from './support/base/ids.ts'
import { aRun, aTrial } from './support/storage/store-contract.ts'

/**
 * A store filled with narrow synthetic rows, and the plan that PostgreSQL makes for every query on it. Used by
 * test/postgres-plans.test.ts (20,000 trials) and bench/scale.ts (up to 5 million).
 */
export type Filling = { readonly runs: number; readonly trialsEach: number }

/** Tables that grow with trials. A queue and its leases do not: the feeder keeps them short. */
const LARGE = ['trials', 'forks', 'pages', 'ratings', 'reviews', 'commits']
/**
 * What a search in a large table must begin with. From a place on (`seq > `) it would pass the trials of all other runs; at one
 * place there is one row.
 */
const KEYS = /\b(run|trial|fork|token|at)\b|\bseq = /

const RUN = `'run-' || r`
const TRIAL = `${RUN} || '/agent-' || t % 2 || '/pack/case-' || t / 2 || '@0#0'`
const EACH = 'from generate_series(1, $1) as r, generate_series(0, $2 - 1) as t'

const FILL: readonly string[] = [
  `insert into trials (run, trial, agent, pack, case_id, intensity, repeat, attempt, state, transcript, score, facts)
     select ${RUN}, ${TRIAL}, 'agent-' || t % 2, 'pack', 'pack/case-' || t / 2, 0, 0, 0,
       case when t % 50 = 0 then 'faulted' else 'judged' end, '{}', '{}', '{}' ${EACH}`,
  `insert into ratings (run, trial, judge, n, dimension, value, quote, prompt_hash, at)
     select ${RUN}, ${TRIAL}, 'judge', 0, 'empathy', 0.5, '""', '1', '2026' ${EACH} where t % 5 = 0`,
  `insert into pages (run, trial, attempt, page, events) select ${RUN}, ${TRIAL}, 0, 0, '{}' ${EACH} where t % 10 = 0`,
  `insert into forks (run, fork, trial, agent, at, sample, state, transcript, facts)
     select ${RUN}, ${TRIAL} || '~5/agent#0', ${TRIAL}, 'agent', 5, 0, 'judged', '{}', '{}' ${EACH} where t % 10 = 0`,
  `insert into reviews (run, trial, at, author, kind, body)
     select ${RUN}, ${TRIAL}, '2026', '""', 'dispute', '{}' ${EACH} where t % 10 = 0`,
  `insert into commits (token, at) select gen_random_uuid(), now() - (r * 20.0 / $1) * interval '1 hour' ${EACH} where t % 5 = 0`,
]

export async function fillStore(pool: PostgresPool, { runs, trialsEach }: Filling): Promise<void> {
  await pool.use(async (client) => {
    await client.query(
      `insert into runs (id, started_at, finished_at, header)
         select ${RUN}, '2026', '2026', '{}' from generate_series(1, $1) as r`,
      [runs],
    )
    for (const statement of FILL) await client.query(statement, [runs, trialsEach])
    await client.query('analyze')
  })
}

export type Scan = { readonly query: string; readonly table: string; readonly how: string }

/** A pool that asks for the plan of each statement before it is run. `whole`: scans that read a large table from end to end. */
function explaining(pool: PostgresPool): {
  readonly pool: PostgresPool
  readonly whole: () => readonly Scan[]
} {
  const whole: Scan[] = []
  const watch = (client: ClientBase): ClientBase =>
    new Proxy(client, {
      get: (target, key) => {
        if (key !== 'query') {
          const value: unknown = Reflect.get(target, key)
          return typeof value === 'function' ? value.bind(target) : value
        }
        return async (
          asked: string | { readonly text: string; readonly values: unknown[] },
          given?: unknown[],
        ) => {
          const { text, values } = typeof asked === 'string' ? { text: asked, values: given } : asked
          if (/^\s*(select|insert|update|delete|with)\b/i.test(text)) {
            const { rows } = await target.query(`explain (format json) ${text}`, values)
            const [explained] = Explained.parse(rows)
            if (explained !== undefined) whole.push(...wholeScans(explained['QUERY PLAN'][0].Plan, text))
          }
          return values === undefined ? target.query(text) : target.query(text, values)
        }
      },
    })
  return {
    pool: { ...pool, use: (work, patience) => pool.use((client) => work(watch(client)), patience) },
    whole: () => whole,
  }
}

const Node = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  'Recheck Cond': z.string().optional(),
  'TID Cond': z.string().optional(),
  get Plans() {
    return z.array(Node).optional()
  },
})
const Explained = z.array(z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: Node })]) }))

function wholeScans(node: z.infer<typeof Node>, query: string): readonly Scan[] {
  const table = node['Relation Name']
  const isScan = node['Node Type'].endsWith('Scan')
  const by = node['Index Cond'] ?? node['Recheck Cond'] ?? node['TID Cond'] ?? ''
  const isWhole = isScan && table !== undefined && LARGE.includes(table) && !KEYS.test(by)
  return [
    ...(isWhole
      ? [{ query: query.replace(/\s+/g, ' ').trim(), table, how: `${node['Node Type']} ${by}`.trim() }]
      : []),
    ...(node.Plans ?? []).flatMap((each) => wholeScans(each, query)),
  ]
}

/** Asks a filled store everything that can be asked; returns the searches that read a whole table. */
export async function wholeTableScans(pool: PostgresPool): Promise<readonly Scan[]> {
  const watched = explaining(pool)
  const opened = await teamOver(watched.pool)
  await askStore(opened)
  await askTeam(opened)
  await forgetCommits(watched.pool)
  return watched.whole()
}

const MIDDLE = 'run-7'
const aStored = (n: number) => aTrialId(`${MIDDLE}/agent-${n % 2}/pack/case-${Math.floor(n / 2)}@0#0`)

async function askStore({ store }: Pick<TeamStore, 'store'>): Promise<void> {
  const run = aRunId(MIDDLE)
  const trial = aStored(10)
  const all = async (rows: AsyncIterable<unknown>): Promise<void> => {
    for await (const _ of rows);
  }
  await store.runs()
  await store.run(run)
  for (const filter of [
    {},
    { agent: 'agent-1' },
    { state: 'faulted' as const },
    { case: aCase('pack/case-3') },
  ]) {
    await store.countTrials(run, filter)
    await store.trialPage(run, { place: 0, limit: 100, ...filter })
    await store.trialsAfter(run, { place: 40, limit: 250, ...filter })
  }
  await all(store.trials(run))
  await store.trialKeys(run)
  await store.trial(trial)
  const { revision, last } = await store.sums(run)
  await store.keepSums(run, { counting: 'all', place: last, body: '{}' }, revision)
  await store.pages(run)
  await all(store.ratings(run))
  await all(store.ratings(run, { trial }))
  await all(store.ratingHistory(run))
  await all(store.forks(run))
  await all(store.forks(run, { trial }))
  await store.fork(aTrialId(`${trial}~5/agent#0`))
  await store.reviews(run)
  await store.updateScores(run, [{ trial, state: 'judged', score: '{}', facts: '{}', glance: null }])
  await store.dropPages(run, trial)
  await store.createRun(aRun('new'))
  await store.saveTrials([aTrial('new', 1), aTrial('new', 2)])
  await store.deleteRun(aRunId('new'))
}

async function askTeam({ store, team }: TeamStore): Promise<void> {
  const run = aRunId('played')
  await store.createRun(aRun('played'))
  await team.submit(run, { trials: 20, version: '1', usd: null, minutes: null })
  await team.beat('a', 16)
  await team.tend()
  const how = {
    worker: 'a',
    count: 16,
    suspect: true,
    trialAt: (place: number) => aTrial('played', place).trial,
  }
  const [first, second] = await team.take(run, how)
  if (first === undefined || second === undefined) throw new TypeError('two leases')
  await team.appendPages(first, [{ run, trial: first.trial, attempt: 0, page: 0, events: '{}' }])
  await team.begin(first)
  await team.saveTrial(first, { trial: aTrial('played', first.place), ratings: [], usd: 0.01 })
  await team.dropPages(second)
  await team.giveBack(second, 'faulted')
  await team.submissions()
  await team.workers()
  await team.refusals(run)
  await team.tellProvider('some#1', { calls: 4, pauseMs: 0, seen: null })
  await team.providerNews()
  await team.leave('a')
  await team.withdraw(run)
}
