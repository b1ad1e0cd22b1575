import type { Selectable } from 'kysely'
import type { EventPage, Store, StoredAudit, StoredCalibration, StoredReview, StoredRun } from '../store.ts'
import { type Connection, chunksOf } from './connection.ts'
import { forksIn } from './forks.ts'
import { ratingsIn } from './ratings.ts'
import { wordsIn } from './stored-words.ts'
import { sumsIn } from './sums.ts'
import type { Tables } from './tables.ts'
import { trialsIn } from './trials.ts'

/** A store in a database that speaks SQL. */
export const storeOver = (connection: Connection): Store => ({
  ...runsIn(connection),
  ...trialsIn(connection),
  ...sumsIn(connection),
  ...forksIn(connection),
  ...pagesIn(connection),
  ...ratingsIn(connection),
  ...calibrationsIn(connection),
  ...auditsIn(connection),
  ...reviewsIn(connection),
  close: connection.close,
})

const runsIn = ({ build, columns, read, write }: Connection) => {
  const RUNS = build.selectFrom('runs').select(columns('runs')).$castTo<Selectable<Tables['runs']>>()
  return {
    createRun: async ({ id, startedAt, finishedAt, header, imported = null }) => {
      const run = { id, started_at: startedAt, finished_at: finishedAt, header, imported }
      await write([build.insertInto('runs').values(run)])
    },
    finishRun: async (id, at) => {
      const finished = { finished_at: at, writer: null, heartbeat: null }
      await write([build.updateTable('runs').set(finished).where('id', '=', id)])
    },
    changeHeader: async (id, header) => {
      await write([build.updateTable('runs').set({ header }).where('id', '=', id)])
    },
    claimRun: async (id, { writer, at, insteadOf }) => {
      const free = build
        .updateTable('runs')
        .set({ writer, heartbeat: at })
        .where('id', '=', id)
        .where((is) =>
          is.or([is('writer', 'is', null), is('writer', '=', writer), is('writer', '=', insteadOf)]),
        )
      const [changed] = await write([free])
      return changed === 1
    },
    keepRun: async (id, writer, at) => {
      const ours = build
        .updateTable('runs')
        .set({ heartbeat: at })
        .where('id', '=', id)
        .where('writer', '=', writer)
      const [changed] = await write([ours])
      return changed === 1
    },
    releaseRun: async (id, writer) => {
      const released = { writer: null, heartbeat: null }
      await write([build.updateTable('runs').set(released).where('id', '=', id).where('writer', '=', writer)])
    },
    runs: async () => (await read(RUNS.orderBy('runs.started_at').orderBy('runs.id'))).map(toRun),
    run: async (id) => {
      const [row] = await read(RUNS.where('id', '=', id))
      return row === undefined ? undefined : toRun(row)
    },
    deleteRun: async (id) => {
      await write([build.deleteFrom('runs').where('id', '=', id)])
    },
  } satisfies Partial<Store>
}

const toRun = (row: Selectable<Tables['runs']>): StoredRun => ({
  id: row.id,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  header: row.header,
  writer: row.writer,
  heartbeat: row.heartbeat,
  imported: row.imported,
})

const pagesIn = ({ build, columns, rowsAtOnce, read, write, flush }: Connection) => {
  const PAGES = build.selectFrom('pages').select(columns('pages')).$castTo<Selectable<Tables['pages']>>()
  return {
    appendPages: async (pages) => {
      await write(
        chunksOf(pages, rowsAtOnce, keyOfPage).map(({ rows }) =>
          build.insertInto('pages').values(rows.map(toPage)),
        ),
      )
      if (pages.length > 0) await flush()
    },
    pages: (run): Promise<readonly EventPage[]> =>
      read(
        PAGES.where('run', '=', run).orderBy('pages.trial').orderBy('pages.attempt').orderBy('pages.page'),
      ),
    dropPages: async (run, trial) => {
      await write([build.deleteFrom('pages').where('run', '=', run).where('trial', '=', trial)])
    },
  } satisfies Partial<Store>
}

const keyOfPage = ({ trial, attempt, page }: EventPage): string => `${trial} ${attempt} ${page}`

const toPage = ({ run, trial, attempt, page, events }: EventPage) => ({ run, trial, attempt, page, events })

const calibrationsIn = ({ build, columns, read, write }: Connection) => {
  const CALIBRATIONS = build
    .selectFrom('calibrations')
    .select(columns('calibrations'))
    .$castTo<Selectable<Tables['calibrations']>>()
  return {
    saveCalibration: async ({ judge, promptHash, dimension, at, result }) => {
      await write([
        build.insertInto('calibrations').values({ judge, prompt_hash: promptHash, dimension, at, result }),
      ])
    },
    calibrations: async () =>
      (await read(CALIBRATIONS.orderBy('seq'))).map(
        ({ judge, prompt_hash, dimension, at, result }): StoredCalibration => ({
          judge,
          promptHash: prompt_hash,
          dimension,
          at,
          result,
        }),
      ),
  } satisfies Partial<Store>
}

const auditsIn = ({ build, columns, read, write }: Connection) => {
  const AUDITS = build.selectFrom('audits').select(columns('audits')).$castTo<Selectable<Tables['audits']>>()
  return {
    saveAudit: async ({ pack, packHash, rules, at, result }) => {
      await write([build.insertInto('audits').values({ pack, pack_hash: packHash, rules, at, result })])
    },
    lastAudit: async (pack) => {
      const ofPack = AUDITS.where('pack', '=', pack)
      const [row] = await read(ofPack.orderBy('seq', 'desc').limit(1))
      if (row === undefined) return undefined
      const { rules, at, result } = row
      return { pack: row.pack, packHash: row.pack_hash, rules, at, result } satisfies StoredAudit
    },
  } satisfies Partial<Store>
}

const reviewsIn = ({ build, columns, read, write }: Connection) => {
  const REVIEWS = build
    .selectFrom('reviews')
    .select(columns('reviews'))
    .$castTo<Selectable<Tables['reviews']>>()
  return {
    addReview: async ({ run, trial, at, author, kind, body }) => {
      await write([
        build.insertInto('reviews').values({ run, trial, at, author: JSON.stringify(author), kind, body }),
      ])
    },
    reviews: async (run) =>
      (await read(REVIEWS.where('run', '=', run).orderBy('seq'))).map(
        ({ seq: _, author, ...rest }): StoredReview => ({ ...rest, author: wordsIn(author) }),
      ),
  } satisfies Partial<Store>
}
