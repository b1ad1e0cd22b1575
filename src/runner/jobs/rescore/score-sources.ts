import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Problem, problem } from '../../../base/files/problem.ts'
import type { Pack } from '../../../cases/case.ts'
import { openStore, storePlace } from '../../../storage/open/open-store.ts'
import { RunFileLine, toRun, toTrial } from '../../../storage/run-file.ts'
import type { NewRun, StoredTrial } from '../../../storage/store.ts'
import { readTranscript } from '../../../transcript/read-transcript.ts'
import { linesOfRunFile } from '../../runs/read-run-file.ts'
import { headerIfWhole } from '../../runs/run-header.ts'
import { findRun } from '../../runs/stored-trials.ts'
import { packShelf, type Shelf } from './score-transcripts.ts'
import { readTranscripts, type SourcedTranscript, transcriptFiles } from './transcript-source.ts'

/** A transcript, and where its pack is found. A run also knows the cases it had planned; a bare transcript does not. */
export type ScoreSource = { readonly source: SourcedTranscript; readonly shelf: Shelf }

type Where = {
  readonly workingFolder: string
  readonly store: string
  /** stands in for whatever pack a transcript names */
  readonly only: Pack | undefined
}

/** Transcripts one at a time: of files and folders, of exported runs, of runs in the store. A wrong name is said before anything is read. */
export async function* scoreSources(names: readonly string[], where: Where): AsyncGenerator<ScoreSource> {
  const { workingFolder, only } = where
  const isRun = (name: string): boolean =>
    !existsSync(resolve(workingFolder, name)) && (name === 'latest' || /^\d{8}t\w+-\w+$/.test(name))
  const files = transcriptFiles(
    names.filter((name) => !isRun(name)),
    workingFolder,
  )
  const shelf = packShelf(workingFolder, { only })
  for (const name of names.filter(isRun)) yield* storedTranscripts(name, where)
  for (const file of files) {
    const run = await runIn(file)
    if (run === undefined) for await (const source of readTranscripts([file])) yield { source, shelf }
    else yield* exportedTranscripts(file, run, where)
  }
}

async function* storedTranscripts(name: string, where: Where): AsyncGenerator<ScoreSource> {
  const store = await openStore(storePlace(where.store, where.workingFolder), 'read')
  try {
    const run = await findRun(store, name)
    const shelf = shelfOf(run, where)
    for await (const trial of store.trials(run.id)) yield { source: sourceOf(trial), shelf }
  } finally {
    await store.close()
  }
}

async function* exportedTranscripts(file: string, run: NewRun, where: Where): AsyncGenerator<ScoreSource> {
  const shelf = shelfOf(run, where)
  let line = 0
  for await (const text of linesOfRunFile(file)) {
    line += 1
    const read = RunFileLine.safeParse(asJson(text))
    if (!read.success) yield { source: { file, events: [], problems: [unreadable(file, line)] }, shelf }
    else if (read.data.type === 'trial') yield { source: sourceOf(toTrial(run.id, read.data)), shelf }
  }
}

const unreadable = (file: string, line: number): Problem =>
  problem({ file, line, column: 1 }, 'unreadable-line', 'this line is none of an exported run')

const shelfOf = (run: NewRun, { workingFolder, only }: Where): Shelf =>
  packShelf(workingFolder, { only, header: headerIfWhole(run) })

const sourceOf = ({ trial, transcript }: StoredTrial): SourcedTranscript => ({
  file: trial,
  ...readTranscript(transcript, trial),
})

/** The run a file is an export of; undefined: it is a file of transcripts. */
async function runIn(file: string): Promise<NewRun | undefined> {
  for await (const text of linesOfRunFile(file)) {
    const first = RunFileLine.safeParse(asJson(text))
    return first.success && first.data.type === 'run' ? toRun(first.data) : undefined
  }
  return undefined
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
