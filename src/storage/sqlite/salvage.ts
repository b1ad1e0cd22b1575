import { existsSync } from 'node:fs'
import { z } from 'zod'
import { EXIT, SageError } from '../../base/error.ts'
import { isCaseId, isRunId, isTrialId, type RunId } from '../../base/values/ids.ts'
import type { RunSource } from '../run-file.ts'
import type {
  EventPage,
  NewRun,
  StoredCalibration,
  StoredFork,
  StoredRating,
  StoredReview,
  StoredTrial,
} from '../store.ts'
import { openRawPages, type RawPages } from './raw-pages.ts'
import { type RowPlace, readRow, scanRows } from './raw-rows.ts'
import { type Decoded, decodeRow, type StoreTable, tableOf } from './raw-tables.ts'

/**
 * What can still be read of a damaged file, page by page: a damaged page costs the rows on it and no others, a damaged
 * text its value. Rows that can be read but hold nonsense count as lost too: SQLite has no checksums.
 */
export type Salvage = RunSource & {
  /** a run whose own row is lost has an empty header, so that its trials are saved */
  readonly runs: readonly NewRun[]
  readonly loss: SalvageLoss
  /** rows that can be read but not used, as JSON */
  readonly unusable: () => Iterable<object>
  readonly close: () => void
}

export type SalvageLoss = {
  readonly pages: number
  /** pages that could not be read; what was on them is lost */
  readonly unreadablePages: number
  /** rows that are lost, at most: deleted rows leave the same traces */
  readonly rows: number
  /** texts of saved rows in which bytes were replaced */
  readonly values: number
}

export const isNothingLost = ({ unreadablePages, rows, values }: SalvageLoss): boolean =>
  unreadablePages === 0 && rows === 0 && values === 0

type Found = { readonly rowid: number; readonly place: RowPlace; readonly linked: boolean }

export function salvageSqliteFile(file: string): Salvage {
  const pages = openRawPages(file)
  const index = indexRows(pages)
  if (!pages.isSqlite && index.rows.size === 0) {
    pages.close()
    throw notAStore(file)
  }
  function* of<Row>(table: StoreTable, schema: z.ZodType<Row>): Generator<Row> {
    for (const { place } of index.rows.get(table) ?? []) {
      const row = schema.safeParse(decoded(pages, table, place)?.row)
      if (row.success) yield row.data
    }
  }
  const ofRun = <Row extends { run: RunId }>(table: StoreTable, schema: z.ZodType<Row>, run: RunId) =>
    [...of(table, schema)].filter((row) => row.run === run)
  return {
    runs: runsIn(of),
    loss: index.loss,
    unusable: () =>
      index.unusable.map(({ table, place }) => ({
        table,
        ...decodeRow(table, readRow(pages, place) ?? [], 'all-texts').row,
      })),
    trials: async function* (run) {
      for (const trial of of('trials', TrialRow)) if (trial.run === run) yield trial
    },
    pages: async (run) => withoutGaps(ofRun('pages', PageRow, run).sort(byPage)),
    ratingHistory: async function* (run) {
      yield* ofRun('ratings', RatingRow, run).sort(byRatingKey)
    },
    forks: async function* (run) {
      yield* ofRun('forks', ForkRow, run)
    },
    reviews: async (run) => ofRun('reviews', ReviewRow, run),
    calibrations: async () => [...of('calibrations', CalibrationRow)],
    close: pages.close,
  }
}

const notAStore = (file: string): SageError =>
  new SageError('store-unreadable', `${file} is not a store: no table can be read from it.`, {
    hint: existsSync(`${file}-wal`)
      ? 'Keep the file and the -wal file beside it: both may be needed to repair it.'
      : 'Choose another file with --store.',
    exit: EXIT.wrongUsage,
  })

