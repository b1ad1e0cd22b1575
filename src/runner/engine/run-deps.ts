import type { RunId } from '../../base/values/ids.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import type { Store } from '../../storage/store.ts'
import type { Extensions } from '../plugins/extensions.ts'
import type { ClosedRun } from '../runs/run-ledger.ts'
import type { OnRunEvent } from './schedule/run-event.ts'
import type { TimeSources } from './time-watch.ts'

/** How far a run is. */
export type RunProgress = {
  readonly done: number
  readonly of: number
  readonly judged: number
  readonly voided: number
  readonly faulted: number
  readonly perSecond: number
}

/** What a run needs besides its request; what plugins add, if there are any. */
export type RunDeps = Partial<Extensions> & {
  readonly onProgress: (progress: RunProgress) => void
  /** aborted: no new trial begins, those under way are dropped, what is stored stays */
  readonly signal: AbortSignal
  /** milliseconds since 1970 */
  readonly clock: () => number
  /** the clocks that limits are held against; absent: the machine's own */
  readonly time?: TimeSources
  /** how models are reached; wired by the doors */
  readonly models: ModelSource
  readonly onRunEvent?: OnRunEvent
  /** told what the run came to, case by case, before the result is returned */
  readonly onClosed?: (closed: ClosedRun) => void
  /** asks whether an imported run may start these programs and send to these places; absent: it may not */
  readonly confirm?: (run: RunId, outside: readonly string[]) => Promise<boolean>
  /** opens the store of a request to write; absent: by its place (storage/open) */
  readonly openStore?: (place: string) => Promise<Store>
  /** calls `run` after `ms`; returns a function that cancels it. Absent: the machine's own timer */
  readonly after?: (ms: number, run: () => void) => () => void
}
