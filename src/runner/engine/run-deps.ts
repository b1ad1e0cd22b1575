import type { ModelSource } from '../../models/chat-model.ts'
import type { Store } from '../../storage/store.ts'
import type { AgentKinds } from '../agents/kinds.ts'
import type { RunWatch } from './schedule/run-event.ts'

/** How far a run is; told to whoever watches. */
export type RunProgress = {
  readonly done: number
  readonly of: number
  readonly judged: number
  readonly voided: number
  readonly faulted: number
  readonly perSecond: number
}

/** What a run needs from outside besides its request. */
export type RunOutside = {
  readonly onProgress: (progress: RunProgress) => void
  /** aborted: no new trial is begun, those under way are dropped, what is stored stays */
  readonly signal: AbortSignal
  /** milliseconds since 1970 */
  readonly clock: () => number
  /** how models are reached; wired by the doors */
  readonly models: ModelSource
  /** instead of AGENT_KINDS: further kinds of agents, or others in the place of ours */
  readonly kinds?: AgentKinds
  readonly watch?: RunWatch
  /** opens the store of a request to write; absent: by its place (storage/open) */
  readonly openStore?: (place: string) => Promise<Store>
  /** calls back once, after so many milliseconds; returns how not to. Absent: the machine's own timer */
  readonly after?: (ms: number, run: () => void) => () => void
}
