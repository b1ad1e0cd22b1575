import { sql } from 'kysely'
import type { RunId, TrialId } from '../../base/values/ids.ts'
import type { Store } from '../store.ts'
import type { Connection } from './connection.ts'

/** What was counted over a run. A run that was never counted, and none of whose trials was ever changed, has no row here. */
export const sumsIn = ({ build, columns, read, write }: Connection) =>
  ({
    sums: async (run) => {
      const [row] = await read(
        build.selectFrom('sums').select(columns('sums')).$castTo<Row>().where('run', '=', run),
      )
      const [newest] = await read(
        // By run, then place, though it is one run: else PostgreSQL may look through all newer runs for it.
        build
          .selectFrom('trials')
          .select('seq')
          .where('run', '>=', run)
          .where('run', '<=', run)
          .orderBy('run', 'desc')
          .orderBy('seq', 'desc')
          .limit(1),
      )
      const { revision = 0, counting = null, place = null, body = null } = row ?? {}
      const isKept = counting !== null && place !== null && body !== null
      return { revision, last: newest?.seq ?? 0, kept: isKept ? { counting, place, body } : null }
    },
    keepSums: async (run, { counting, place, body }, revision) => {
      // Numbers of deleted rows are never given again: if this trial is there, it is the one that was counted.
      const counted = build
        .selectFrom('trials')
        .select([
          sql<RunId>`${run}`.as('run'),
          sql<number>`cast(${revision} as integer)`.as('revision'),
          sql<string>`${counting}`.as('counting'),
          'seq as place',
          sql<string>`${body}`.as('body'),
        ])
        .where('run', '=', run)
        .where('seq', '=', place)
      const [changed] = await write([
        build
          .insertInto('sums')
          .columns(['run', 'revision', 'counting', 'place', 'body'])
          .expression(counted)
          .onConflict((on) =>
            on
              .column('run')
              .doUpdateSet(({ ref }) => ({
                counting: ref('excluded.counting'),
                place: ref('excluded.place'),
                body: ref('excluded.body'),
              }))
              .where('sums.revision', '=', revision),
          ),
      ])
      return changed === 1
    },
  }) satisfies Partial<Store>

type Row = {
  readonly revision: number
  readonly counting: string | null
  readonly place: number | null
  readonly body: string | null
}

/** A word of the SQL, not a parameter: only so may SQLite look among the faulted trials alone. */
export const FAULTED = sql.lit('faulted')

/**
 * Goes before whatever changes these trials, in the same transaction: what was counted with them is forgotten, and who is
 * counting now cannot keep it. `faulted`: only if one of them is stored and faulted, so that it is about to be replaced.
 */
export const forgettingSums = (
  { build }: Connection,
  run: RunId,
  { trials, faulted }: { readonly trials: readonly TrialId[]; readonly faulted: boolean },
) =>
  build
    .insertInto('sums')
    .columns(['run', 'revision'])
    .expression(
      build
        .selectFrom('trials')
        .select(['run', sql<number>`1`.as('revision')])
        .where('run', '=', run)
        .where('trial', 'in', trials)
        .$if(faulted, (query) => query.where('state', '=', FAULTED))
        .limit(1),
    )
    .onConflict((on) =>
      on.column('run').doUpdateSet(({ eb }) => ({
        revision: eb('sums.revision', '+', 1),
        counting: null,
        place: null,
        body: null,
      })),
    )
