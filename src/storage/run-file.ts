import { z } from 'zod'
import { isCaseId, isRunId, isTrialId, type RunId } from '../base/values/ids.ts'
import { readJson } from '../base/values/json.ts'
import type {
  EventPage,
  NewRun,
  Store,
  StoredCalibration,
  StoredFork,
  StoredRating,
  StoredReview,
  StoredTrial,
} from './store.ts'
import { glanceAt } from './stored-glance.ts'

/**
 * A run as lines of JSON, one thing a line, for archives and other machines: `zcat run.jsonl.gz | jq` reads it without
 * us. What the store keeps as JSON text is JSON there, not quoted text; a text that would not come back byte
 * for byte (a damaged transcript) stays text.
 */
const count = z.int().nonnegative()
const text = z.string()
// Parsed from JSON and written back as it is: looking deeper would cost time and could lose an odd key.
const json = z.unknown()
const state = z.enum(['judged', 'voided', 'faulted'])

const RunLine = z.object({
  type: z.literal('run'),
  format: z.literal(1),
  run: text.refine(isRunId, 'a run id has letters, digits, dots, hyphens and underscores only'),
  started_at: text,
  finished_at: text.nullable(),
  header: json,
})
const TrialLine = z.object({
  type: z.literal('trial'),
  trial: text.refine(isTrialId, 'this is not a trial id'),
  agent: text,
  pack: text,
  case: text.refine(isCaseId),
  intensity: count,
  repeat: count,
  attempt: count,
  state,
  facts: json,
  score: json,
  transcript: z.union([text, z.array(json)]),
})
const ForkLine = z.object({
  type: z.literal('fork'),
  fork: text.refine(isTrialId, 'this is not a fork id'),
  trial: text.refine(isTrialId, 'this is not a trial id'),
  agent: text,
  at: count,
  sample: count,
  state,
  facts: json,
  transcript: z.union([text, z.array(json)]),
})
const PageLine = z.object({
  type: z.literal('page'),
  trial: text.refine(isTrialId, 'this is not a trial id'),
  attempt: count,
  page: count,
  events: z.union([text, z.array(json)]),
})
const RatingLine = z.object({
  type: z.literal('rating'),
  trial: text.refine(isTrialId, 'this is not a trial id'),
  judge: text,
  n: count,
  dimension: text,
  value: z.number().nullable(),
  quote: text,
  because: text.nullable(),
  prompt_hash: text,
  at: text,
})
const ReviewLine = z.object({
  type: z.literal('review'),
  trial: text.refine(isTrialId, 'this is not a trial id'),
  at: text,
  author: text,
  kind: text,
  body: json,
})
/** How a judge of the run was held against people: without it another store could not tell what its ratings are worth. */
const CalibrationLine = z.object({
  type: z.literal('calibration'),
  judge: text,
  prompt_hash: text,
  dimension: text,
  at: text,
  result: json,
})
/** The last line: a file without it was cut off. */
const EndLine = z.object({
  type: z.literal('end'),
  trials: count,
  forks: count,
  pages: count,
  ratings: count,
  reviews: count,
  calibrations: count,
})

export const RunFileLine = z.discriminatedUnion('type', [
  RunLine,
  TrialLine,
  ForkLine,
  PageLine,
  RatingLine,
  ReviewLine,
  CalibrationLine,
  EndLine,
])
export type RunFileLine = z.infer<typeof RunFileLine>
export type RunFileCounts = Omit<z.infer<typeof EndLine>, 'type'>

