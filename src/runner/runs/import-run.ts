import { isDeepStrictEqual } from 'node:util'
import { assert } from '../../base/assert.ts'
import { usageError } from '../../base/error.ts'
import { type Problem, problem } from '../../base/files/problem.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import type { RunId } from '../../base/values/ids.ts'
import {
  type RunFileCounts,
  RunFileLine,
  runFileLines,
  toCalibration,
  toFork,
  toPage,
  toRating,
  toReview,
  toRun,
  toTrial,
} from '../../storage/run-file.ts'
import type { NewRun, Store, StoredCalibration, StoredRun } from '../../storage/store.ts'
import { linesOfRunFile } from '../files/unpacked-text.ts'
import { runHeaderIfReadable } from './run-header.ts'

export type ImportedRun = {
  readonly run: RunId
  /** false: the very same run was there already */
  readonly imported: boolean
  readonly counts: RunFileCounts
}

const PROBLEMS_MAX = 20
/** What is held before it is written. */
const BATCH = { lines: 200, characters: 4_000_000 } as const

/** Takes an exported run into a store, marked as imported `at` that time. The whole file is checked before anything is written. */
export async function importRun(store: Store, file: string, at: string): Promise<ImportedRun> {
  const { run, counts } = await checkRunFile(file)
  const there = await store.run(run.id)
  if (there === undefined) {
    await writeRun(store, { ...run, imported: at }, file)
    await takeCalibrations(store, file)
    return { run: run.id, imported: true, counts }
  }
  if (await isSame(store, there, file)) {
    await takeCalibrations(store, file)
    return { run: run.id, imported: false, counts }
  }
  throw usageError(
    'run-exists',
    `This store already has a run ${run.id}, and it differs from the one in ${file}.`,
    `Import it into another store (--store), or delete the stored one first: sage runs delete ${run.id}`,
  )
}

/** All that is wrong in a file, at once; what it holds where nothing is. */
async function checkRunFile(file: string): Promise<{ run: NewRun; counts: RunFileCounts }> {
  const problems: Problem[] = []
  const found = { trials: 0, forks: 0, pages: 0, ratings: 0, reviews: 0, calibrations: 0 }
  let run: NewRun | undefined
  let end: RunFileCounts | undefined
  let number = 0
  const wrong = (code: string, message: string): void =>
    void problems.push(problem({ file, line: number, column: 1 }, code, message))
  for await (const text of linesOfRunFile(file)) {
    number += 1
    const read = readLine(text)
    if (typeof read === 'string') wrong('unreadable-line', read)
    else if (end !== undefined) wrong('after-the-end', 'there is content after the last line')
    else if (read.type === 'end') end = read
    else if (read.type === 'run' && number === 1) {
      run = toRun(read)
      if (runHeaderIfReadable(run) === undefined)
        wrong('unreadable-header', 'another version of SAGE wrote its header, or it is damaged')
    } else if (read.type === 'run') wrong('second-run', 'a file contains exactly one run')
    // Trials are found by their id alone: one that names another run would be shown in the place of that run's own.
    else if ('trial' in read && run !== undefined && !read.trial.startsWith(`${run.id}/`)) {
      wrong('trial-of-another-run', `${read.trial} is not a trial of the run ${run.id}`)
    } else found[`${read.type}s`] += 1
    if (problems.length >= PROBLEMS_MAX) break
  }
  if (run === undefined && problems.length === 0) wrong('no-run', 'the first line does not start a run')
  if (problems.length === 0 && !isComplete(end, found)) {
    wrong('cut-off', 'the last line is missing, or its line count is wrong')
  }
  if (problems.length > 0) throw new ProblemsError(`${file} is not a complete exported run.`, problems)
  assert(run !== undefined, 'a file without a run has a problem')
  return { run, counts: found }
}

const isComplete = (end: RunFileCounts | undefined, found: RunFileCounts): boolean =>
  isDeepStrictEqual(end, { type: 'end', ...found })

/** The line, or what is wrong with it. */
function readLine(text: string): RunFileLine | string {
  try {
    const read = RunFileLine.safeParse(JSON.parse(text))
    if (read.success) return read.data
    const [issue] = read.error.issues
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a line of an exported run'}`
  } catch {
    return 'it is not JSON'
  }
}

/** Both are written in one way, so they are the same where their lines are. Judges may be calibrated after a run. */
async function isSame(store: Store, there: StoredRun, file: string): Promise<boolean> {
  const stored = ofTheRun(runFileLines(store, there))
  for await (const text of ofTheRun(linesOfRunFile(file))) {
    const next = await stored.next()
    if (next.done === true || next.value !== text) return false
  }
  return (await stored.next()).done === true
}

async function* ofTheRun(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) if (!/^\{"type":"(calibration|end)"/.test(line)) yield line.trimEnd()
}

/** Those this store does not have yet; they are the judges', not the run's, and stay when it is deleted. */
async function takeCalibrations(store: Store, file: string): Promise<void> {
  const keyOf = ({ judge, promptHash, dimension, at }: StoredCalibration): string =>
    JSON.stringify([judge, promptHash, dimension, at])
  const known = new Set((await store.calibrations()).map(keyOf))
  for await (const text of linesOfRunFile(file)) {
    const read = readLine(text)
    if (typeof read === 'string' || read.type !== 'calibration') continue
    const calibration = toCalibration(read)
    if (!known.has(keyOf(calibration))) await store.saveCalibration(calibration)
  }
}

/** In batches; where something fails, nothing of the run stays. It counts as unfinished until all of it is there. */
async function writeRun(store: Store, run: NewRun, file: string): Promise<void> {
  await store.createRun({ ...run, finishedAt: null })
  try {
    for await (const batch of batchesOf(file)) {
      await store.saveTrials(batch.flatMap((line) => (line.type === 'trial' ? [toTrial(run.id, line)] : [])))
      await store.saveForks(batch.flatMap((line) => (line.type === 'fork' ? [toFork(run.id, line)] : [])))
      await store.appendPages(batch.flatMap((line) => (line.type === 'page' ? [toPage(run.id, line)] : [])))
      await store.saveRatings(
        batch.flatMap((line) => (line.type === 'rating' ? [toRating(run.id, line)] : [])),
      )
      for (const line of batch) if (line.type === 'review') await store.addReview(toReview(run.id, line))
    }
    if (run.finishedAt !== null) await store.finishRun(run.id, run.finishedAt)
  } catch (error) {
    await store.deleteRun(run.id)
    throw error
  }
}

async function* batchesOf(file: string): AsyncGenerator<readonly RunFileLine[]> {
  let [batch, characters]: [RunFileLine[], number] = [[], 0]
  for await (const text of linesOfRunFile(file)) {
    const read = readLine(text)
    assert(typeof read !== 'string', 'the file was checked a moment ago')
    batch.push(read)
    characters += text.length
    if (batch.length < BATCH.lines && characters < BATCH.characters) continue
    yield batch
    ;[batch, characters] = [[], 0]
  }
  yield batch
}
