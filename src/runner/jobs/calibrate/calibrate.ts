import { type Problem, problem } from '../../../base/files/problem.ts'
import { ProblemsError } from '../../../base/files/problems-error.ts'
import type { RunId, TrialId } from '../../../base/values/ids.ts'
import {
  type Calibration,
  calibrate,
  type Labelled,
  type RatedThing,
} from '../../../metrics/judges/calibration.ts'
import type { Store } from '../../../storage/store.ts'
import { readTranscript } from '../../../transcript/read-transcript.ts'
import { ALL_DIMENSIONS, WHOLE } from '../../../verdicts/judges/judge.ts'
import { ratingsOfRun } from '../../runs/judge-ratings.ts'
import { readRunHeader } from '../../runs/run-header.ts'
import { findRun } from '../../runs/stored-trials.ts'
import type { PlacedLabel } from './read-labels.ts'

/**
 * Holds judges against people. In: labels of stored trials. Out: one calibration a judge, prompt and dimension, stored
 * with its date; from then on gates may read what that judge rates with that prompt, where the calibration says so.
 */
export type JudgeCalibration = {
  readonly judge: string
  readonly promptHash: string
  readonly at: string
  readonly dimensions: readonly Calibration[]
}

export async function calibrateJudges(
  store: Store,
  labels: { readonly file: string; readonly labels: readonly PlacedLabel[] },
  wishes: { readonly judges: readonly string[]; readonly at: string },
): Promise<readonly JudgeCalibration[]> {
  const runs = await runsOf(store, labels)
  const books = new Map<string, Book>()
  for (const run of runs) await readRun(store, run, { labels: labels.labels, wanted: wishes.judges, books })
  const calibrations = [...books.values()].map(({ judge, promptHash, of }) => ({
    judge,
    promptHash,
    at: wishes.at,
    dimensions: ALL_DIMENSIONS.flatMap((dimension) => {
      const { labelled, rated } = of.get(dimension) ?? { labelled: [], rated: [] }
      return labelled.length === 0 ? [] : [calibrate(dimension, labelled, rated)]
    }),
  }))
  for (const { judge, promptHash, at, dimensions } of calibrations)
    for (const one of dimensions)
      await store.saveCalibration({
        judge,
        promptHash,
        dimension: one.dimension,
        at,
        result: JSON.stringify(one),
      })
  return calibrations
}

/** What one judge said with one prompt, by dimension. */
type Book = {
  readonly judge: string
  readonly promptHash: string
  readonly of: Map<string, { readonly labelled: Labelled[]; readonly rated: RatedThing[] }>
}

type Reading = {
  readonly labels: readonly PlacedLabel[]
  /** empty: every judge of the run */
  readonly wanted: readonly string[]
  readonly books: Map<string, Book>
}

async function readRun(store: Store, run: RunId, { labels, wanted, books }: Reading): Promise<void> {
  const people = valuesByKey(labels)
  const own = readRunHeader(await findRun(store, run)).request.judges
  const judges = wanted.length === 0 ? own : wanted
  for await (const { trial, rows } of ratingsOfRun(store, run, judges)) {
    for (const { judge, promptHash, n, dimension, value } of rows) {
      if (value === null) continue
      const { labelled, rated } = pageOf(books, { judge, promptHash, dimension })
      rated.push({ case: trial.case, agent: trial.agent, value })
      const said = people.get(keyOf(trial.trial, n, dimension))
      if (said !== undefined) labelled.push({ case: trial.case, judge: value, people: said })
    }
  }
}

function pageOf(
  books: Reading['books'],
  {
    judge,
    promptHash,
    dimension,
  }: { readonly judge: string; readonly promptHash: string; readonly dimension: string },
) {
  const key = `${judge}\n${promptHash}`
  const book = books.get(key) ?? { judge, promptHash, of: new Map() }
  books.set(key, book)
  const page = book.of.get(dimension) ?? { labelled: [], rated: [] }
  book.of.set(dimension, page)
  return page
}

const keyOf = (trial: TrialId, n: number, dimension: string): string => JSON.stringify([trial, n, dimension])

function valuesByKey(labels: readonly PlacedLabel[]): ReadonlyMap<string, readonly [number, ...number[]]> {
  const values = new Map<string, readonly [number, ...number[]]>()
  for (const { trial, n, dimension, value } of labels) {
    const key = keyOf(trial, n, dimension)
    const known = values.get(key)
    values.set(key, known === undefined ? [value] : [...known, value])
  }
  return values
}

/** The runs the labels speak of; trials and messages that are not there are listed, all at once. */
async function runsOf(
  store: Store,
  { file, labels }: { readonly file: string; readonly labels: readonly PlacedLabel[] },
): Promise<readonly RunId[]> {
  const runs = new Set<RunId>()
  const problems: Problem[] = []
  const messages = new Map<string, ReadonlySet<number> | null>()
  for (const { trial, n, line } of labels) {
    if (!messages.has(trial)) {
      const stored = await store.trial(trial)
      if (stored !== undefined) runs.add(stored.run)
      messages.set(trial, stored === undefined ? null : agentMessages(stored.transcript, trial))
    }
    const there = messages.get(trial)
    const at = { file, line, column: 1 }
    if (there === null || there === undefined)
      problems.push(
        problem(
          at,
          'label-trial',
          `there is no trial "${trial}" in this store`,
          'Choose the store that contains it with --store.',
        ),
      )
    else if (n !== WHOLE && !there.has(n))
      problems.push(
        problem(
          at,
          'label-message',
          `event ${n} of ${trial} is not an agent message`,
          'See its event numbers with `sage show <trial> --transcript`.',
        ),
      )
  }
  if (problems.length > 0) throw new ProblemsError('The labels file has errors.', problems)
  return [...runs]
}

const agentMessages = (transcript: string, trial: TrialId): ReadonlySet<number> =>
  new Set(
    readTranscript(transcript, trial).events.flatMap((event) =>
      event.type === 'message.sent' && event.from === 'agent' ? [event.n] : [],
    ),
  )