/** Line by line, however large the run. */
export async function* runFileLines(store: Store, run: NewRun): AsyncGenerator<string> {
  const counts = { trials: 0, forks: 0, pages: 0, ratings: 0, reviews: 0, calibrations: 0 }
  const judges = new Set(judgesIn(run.header))
  yield lineOf(RunLine, {
    type: 'run',
    format: 1,
    run: run.id,
    started_at: run.startedAt,
    finished_at: run.finishedAt,
    header: packed(run.header),
  })
  for await (const { facts, score, transcript, ...trial } of store.trials(run.id)) {
    counts.trials += 1
    const texts = { facts: packed(facts), score: packed(score), transcript: packedLines(transcript) }
    yield lineOf(TrialLine, { type: 'trial', ...trial, ...texts })
  }
  for await (const { facts, transcript, ...fork } of store.forks(run.id)) {
    counts.forks += 1
    const texts = { facts: packed(facts), transcript: packedLines(transcript) }
    yield lineOf(ForkLine, { type: 'fork', ...fork, ...texts })
  }
  for (const { events, ...page } of await store.pages(run.id)) {
    counts.pages += 1
    yield lineOf(PageLine, { type: 'page', ...page, events: packedLines(events) })
  }
  for await (const { promptHash: prompt_hash, ...rating } of store.ratingHistory(run.id)) {
    counts.ratings += 1
    judges.add(rating.judge)
    yield lineOf(RatingLine, { type: 'rating', ...rating, prompt_hash })
  }
  for (const { body, ...review } of await store.reviews(run.id)) {
    counts.reviews += 1
    yield lineOf(ReviewLine, { type: 'review', ...review, body: packed(body) })
  }
  for (const { promptHash: prompt_hash, result, ...calibration } of await store.calibrations()) {
    if (!judges.has(calibration.judge)) continue
    counts.calibrations += 1
    yield lineOf(CalibrationLine, {
      type: 'calibration',
      ...calibration,
      prompt_hash,
      result: packed(result),
    })
  }
  yield lineOf(EndLine, { type: 'end', ...counts })
}

/** What the last line counts. */
export function endOfRunFile(last: string): RunFileCounts {
  const { type: _, ...counts } = EndLine.parse(JSON.parse(last))
  return counts
}

const Judges = z.object({ request: z.object({ judges: z.array(text) }) })

/** The ratings of the lexical judge are not stored: only the header names it. */
const judgesIn = (header: string): readonly string[] =>
  Judges.safeParse(readJson(header)).data?.request.judges ?? []

/** Members in the order of their schema, whatever the source: two exports of one run are the same bytes. */
function lineOf<Line extends { readonly type: RunFileLine['type'] }>(
  schema: z.ZodObject & z.ZodType<Line>,
  value: Line,
): string {
  const members = Object.keys(schema.shape).map((name) => [name, Reflect.get(value, name)])
  return `${JSON.stringify(Object.fromEntries(members))}\n`
}

export const toRun = (read: z.infer<typeof RunLine>): NewRun => ({
  id: read.run,
  startedAt: read.started_at,
  finishedAt: read.finished_at,
  header: unpacked(read.header),
})

export function toTrial(
  run: RunId,
  { type: _, facts, score, transcript, ...key }: z.infer<typeof TrialLine>,
): StoredTrial {
  const read = { run, ...key, facts: unpacked(facts), score: unpacked(score) }
  return { ...read, transcript: unpackedLines(transcript), glance: glanceAt(read) }
}

export const toFork = (
  run: RunId,
  { type: _, facts, transcript, ...key }: z.infer<typeof ForkLine>,
): StoredFork => ({ run, ...key, facts: unpacked(facts), transcript: unpackedLines(transcript) })

export const toPage = (run: RunId, { type: _, events, ...key }: z.infer<typeof PageLine>): EventPage => ({
  run,
  ...key,
  events: unpackedLines(events),
})

export const toRating = (
  run: RunId,
  { type: _, prompt_hash: promptHash, ...rest }: z.infer<typeof RatingLine>,
): StoredRating => ({ run, ...rest, promptHash })

export const toReview = (
  run: RunId,
  { type: _, body, ...rest }: z.infer<typeof ReviewLine>,
): StoredReview => ({ run, ...rest, body: unpacked(body) })

export const toCalibration = ({
  type: _,
  prompt_hash: promptHash,
  result,
  ...rest
}: z.infer<typeof CalibrationLine>): StoredCalibration => ({ ...rest, promptHash, result: unpacked(result) })

/** JSON text as JSON; any other text as text. A JSON string would look like text afterwards, so it stays one. */
function packed(kept: string): unknown {
  try {
    const value: unknown = JSON.parse(kept)
    return typeof value !== 'string' && JSON.stringify(value) === kept ? value : kept
  } catch {
    return kept
  }
}
const unpacked = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function packedLines(jsonl: string): string | unknown[] {
  const lines = jsonl.split('\n')
  if (lines.pop() !== '') return jsonl
  const values = lines.map(packed)
  return values.some((value) => typeof value === 'string') ? jsonl : values
}

const unpackedLines = (values: string | readonly unknown[]): string =>
  typeof values === 'string' ? values : values.map((value) => `${JSON.stringify(value)}\n`).join('')
