import { type Problem, problem } from '../../../../base/files/problem.ts'
import { RunFileLine, toRun, toTrial } from '../../../../storage/run-file.ts'
import type { NewRun, StoredTrial } from '../../../../storage/store.ts'
import { readTranscript } from '../../../../transcript/read-transcript.ts'
import { linesOfRunFile } from '../../../runs/read-run-file.ts'
import type { Recorded, RecordingFormat, SourcedTranscript } from './recording-format.ts'

/** A run as `sage runs export` writes it. */
export const exportedRun: RecordingFormat = {
  name: 'exported run',
  detect: async (file) => {
    for await (const text of linesOfRunFile(file)) return runIn(text) !== undefined
    return false
  },
  read: readExported,
}

async function* readExported(file: string): AsyncGenerator<Recorded> {
  let run: NewRun | null = null
  let line = 0
  for await (const text of linesOfRunFile(file)) {
    line += 1
    run ??= runIn(text) ?? null
    const read = RunFileLine.safeParse(asJson(text))
    if (!read.success) yield { source: { file, events: [], problems: [unreadable(file, line)] }, run }
    else if (read.data.type === 'trial' && run !== null)
      yield { source: sourceOf(toTrial(run.id, read.data)), run }
  }
}

/** A stored trial as a source: its transcript is called by the trial's id. */
export const sourceOf = ({ trial, transcript }: StoredTrial): SourcedTranscript => ({
  file: trial,
  ...readTranscript(transcript, trial),
})

function runIn(text: string): NewRun | undefined {
  const first = RunFileLine.safeParse(asJson(text))
  return first.success && first.data.type === 'run' ? toRun(first.data) : undefined
}

const unreadable = (file: string, line: number): Problem =>
  problem({ file, line, column: 1 }, 'unreadable-line', 'this line is not from an exported run')

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
