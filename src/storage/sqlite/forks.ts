import type { Selectable } from 'kysely'
import type { Store, StoredFork } from '../store.ts'
import { columnsOf } from './columns.ts'
import { build, type Connection } from './connection.ts'
import type { Tables } from './schema.ts'
import { toState } from './trials.ts'

type Row = Selectable<Tables['forks']>

/** Rows read at once. */
const PAGE_FORKS = 100

const FORKS = build.selectFrom('forks').select(columnsOf('forks')).$castTo<Row>()

/** Everything about forks. */
export const forksIn = ({ read, write, flush }: Connection) =>
  ({
    saveForks: async (forks) => {
      await write(forks.flatMap(savingOf))
      if (forks.length > 0) await flush()
    },
    forks: async function* (run, of) {
      const all = FORKS.where('run', '=', run)
      const wanted = of === undefined ? all : all.where('trial', '=', of.trial)
      const page = (place: number) => wanted.where('seq', '>', place).orderBy('seq').limit(PAGE_FORKS)
      for (let rows = await read(page(0)); ; rows = await read(page(rows.at(-1)?.seq ?? 0))) {
        for (const row of rows) yield toFork(row)
        if (rows.length < PAGE_FORKS) return
      }
    },
    fork: async (id) => {
      const [row] = await read(FORKS.where('fork', '=', id).orderBy('seq', 'desc').limit(1))
      return row === undefined ? undefined : toFork(row)
    },
  }) satisfies Partial<Store>

const savingOf = ({ run, fork, trial, agent, at, sample, state, transcript, facts }: StoredFork) => [
  build.deleteFrom('forks').where('run', '=', run).where('fork', '=', fork).where('state', '=', 'faulted'),
  build
    .insertInto('forks')
    .values({ run, fork, trial, agent, at, sample, state, transcript, facts })
    .onConflict((on) => on.columns(['run', 'fork']).doNothing()),
  build.deleteFrom('pages').where('run', '=', run).where('trial', '=', fork),
]

const toFork = ({ seq: _, state, ...row }: Row): StoredFork => ({ ...row, state: toState(state) })
