import type { Generated } from 'kysely'
import { z } from 'zod'
import type { CaseId, RunId, TrialId } from '../../base/values/ids.ts'

const seq = z.custom<Generated<number>>()
const run = z.custom<RunId>()
const trial = z.custom<TrialId>()
const [text, number] = [z.string(), z.number()]
const [textOrNull, numberOrNull] = [text.nullable(), number.nullable()]

/** The tables of a store with their columns in order, in any SQL. Each engine makes them with its own migrations. No row is held against these. */
const TABLES = {
  runs: z.object({
    id: run,
    started_at: text,
    finished_at: textOrNull,
    header: text,
    writer: textOrNull,
    heartbeat: textOrNull,
    imported: textOrNull,
  }),
  trials: z.object({
    seq,
    run,
    trial,
    agent: text,
    pack: text,
    case_id: z.custom<CaseId>(),
    intensity: number,
    repeat: number,
    attempt: number,
    state: text,
    transcript: text,
    score: text,
    facts: text,
    /** null, as the three columns after it: an older version stored the trial */
    mark: textOrNull,
    bucket: textOrNull,
    tactic: textOrNull,
    broke: textOrNull,
  }),
  sums: z.object({ run, revision: number, counting: textOrNull, place: numberOrNull, body: textOrNull }),
  forks: z.object({
    seq,
    run,
    fork: trial,
    trial,
    agent: text,
    at: number,
    sample: number,
    state: text,
    transcript: text,
    facts: text,
  }),
  pages: z.object({ run, trial, attempt: number, page: number, events: text }),
  ratings: z.object({
    seq,
    run,
    trial,
    judge: text,
    n: number,
    dimension: text,
    value: numberOrNull,
    /** JSON strings, as are `because` and `author`: no SQL text can hold a NUL, people's and models' words may */
    quote: text,
    because: textOrNull,
    prompt_hash: text,
    at: text,
  }),
  calibrations: z.object({ seq, judge: text, prompt_hash: text, dimension: text, at: text, result: text }),
  audits: z.object({ seq, pack: text, pack_hash: text, rules: number, at: text, result: text }),
  reviews: z.object({ seq, run, trial, at: text, author: text, kind: text, body: text }),
}

export type Tables = { [Table in keyof typeof TABLES]: z.infer<(typeof TABLES)[Table]> }

/** All other columns hold texts. */
export const isNumber = (table: keyof Tables, column: string): boolean => {
  const kind: unknown = Reflect.get(TABLES[table].shape, column)
  return [seq, number, numberOrNull].some((one) => one === kind)
}

export const COLUMNS = {
  runs: TABLES.runs.keyof().options,
  trials: TABLES.trials.keyof().options,
  sums: TABLES.sums.keyof().options,
  forks: TABLES.forks.keyof().options,
  pages: TABLES.pages.keyof().options,
  ratings: TABLES.ratings.keyof().options,
  calibrations: TABLES.calibrations.keyof().options,
  audits: TABLES.audits.keyof().options,
  reviews: TABLES.reviews.keyof().options,
}
