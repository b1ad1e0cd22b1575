import Database from 'libsql'
import { z } from 'zod'
import { isCaseId, isRunId, isTrialId, type RunId } from '../../base/values/ids.ts'
import type { RunSource } from '../run-file.ts'
import type {
  EventPage,
  NewRun,
  StoredCalibration,
  StoredRating,
  StoredReview,
  StoredTrial,
} from '../store.ts'
import { isCorrupt, storeError } from './error.ts'

/**
 * What can still be read of a damaged file, row by row: a damaged page costs the rows on it and no others. Rows that come
 * back but say nonsense count as lost too: SQLite has no checksums.
 */
export type Salvage = RunSource & {
  /** a run whose own row is lost has an empty header, so that its trials are saved */
  readonly runs: readonly NewRun[]
  /** rows known to have been there that could not be read */
  readonly lost: () => number
  readonly close: () => void
}

export function salvageSqliteFile(file: string): Salvage {
  const database = new Database(file)
  try {
    const lost = new Set<string>()
    const ofRun = <Row extends { run: RunId }>(table: string, schema: z.ZodType<Row>, run: RunId) =>
      rowsOf(database, { table, schema, lost, wanted: (row: Row) => row.run === run })
    return {
      runs: runsIn(database, lost),
      lost: () => lost.size,
      trials: async function* (run) {
        yield* ofRun('trials', TrialRow, run)
      },
      pages: async (run) => [...ofRun('pages', PageRow, run)].sort(byPage),
      ratingHistory: async function* (run) {
        yield* ofRun('ratings', RatingRow, run)
      },
      reviews: async (run) => [...ofRun('reviews', ReviewRow, run)],
      calibrations: async () => [
        ...rowsOf(database, { table: 'calibrations', schema: CalibrationRow, lost, wanted: () => true }),
      ],
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    throw storeError(error, file)
  }
}

function runsIn(database: Database.Database, lost: Set<string>): readonly NewRun[] {
  const any = () => true
  const runs = [...rowsOf(database, { table: 'runs', schema: RunRow, lost, wanted: any })]
  const known = new Set(runs.map(({ id }) => id))
  const orphans = new Set<RunId>()
  for (const { run } of rowsOf(database, { table: 'trials', schema: TrialRow, lost, wanted: any })) {
    if (!known.has(run)) orphans.add(run)
  }
  return [...runs, ...[...orphans].map(withoutHeader)]
}

const withoutHeader = (id: RunId): NewRun => ({
  id,
  startedAt: new Date(0).toISOString(),
  finishedAt: null,
  header: '{}',
})

type Wanted<Row> = {
  readonly table: string
  readonly schema: z.ZodType<Row>
  readonly wanted: (row: Row) => boolean
  /** `table rowid` of what could not be read */
  readonly lost: Set<string>
}

/** One row at a time by its number: reading on would stop at the first damaged page. */
function* rowsOf<Row>(
  database: Database.Database,
  { table, schema, wanted, lost }: Wanted<Row>,
): Generator<Row> {
  const last = lastRow(database, table)
  if (last === 0) return
  const statement = database.prepare(`select * from ${table} where rowid = ?`)
  for (let rowid = 1; rowid <= last; rowid += 1) {
    try {
      const [found] = statement.all([rowid])
      if (found === undefined) continue
      const row = schema.safeParse(found)
      if (!row.success) lost.add(`${table} ${rowid}`)
      else if (wanted(row.data)) yield row.data
    } catch (error) {
      if (!isCorrupt(error)) throw error
      lost.add(`${table} ${rowid}`)
    }
  }
}

/** The number of the last row; the counter of numbers given away knows it where the table's own end is damaged. */
function lastRow(database: Database.Database, table: string): number {
  const asked = [
    `select max(rowid) as last from ${table}`,
    `select seq as last from sqlite_sequence where name = '${table}'`,
  ]
  const found = asked.map((sql) => {
    try {
      return Last.parse(database.prepare(sql).all())[0]?.last ?? 0
    } catch {
      // Damaged, or a table that this version of the store did not have.
      return 0
    }
  })
  return Math.max(...found)
}
const Last = z.array(z.object({ last: z.number().nullable() }))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const text = z.string()
const run = text.refine(isRunId)
const trial = text.refine(isTrialId)
const json = text.refine(isJson)
const jsonl = text.refine((lines) => lines.split('\n').every((line) => line === '' || isJson(line)))
const number = z.int()
/** as `schema.ts` stores people's and models' words */
const words = json.transform((kept) => String(JSON.parse(kept)))

const RunRow = z.object({ id: run, started_at: text, finished_at: text.nullable(), header: json }).transform(
  ({ id, started_at, finished_at, header }): NewRun => ({
    id,
    startedAt: started_at,
    finishedAt: finished_at,
    header,
  }),
)
const TrialRow = z
  .object({
    run,
    trial,
    agent: text,
    pack: text,
    case_id: text.refine(isCaseId),
    intensity: number,
    repeat: number,
    attempt: number,
    state: z.enum(['judged', 'voided', 'faulted']),
    transcript: jsonl,
    score: json,
    facts: json,
  })
  .transform(({ case_id, ...rest }): StoredTrial => ({ ...rest, case: case_id }))
const PageRow: z.ZodType<EventPage> = z.object({
  run,
  trial,
  attempt: number,
  page: number,
  events: jsonl,
})
const byPage = (a: EventPage, b: EventPage): number =>
  a.trial < b.trial ? -1 : a.trial > b.trial ? 1 : a.attempt - b.attempt || a.page - b.page
const RatingRow = z
  .object({
    run,
    trial,
    judge: text,
    n: number,
    dimension: text,
    value: z.number().nullable(),
    quote: words,
    because: words.nullable(),
    prompt_hash: text,
    at: text,
  })
  .transform(({ prompt_hash, ...rest }): StoredRating => ({ ...rest, promptHash: prompt_hash }))
const ReviewRow: z.ZodType<StoredReview> = z.object({
  run,
  trial,
  at: text,
  author: words,
  kind: text,
  body: json,
})
const CalibrationRow = z
  .object({ judge: text, prompt_hash: text, dimension: text, at: text, result: json })
  .transform(({ prompt_hash, ...rest }): StoredCalibration => ({ ...rest, promptHash: prompt_hash }))
