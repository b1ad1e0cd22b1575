import { type Selectable, sql } from 'kysely'
import type { RunId, TrialId } from '../../base/values/ids.ts'
import type { Store, StoredRating } from '../store.ts'
import { type Connection, chunksOf, inPages } from './connection.ts'
import { wordsIn } from './stored-words.ts'
import type { Tables } from './tables.ts'

const PAGE_RATINGS = 1000

/** Ratings are only ever appended; which of two holds is the reader's question, answered by `ratings`. */
export const ratingsIn = (connection: Connection) => {
  const { build, rowsAtOnce, write, flush } = connection
  return {
    saveRatings: async (ratings) => {
      await write(
        chunksOf(ratings, rowsAtOnce, null).map(({ rows }) =>
          build.insertInto('ratings').values(rows.map(ratingRow)),
        ),
      )
      if (ratings.length > 0) await flush()
    },
    ratings: (run, of) => latest(history(connection, run, of?.trial)),
    ratingHistory: (run) => history(connection, run, undefined),
  } satisfies Partial<Store>
}

type Row = Selectable<Tables['ratings']>

async function* history(
  { build, columns, read }: Connection,
  run: RunId,
  trial: TrialId | undefined,
): AsyncGenerator<StoredRating> {
  const page = (last: Row | undefined) => {
    const ofRun = build.selectFrom('ratings').select(columns('ratings')).$castTo<Row>().where('run', '=', run)
    const wanted = trial === undefined ? ofRun : ofRun.where('trial', '=', trial)
    const rest = last === undefined ? wanted : wanted.where(isAfter(last))
    return rest
      .orderBy('ratings.trial')
      .orderBy('ratings.judge')
      .orderBy('ratings.n')
      .orderBy('ratings.dimension')
      .orderBy('ratings.seq')
      .limit(PAGE_RATINGS)
  }
  for await (const row of inPages<Row>(PAGE_RATINGS, (last) => read(page(last)))) yield toRating(row)
}

const isAfter = ({ trial, judge, n, dimension, seq }: Row) =>
  sql<boolean>`(trial, judge, n, dimension, seq) > (${trial}, ${judge}, ${n}, ${dimension}, ${seq})`

/** They come key by key, the older first: the last one before the key changes holds. */
async function* latest(ratings: AsyncIterable<StoredRating>): AsyncGenerator<StoredRating> {
  let held: StoredRating | undefined
  for await (const rating of ratings) {
    if (held !== undefined && !sameKey(held, rating)) yield held
    held = rating
  }
  if (held !== undefined) yield held
}

const sameKey = (one: StoredRating, other: StoredRating): boolean =>
  one.trial === other.trial &&
  one.judge === other.judge &&
  one.n === other.n &&
  one.dimension === other.dimension

export const ratingRow = ({ promptHash: prompt_hash, quote, because, ...rest }: StoredRating) => {
  const { run, trial, judge, n, dimension, value, at } = rest
  const said = { quote: JSON.stringify(quote), because: because === null ? null : JSON.stringify(because) }
  return { run, trial, judge, n, dimension, value, prompt_hash, at, ...said }
}

const toRating = ({ seq: _, prompt_hash, quote, because, ...rest }: Row): StoredRating => ({
  ...rest,
  promptHash: prompt_hash,
  quote: wordsIn(quote),
  because: because === null ? null : wordsIn(because),
})
