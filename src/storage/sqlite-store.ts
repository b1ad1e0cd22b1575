import { Kysely, type Selectable, SqliteDialect, sql } from 'kysely'
import Database from 'libsql'
import { EXIT, SageError } from '../base/error.ts'
import { migrate, type Tables } from './sqlite-schema.ts'
import type { Store, StoredRun, StoredTrial, TrialKey } from './store.ts'

const PAGE_TRIALS = 200
const KEY_COLUMNS = [
  'run',
  'trial',
  'agent',
  'pack',
  'case_id',
  'intensity',
  'repeat',
  'attempt',
  'state',
] as const

/** One SQLite file: WAL, so a run, a second run and a reader work at once. */
export async function openSqliteStore(file: string): Promise<Store> {
  const database = await open(file)
  const saveTrials: Store['saveTrials'] = async (trials) => {
    if (trials.length === 0) return
    const rows = trials.map(({ case: case_id, ...rest }) => ({ ...rest, case_id }))
    await database.transaction().execute(async (transaction) => {
      for (const row of rows) {
        await transaction
          .insertInto('trials')
          .values(row as never)
          .onConflict((on) => on.columns(['run', 'trial']).doNothing())
          .execute()
      }
    })
  }
  return {
    createRun: async ({ id, startedAt, finishedAt, header }) => {
      await database
        .insertInto('runs')
        .values({ id, started_at: startedAt, finished_at: finishedAt, header })
        .execute()
    },
    finishRun: async (id, at) => {
      await database.updateTable('runs').set({ finished_at: at }).where('id', '=', id).execute()
    },
    runs: async () =>
      (await database.selectFrom('runs').selectAll().orderBy('started_at').orderBy('id').execute()).map(
        toRun,
      ),
    run: async (id) => {
      const row = await database.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? undefined : toRun(row)
    },
    deleteRun: async (id) => {
      await database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('trials').where('run', '=', id).execute()
        await transaction.deleteFrom('runs').where('id', '=', id).execute()
      })
    },
    saveTrials,
    trials: (run) => pages(database, run),
    trialKeys: async (run) =>
      (
        await database
          .selectFrom('trials')
          .select(KEY_COLUMNS)
          .where('run', '=', run)
          .orderBy('seq')
          .execute()
      ).map(toKey),
    trialsAfter: async (run, { place, limit }) =>
      (
        await database
          .selectFrom('trials')
          .select([...KEY_COLUMNS, 'seq', 'score', 'facts'])
          .where('run', '=', run)
          .where('seq', '>', place)
          .orderBy('seq')
          .limit(limit)
          .execute()
      ).map((row) => ({ ...toKey(row), place: row.seq, score: row.score, facts: row.facts })),
    trial: async (id) => {
      const row = await database
        .selectFrom('trials')
        .selectAll()
        .where('trial', '=', id)
        .orderBy('seq', 'desc')
        .executeTakeFirst()
      return row === undefined ? undefined : toTrial(row)
    },
    close: () => database.destroy(),
  }
}

async function open(file: string): Promise<Kysely<Tables>> {
  try {
    const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Database(file) }) })
    await sql`pragma busy_timeout = 30000`.execute(database)
    await sql`pragma journal_mode = wal`.execute(database)
    await sql`pragma synchronous = normal`.execute(database)
    await migrate(database, file)
    return database
  } catch (cause) {
    if (cause instanceof SageError) throw cause
    throw new SageError(
      'STORE_UNREADABLE',
      `${file} cannot be opened as a store: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        hint: 'Give another file with --store, or move this one away; SAGE makes a new one.',
        exit: EXIT.wrongUsage,
        cause,
      },
    )
  }
}

async function* pages(database: Kysely<Tables>, run: string): AsyncIterable<StoredTrial> {
  let after = 0
  for (;;) {
    const rows = await database
      .selectFrom('trials')
      .selectAll()
      .where('run', '=', run)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(PAGE_TRIALS)
      .execute()
    for (const row of rows) yield toTrial(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_TRIALS) return
    after = last.seq
  }
}

const toRun = (row: Selectable<Tables['runs']>): StoredRun => ({
  id: row.id,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  header: row.header,
})

const STATES: readonly string[] = ['judged', 'voided', 'faulted']
const toKey = (
  row: Omit<Selectable<Tables['trials']>, 'seq' | 'transcript' | 'score' | 'facts'>,
): TrialKey => {
  const { run, trial, agent, pack, case_id, intensity, repeat, attempt } = row
  const state = STATES.includes(row.state) ? (row.state as TrialKey['state']) : 'faulted'
  return { run, trial, agent, pack, case: case_id, intensity, repeat, attempt, state }
}
const toTrial = (row: Selectable<Tables['trials']>): StoredTrial => ({
  ...toKey(row),
  transcript: row.transcript,
  score: row.score,
  facts: row.facts,
})
