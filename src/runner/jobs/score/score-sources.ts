import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { usageError } from '../../../base/error.ts'
import { type Problem, problem } from '../../../base/files/problem.ts'
import { readJson } from '../../../base/values/json.ts'
import { RunFileLine, toRun, toTrial } from '../../../storage/run-file.ts'
import type { NewRun, Store, StoredRun, StoredTrial } from '../../../storage/store.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { readTranscript, startReading, type TranscriptReader } from '../../../transcript/read-transcript.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'
import { linesOfRunFile } from '../../files/unpacked-text.ts'
import { readAndScore } from '../../scoring/read-and-score.ts'
import { type Desks, type DeskWishes, openDesks } from './desks.ts'

/** One transcript of a file or run that may hold many, and what is wrong with it. */
type Source = { readonly file: string; readonly events: Transcript; readonly problems: readonly Problem[] }
/** null: its pack or case is not known; a problem says why */
export type ScoredSource = Source & { readonly score: TrialScore | null }

export type StoredAt = { readonly store: Store; readonly run: StoredRun }
/** What is to be scored: the names as they were given, and the runs and files among them. */
export type Named = {
  readonly names: readonly string[]
  readonly runs: readonly StoredAt[]
  readonly files: readonly string[]
}

/** Scores transcripts one at a time, however many there are: of stored runs, of exported runs, of files. */
export async function* scoreSources({ runs, files }: Named, how: DeskWishes): AsyncGenerator<ScoredSource> {
  for (const { store, run } of runs) {
    const desks = openDesks({ ...how, run })
    for await (const trial of store.trials(run.id)) yield scored(sourceOf(trial), desks)
  }
  const desks = openDesks(how)
  for (const file of files) yield* scoredIn(file, how, desks)
}

/** A stored trial is called by its id. */
const sourceOf = ({ trial, transcript }: StoredTrial): Source => ({
  file: trial,
  ...readTranscript(transcript, trial),
})

async function scored(source: Source, desks: Desks): Promise<ScoredSource> {
  const desk = await desks(source.events)
  if ('case' in desk)
    return { ...source, score: readAndScore(desk.pack, desk.case, source.events, desk.rules) }
  const why = problem({ file: source.file, line: 1, column: 1 }, desk.code, desk.message, desk.hint)
  return { ...source, problems: [...source.problems, why], score: null }
}

/** An exported run says so in its first line. Else transcripts, one after the other: `trial.started` begins the next. */
async function* scoredIn(file: string, how: DeskWishes, alone: Desks): AsyncGenerator<ScoredSource> {
  let run: NewRun | undefined
  let desks = alone
  let reader: TranscriptReader | undefined
  for await (const { text, line, last } of numbered(linesOfRunFile(file))) {
    const read = line === 1 || run !== undefined ? RunFileLine.safeParse(readJson(text)).data : undefined
    if (line === 1 && read?.type === 'run') {
      // Imported: of the folders it names none is read.
      run = { ...toRun(read), imported: file }
      desks = openDesks({ ...how, run })
    } else if (run !== undefined) {
      if (read?.type === 'trial') yield scored(sourceOf(toTrial(run.id, read)), desks)
      if (read === undefined) yield scored({ file, events: [], problems: [unreadable(file, line)] }, desks)
    } else {
      if (reader !== undefined && /"type"\s*:\s*"trial\.started"/.test(text)) {
        yield scored({ file, ...reader.done() }, desks)
        reader = undefined
      }
      reader ??= startReading(file)
      reader.take(text, { line, last })
    }
  }
  if (reader !== undefined) yield scored({ file, ...reader.done() }, desks)
}

/** Lines, each knowing whether it is the last: only there a writer's death can have left half of one. */
async function* numbered(
  lines: AsyncIterable<string>,
): AsyncGenerator<{ text: string; line: number; last: boolean }> {
  let held: string | undefined
  let line = 0
  for await (const text of lines) {
    if (held !== undefined) yield { text: held, line, last: false }
    held = text
    line += 1
  }
  if (held !== undefined) yield { text: held, line, last: true }
}

const unreadable = (file: string, line: number): Problem =>
  problem({ file, line, column: 1 }, 'unreadable-line', 'this line is not from an exported run')

/** Names sorted into runs of the store and files; a wrong path is said before anything is read. */
export function sortNames(
  names: readonly string[],
  { workingFolder, asksOfRun }: { readonly workingFolder: string; readonly asksOfRun: boolean },
) {
  const isRun = (name: string): boolean =>
    !existsSync(resolve(workingFolder, name)) &&
    (asksOfRun || name === 'latest' || /^\d{8}t\w+-\w+$/.test(name))
  return {
    runs: names.filter(isRun),
    files: names
      .filter((name) => !isRun(name))
      .flatMap((name) => filesIn(name, resolve(workingFolder, name))),
  }
}

function filesIn(name: string, path: string): readonly string[] {
  if (!existsSync(path))
    throw usageError(
      'file-missing',
      `There is no file or folder ${name}.`,
      'Check the path and its spelling.',
    )
  if (!statSync(path).isDirectory()) return [path]
  const inside = readdirSync(path).filter((file) => /\.jsonl(\.gz)?$/.test(file))
  if (inside.length > 0) return inside.sort().map((file) => join(path, file))
  throw usageError(
    'no-transcripts',
    `There is no transcript (*.jsonl, *.jsonl.gz) in ${name}.`,
    'Give a file or another folder.',
  )
}
