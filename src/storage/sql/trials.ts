import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { RunId } from '../../base/values/ids.ts'
import type { After, Store, StoredGlance, StoredTrial, TrialCounts, TrialFilter, TrialKey } from '../store.ts'
import { type Connection, chunksOf, inPages } from './connection.ts'
import { FAULTED, forgettingSums } from './sums.ts'
import type { Tables } from './tables.ts'

/** Rows read at once: a run may be larger than memory, a page of it is not. */
const PAGE_TRIALS = 100

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
const GLANCE_COLUMNS = ['mark', 'bucket', 'tactic', 'broke'] as const

/** Everything about finished trials. */
export const trialsIn = (connection: Connection) => {
  const { build, columns, isAfter, read, write } = connection
  const allOf = () => build.selectFrom('trials').select(columns('trials')).$castTo<Row>()
  const some = (wanted: Parameters<typeof columns<'trials'>>[1]) =>
    build.selectFrom('trials').select(columns('trials', wanted)).$castTo<Row>()
  const after = <Selected>(
    query: SelectQueryBuilder<Tables, 'trials', Selected>,
    run: RunId,
    { place, limit, ...filter }: After & TrialFilter,
  ) =>
    query
      .where(isAfter(run, place))
      .where((is) => is.and(columnsOf(filter)))
      .orderBy('trials.run')
      .orderBy('trials.seq')
      .limit(limit)
  return {
    saveTrials: async (trials) => {
      await write(savingOf(connection, trials), runsOf(trials))
    },
    updateScores: async (run, trials) => {
      await write(
        trials.flatMap(({ trial, state, score, facts, glance }) => [
          forgettingSums(connection, run, { trials: [trial], faulted: false }),
          build
            .updateTable('trials')
            .set({ state, score, facts, ...glanceRow(glance) })
            .where('run', '=', run)
            .where('trial', '=', trial),
        ]),
      )
    },
    trials: async function* (run) {
      const page = (last?: Row) => read(after(allOf(), run, { place: last?.seq ?? 0, limit: PAGE_TRIALS }))
      for await (const row of inPages(PAGE_TRIALS, page)) yield toTrial(row)
    },
    trialKeys: async (run) =>
      (await read(some(KEY_COLUMNS).where('run', '=', run).orderBy('seq'))).map(toKey),
    trialsAfter: async (run, from) =>
      (await read(after(some([...KEY_COLUMNS, 'seq', 'score', 'facts', ...GLANCE_COLUMNS]), run, from))).map(
        (row) => ({
          ...toKey(row),
          place: row.seq,
          score: row.score,
          facts: row.facts,
          glance: toGlance(row),
        }),
      ),
    trialPage: async (run, from) =>
      (await read(after(some([...KEY_COLUMNS, 'seq', ...GLANCE_COLUMNS]), run, from))).map((row) => ({
        ...toKey(row),
        place: row.seq,
        glance: toGlance(row),
      })),
    countTrials: async (run, filter = {}) => {
      const counts = await read(
        build
          .selectFrom('trials')
          .select(columns('trials', ['state']))
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .$castTo<{ state: string; count: number }>()
          .where('run', '=', run)
          .where((is) => is.and(columnsOf(filter)))
          .groupBy('trials.state'),
      )
      const zero: TrialCounts = { judged: 0, voided: 0, faulted: 0 }
      return { ...zero, ...Object.fromEntries(counts.map(({ state, count }) => [toState(state), count])) }
    },
    countMarks: async (run) => {
      const counts = await read(
        build
          .selectFrom('trials')
          .select(['mark'])
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .$castTo<{ mark: string | null; count: number }>()
          .where('run', '=', run)
          .groupBy('mark'),
      )
      return Object.fromEntries(counts.map(({ mark, count }) => [mark ?? '', Number(count)]))
    },
    trial: async (id) => {
      // In each run: in SQLite only the key, which begins with the run, has an index.
      const anywhere = allOf().where('run', 'in', build.selectFrom('runs').select('id'))
      const [row] = await read(anywhere.where('trial', '=', id).orderBy('seq', 'desc').limit(1))
      return row === undefined ? undefined : toTrial(row)
    },
  } satisfies Partial<Store>
}

type Row = Selectable<Tables['trials']>

export const runsOf = (rows: readonly { readonly run: RunId }[]): readonly RunId[] => [
  ...new Set(rows.map(({ run }) => run)),
]

/** Only a faulted trial is replaced. It is deleted and inserted, so it gets a new place, and a live page finds it. */
const savingOf = (connection: Connection, trials: readonly StoredTrial[]) =>
  chunksOf(trials, connection.rowsAtOnce, ({ trial }) => trial).flatMap(({ run, rows }) => {
    const { build } = connection
    const ids = rows.map(({ trial }) => trial)
    return [
      forgettingSums(connection, run, { trials: ids, faulted: true }),
      build
        .deleteFrom('trials')
        .where('run', '=', run)
        .where('trial', 'in', ids)
        .where('state', '=', FAULTED),
      build
        .insertInto('trials')
        .values(rows.map(trialRow))
        .onConflict((on) => on.columns(['run', 'trial']).doNothing()),
      build.deleteFrom('pages').where('run', '=', run).where('trial', 'in', ids),
    ]
  })

export const trialRow = ({ case: case_id, glance, ...rest }: StoredTrial) => {
  const { run, trial, agent, pack, intensity, repeat, attempt, state, transcript, score, facts } = rest
  const key = { run, trial, agent, pack, case_id, intensity, repeat, attempt, state }
  return { ...key, transcript, score, facts, ...glanceRow(glance) }
}

const glanceRow = (glance: StoredGlance | null): Pick<Row, (typeof GLANCE_COLUMNS)[number]> => ({
  mark: glance?.mark ?? null,
  bucket: glance?.bucket ?? null,
  tactic: glance?.tactic ?? null,
  broke: glance?.broke ?? null,
})

const toGlance = ({ mark, bucket, tactic, broke }: Row): StoredGlance | null =>
  mark === null || bucket === null || broke === null ? null : { mark, bucket, tactic, broke }

const columnsOf = ({ case: case_id, ...same }: TrialFilter): Partial<Row> =>
  case_id === undefined ? same : { ...same, case_id }

export const toState = (state: string): TrialKey['state'] =>
  state === 'judged' || state === 'voided' ? state : 'faulted'

const toKey = ({ case_id, state, ...row }: Pick<Row, (typeof KEY_COLUMNS)[number]>): TrialKey => {
  const { run, trial, agent, pack, intensity, repeat, attempt } = row
  return { run, trial, agent, pack, case: case_id, intensity, repeat, attempt, state: toState(state) }
}

const toTrial = (row: Row): StoredTrial => ({
  ...toKey(row),
  transcript: row.transcript,
  score: row.score,
  facts: row.facts,
  glance: toGlance(row),
})
