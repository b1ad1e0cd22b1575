import { createReadStream } from 'node:fs'
import { startReading, type TranscriptReader } from '../../../../transcript/read-transcript.ts'
import { boundedLines } from '../../../files/bounded-lines.ts'
import type { Recorded, RecordingFormat } from './recording-format.ts'

/** Our own transcripts, one after the other. The last format to be tried: what is wrong with a line is said at its place. */
export const transcripts: RecordingFormat = {
  name: 'transcripts',
  detect: async () => true,
  read: readTranscripts,
}

/** Transcripts one at a time: however many there are, one is held. A new `trial.started` begins the next. */
async function* readTranscripts(file: string): AsyncGenerator<Recorded> {
  let reader: TranscriptReader | undefined
  for await (const { text, line, last } of linesOf(file)) {
    if (reader !== undefined && isStart(text)) {
      yield { source: { file, ...reader.done() }, run: null }
      reader = undefined
    }
    reader ??= startReading(file)
    reader.take(text, { line, last })
  }
  if (reader !== undefined) yield { source: { file, ...reader.done() }, run: null }
}

/** Lines, each knowing whether it is the last: only there a writer's death can have left half of one. */
async function* linesOf(file: string): AsyncGenerator<{ text: string; line: number; last: boolean }> {
  let held: string | undefined
  let line = 0
  for await (const text of boundedLines(createReadStream(file, 'utf8'), file)) {
    if (held !== undefined) yield { text: held, line, last: false }
    held = text
    line += 1
  }
  if (held !== undefined) yield { text: held, line, last: true }
}

const isStart = (text: string): boolean => /"type"\s*:\s*"trial\.started"/.test(text)
