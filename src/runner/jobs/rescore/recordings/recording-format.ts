import type { Problem } from '../../../../base/files/problem.ts'
import type { NewRun } from '../../../../storage/store.ts'
import type { Transcript } from '../../../../transcript/event.ts'

/**
 * A format conversations are recorded in: everything SAGE knows of it. The list is in score-sources.ts. `read` gives
 * transcripts one at a time, however many the file holds; what is wrong with one is said beside it.
 */
export type RecordingFormat = {
  readonly name: string
  /** looks at the beginning of the file only */
  readonly detect: (file: string) => Promise<boolean>
  readonly read: (file: string) => AsyncIterable<Recorded>
}

export type Recorded = {
  readonly source: SourcedTranscript
  /** the run it was played in, if the file says: only a run knows the cases it had planned */
  readonly run: NewRun | null
}

/** One transcript of a file that may hold many, and what is wrong with it. */
export type SourcedTranscript = {
  readonly file: string
  readonly events: Transcript
  readonly problems: readonly Problem[]
}
