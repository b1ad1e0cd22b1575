import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assert } from '../../../base/assert.ts'
import { usageError } from '../../../base/error.ts'
import type { Pack } from '../../../cases/case.ts'
import { openStore, storePlace } from '../../../storage/open/open-store.ts'
import type { NewRun } from '../../../storage/store.ts'
import { packFoldersOf, runHeaderIfReadable } from '../../runs/run-header.ts'
import { findRun } from '../../runs/stored-trials.ts'
import { exportedRun, sourceOf } from './recordings/exported-run.ts'
import type { RecordingFormat, SourcedTranscript } from './recordings/recording-format.ts'
import { transcripts } from './recordings/transcripts.ts'
import { packShelf, type Shelf } from './score-transcripts.ts'

/** Every format a file may have, one line each; the first that detects its own reads the file. */
export const RECORDING_FORMATS: readonly RecordingFormat[] = [exportedRun, transcripts]

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
  const { workingFolder } = where
  const isRun = (name: string): boolean =>
    !existsSync(resolve(workingFolder, name)) && (name === 'latest' || /^\d{8}t\w+-\w+$/.test(name))
  const files = transcriptFiles(
    names.filter((name) => !isRun(name)),
    workingFolder,
  )
  const shelfOf = shelvesOf(where)
  for (const name of names.filter(isRun)) yield* storedTranscripts(name, where)
  for (const file of files) {
    const { read } = await formatOf(file)
    for await (const { source, run } of read(file)) yield { source, shelf: shelfOf(run) }
  }
}

async function formatOf(file: string): Promise<RecordingFormat> {
  for (const format of RECORDING_FORMATS) if (await format.detect(file)) return format
  assert(false, `no format takes ${file}, although the last one takes every file`)
}

async function* storedTranscripts(name: string, where: Where): AsyncGenerator<ScoreSource> {
  const store = await openStore(storePlace(where.store, where.workingFolder), 'read')
  try {
    const run = await findRun(store, name)
    const shelf = shelvesOf(where)(run, packFoldersOf(run))
    for await (const trial of store.trials(run.id)) yield { source: sourceOf(trial), shelf }
  } finally {
    await store.close()
  }
}

/** One shelf a run: each loads its packs once. */
function shelvesOf({
  workingFolder,
  only,
}: Where): (run: NewRun | null, folders?: ReadonlyMap<string, string>) => Shelf {
  const shelves = new Map<NewRun | null, Shelf>()
  return (run, folders) => {
    const known = shelves.get(run)
    if (known !== undefined) return known
    const shelf = packShelf(workingFolder, {
      only,
      header: run === null ? undefined : runHeaderIfReadable(run),
      folders,
    })
    shelves.set(run, shelf)
    return shelf
  }
}

/** Files and folders of transcripts, found before anything is read: a wrong path is said at once. */
function transcriptFiles(names: readonly string[], workingFolder: string): readonly string[] {
  return names.flatMap((name) => {
    const path = resolve(workingFolder, name)
    if (!existsSync(path))
      throw usageError(
        'file-missing',
        `There is no file or folder ${name}.`,
        'Check the path and its spelling.',
      )
    if (!statSync(path).isDirectory()) return [path]
    const inside = readdirSync(path)
      .filter((file) => /\.jsonl(\.gz)?$/.test(file))
      .sort()
    if (inside.length === 0)
      throw usageError(
        'no-transcripts',
        `There is no transcript (*.jsonl, *.jsonl.gz) in ${name}.`,
        'Give a file or another folder.',
      )
    return inside.map((file) => join(path, file))
  })
}