/** All rows of the file by table, in the order of their numbers, and what was lost on the way. */
function indexRows(pages: RawPages) {
  const found = new Map<StoreTable, Map<number, Found>>()
  const unusable: { table: StoreTable; place: RowPlace }[] = []
  const numbers = new Map<string, number>()
  let [strange, values] = [0, 0]
  const scan = scanRows(pages, (row) => {
    const table = tableOf(row.values)
    if (table === undefined) strange += 1
    if (table === undefined || table === 'schema') return
    const { rowid, place, linked } = row
    const read = decodeRow(table, row.values)
    const schema = SCHEMAS[table]
    if (!schema.safeParse(read.row).success) {
      unusable.push({ table, place })
      numbers.set(table, Math.max(numbers.get(table) ?? 0, rowid))
      return
    }
    if (table === 'sqlite_sequence') {
      const { name, seq } = SequenceRow.parse(read.row)
      numbers.set(name, Math.max(numbers.get(name) ?? 0, seq))
      return
    }
    const rows = found.get(table) ?? new Map<number, Found>()
    const known = rows.get(rowid)
    if (known === undefined || (linked && !known.linked)) rows.set(rowid, { rowid, place, linked })
    found.set(table, rows)
    if (known === undefined) values += damagedIn(read)
  })
  const rows = new Map(
    [...found].map(([table, each]) => [table, [...each.values()].sort((a, b) => a.rowid - b.rowid)]),
  )
  const isWhole = scan.unreadable === 0 && scan.brokenRows === 0 && strange === 0
  const gaps = NUMBERED.reduce((sum, table) => {
    const seen = found.get(table)
    const last = Math.max(
      numbers.get(table) ?? 0,
      ...(rows.get(table)?.slice(-1) ?? []).map((row) => row.rowid),
    )
    return sum + last - (seen?.size ?? 0)
  }, 0)
  const lostWithPages = Math.min(gaps - unusable.length, scan.unreadable * ROWS_A_PAGE_MAX + scan.brokenRows)
  const loss: SalvageLoss = {
    pages: pages.count,
    unreadablePages: scan.unreadable,
    rows: unusable.length + strange + (isWhole ? 0 : Math.max(scan.brokenRows, lostWithPages)),
    values,
  }
  return { rows, unusable, loss }
}

/** A transcript can be damaged and still be UTF-8. */
const damagedIn = ({ row, damaged }: Decoded): number =>
  damaged === 0 && typeof row['transcript'] === 'string' && !isJsonl(row['transcript']) ? 1 : damaged

/** Tables that number their rows and never give a number twice: a gap is a row that was deleted, or is lost. */
const NUMBERED = ['trials', 'forks', 'ratings', 'reviews', 'calibrations', 'audits'] as const
const ROWS_A_PAGE_MAX = 100

const decoded = (pages: RawPages, table: StoreTable, place: RowPlace): Decoded | undefined => {
  const values = readRow(pages, place)
  return values === undefined ? undefined : decodeRow(table, values)
}

function runsIn(of: <Row>(table: StoreTable, schema: z.ZodType<Row>) => Iterable<Row>): readonly NewRun[] {
  const runs = [...of('runs', RunRow)]
  const known = new Set(runs.map(({ id }) => id))
  const orphans = new Set<RunId>()
  for (const { run } of of('trials', TrialKey)) if (!known.has(run)) orphans.add(run)
  for (const { run } of of('pages', PageRow)) if (!known.has(run)) orphans.add(run)
  return [...runs, ...[...orphans].map(withoutHeader)]
}

const withoutHeader = (id: RunId): NewRun => ({
  id,
  startedAt: new Date(0).toISOString(),
  finishedAt: null,
  header: '{}',
})

/** A trial is replayed from its pages in order: those after a lost one are of no use, and would be refused. */
function withoutGaps(pages: readonly EventPage[]): readonly EventPage[] {
  const next = new Map<string, number>()
  return pages.filter(({ trial, attempt, page }) => {
    const key = JSON.stringify([trial, attempt])
    if (page !== (next.get(key) ?? 0)) return false
    next.set(key, page + 1)
    return true
  })
}

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
const isJsonl = (lines: string): boolean => lines.split('\n').every((line) => line === '' || isJson(line))
const jsonl = text.refine(isJsonl)
const number = z.int().nonnegative()
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
const TrialKey = z.object({ run })
const TrialRow = z
  .object({
    run,
    trial,
    agent: text,
    pack: text,
    case_id: text.refine(isCaseId),
    intensity: number.min(0).max(3),
    repeat: number,
    attempt: number,
    state: z.enum(['judged', 'voided', 'faulted']),
    // One that is damaged is saved as it is.
    transcript: text,
    score: json,
    facts: json,
  })
  .transform(({ case_id, ...rest }): StoredTrial => ({ ...rest, case: case_id, glance: null }))
const SumsRow = z.object({ run, body: json.nullable() })
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
const ForkRow: z.ZodType<StoredFork> = z.object({
  run,
  fork: trial,
  trial,
  agent: text,
  at: number,
  sample: number,
  state: z.enum(['judged', 'voided', 'faulted']),
  transcript: text,
  facts: json,
})
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

const AuditRow = z.object({ pack: text, pack_hash: text, rules: number, at: text, result: json })
const SequenceRow = z.object({ name: text, seq: number })

const byRatingKey = (a: StoredRating, b: StoredRating): number =>
  order(a.trial, b.trial) || order(a.judge, b.judge) || a.n - b.n || order(a.dimension, b.dimension)
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const SCHEMAS: Readonly<Record<Exclude<StoreTable, 'schema'>, z.ZodType>> = {
  runs: RunRow,
  trials: TrialRow,
  sums: SumsRow,
  forks: ForkRow,
  pages: PageRow,
  ratings: RatingRow,
  reviews: ReviewRow,
  calibrations: CalibrationRow,
  audits: AuditRow,
  sqlite_sequence: SequenceRow,
}
