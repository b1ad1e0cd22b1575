import type { Selectable } from 'kysely'
import type { Store, StoredFork } from '../store.ts'
import { type Connection, chunksOf, inPages } from './connection.ts'
import type { Tables } from './tables.ts'
import { runsOf, toState } from './trials.ts'

type Row = Selectable<Tables['forks']>

/** Rows read at once. */
const PAGE_FORKS = 100

/** Everything about forks. */
export const forksIn = (connection: Connection) => {
  const { build, columns, isAfter, read, write, flush } = connection
  const allOf = () => build.selectFrom('forks').select(columns('forks')).$castTo<Row>()
  return {
    saveForks: async (forks) => {
      await write(savingOf(connection, forks), runsOf(forks))
      if (forks.length > 0) await flush()
    },
    forks: async function* (run, of) {
      const wanted = of === undefined ? allOf() : allOf().where('trial', '=', of.trial)
      const after = (last?: Row) => wanted.where(isAfter(run, last?.seq ?? 0))
      const page = (last?: Row) =>
        read(after(last).orderBy('forks.run').orderBy('forks.seq').limit(PAGE_FORKS))
      for await (const row of inPages(PAGE_FORKS, page)) yield toFork(row)
    },
    fork: async (id) => {
      const [row] = await read(allOf().where('fork', '=', id).orderBy('seq', 'desc').limit(1))
      return row === undefined ? undefined : toFork(row)
    },
  } satisfies Partial<Store>
}

const savingOf = ({ build, rowsAtOnce }: Connection, forks: readonly StoredFork[]) =>
  chunksOf(forks, rowsAtOnce, ({ fork }) => fork).flatMap(({ run, rows }) => {
    const ids = rows.map(({ fork }) => fork)
    return [
      build
        .deleteFrom('forks')
        .where('run', '=', run)
        .where('fork', 'in', ids)
        .where('state', '=', 'faulted'),
      build
        .insertInto('forks')
        .values([...rows])
        .onConflict((on) => on.columns(['run', 'fork']).doNothing()),
      build.deleteFrom('pages').where('run', '=', run).where('trial', 'in', ids),
    ]
  })

const toFork = ({ seq: _, state, ...row }: Row): StoredFork => ({ ...row, state: toState(state) })
