import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { usageError } from '../../../base/error.ts'
import type { Problem } from '../../../base/files/problem.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { startReading, type TranscriptReader } from '../../../transcript/read-transcript.ts'

/** One transcript of a file that may hold many, and what is wrong with it. */
export type SourcedTranscript = {
  readonly file: string
  readonly events: Transcript
  readonly problems: readonly Problem[]
}

/** Files and folders of transcripts, found before anything is read: a wrong path is said at once. */
export function transcriptFiles(names: readonly string[], workingFolder: string): readonly string[] {
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

/** Transcripts one at a time: however many there are, one is held. A new `trial.started` begins the next. */
export async function* readTranscripts(files: readonly string[]): AsyncGenerator<SourcedTranscript> {
  for (const file of files) {
    let reader: TranscriptReader | undefined
    for await (const { text, line, last } of linesOf(file)) {
      if (reader !== undefined && isStart(text)) {
        yield { file, ...reader.done() }
        reader = undefined
      }
      reader ??= startReading(file)
      reader.take(text, { line, last })
    }
    if (reader !== undefined) yield { file, ...reader.done() }
  }
}

/** Lines, each knowing whether it is the last: only there a writer's death can have left half of one. */
async function* linesOf(file: string): AsyncGenerator<{ text: string; line: number; last: boolean }> {
  let held: string | undefined
  let line = 0
  for await (const text of createInterface({
    input: createReadStream(file, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (held !== undefined) yield { text: held, line, last: false }
    held = text
    line += 1
  }
  if (held !== undefined) yield { text: held, line, last: true }
}

const isStart = (text: string): boolean => /"type"\s*:\s*"trial\.started"/.test(text)
