import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { SageError, usageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import { endOfRunFile, type RunFileCounts, runFileLines } from '../../storage/run-file.ts'
import type { NewRun, Store } from '../../storage/store.ts'

export const runFileName = (run: RunId): string => `${run}.jsonl.gz`

/** Writes one run as one compressed file, in memory that does not grow with it. A file half written never bears the name. */
export async function exportRun(store: Store, run: NewRun, file: string): Promise<RunFileCounts> {
  let last = ''
  const lines = async function* () {
    for await (const line of runFileLines(store, run)) {
      last = line
      yield line
    }
  }
  const unfinished = `${file}.part`
  try {
    await mkdir(dirname(file), { recursive: true })
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(unfinished))
    await rename(unfinished, file)
    return endOfRunFile(last)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    if (error instanceof SageError) throw error
    throw usageError(
      'file-unwritable',
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      'Choose another place with -o, or free disk space.',
      error,
    )
  }
}
