import type { Recorded } from '../../conversation/talk/replay.ts'
import type { TranscriptEvent } from '../../transcript/event.ts'
import type { TrialBounds } from './trial-clock.ts'

/** Where a trial under way is kept. The engine makes one for each trial; playing a trial knows nothing else of stores. */
export type TrialJournal = typeof NO_JOURNAL | DurableJournal

/** For trials in memory, whose parties cost nothing and answer at once: they are simply played again. */
export const NO_JOURNAL = { kind: 'none' } as const

/** For trials that cost something: they can be stopped at any moment, and nothing is paid for twice. */
export type DurableJournal = {
  readonly kind: 'durable'
  /** how far the trial had got before; null: it starts from the beginning */
  readonly recorded: RecordedAttempt | null
  /** the parties that are paid or keep state: what was said is durable before one of them is asked */
  readonly durableBefore: { readonly agent: boolean; readonly customer: boolean }
  /** limits of time and money: a party that costs something may also take for ever */
  readonly bounds: TrialBounds
  /** resolves when the page is durable */
  readonly append: (attempt: number, page: string) => Promise<void>
  /** forgets all pages: they cannot be replayed, and the trial restarts */
  readonly discard: (why: string) => Promise<void>
  /** told of every event that is not in `recorded` */
  readonly observe: (event: TranscriptEvent) => void
}

export type RecordedAttempt = Recorded & { readonly attempt: number }
