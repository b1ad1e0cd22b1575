import type { Reading } from '../../base/values/reading.ts'
import type { TranscriptEvent } from '../../transcript/event.ts'
import type { Confirmation } from '../customer/customer.ts'
import type { Heard, OwnAnswer } from '../protocol/agent.ts'
import type { Spent } from '../protocol/limits.ts'
import { type Diverged, StoppedTalk } from '../protocol/stopped.ts'
import type { Conversation } from './conversation.ts'
import { createReplay, type Replay } from './replay.ts'

/** A conversation under way, by what the parts are for. Only the files of this folder change it. */
export type ConversationState = {
  readonly of: Conversation
  readonly record: RecordState
  readonly turn: TurnState
  readonly replay: ReplayState
  readonly spending: SpendingState
  readonly fork: ForkState
  /** rejects when the trial or the run is stopped; null: nothing stops it */
  readonly stopped: Promise<never> | null
  /** parties that still use their channel are no longer heard */
  over: boolean
}

/** What was said and done so far. */
export type RecordState = {
  /** number of the last event */
  n: number
  readonly heard: Heard[]
  readonly answered: OwnAnswer[]
  /** the agent's messages since the customer last spoke */
  unanswered: { readonly n: number; readonly text: string }[]
  /** what the world has sent the customer since then */
  confirmed: Confirmation[]
  /** agent messages that were read, recorded or not */
  readonly readings: Map<number, Reading>
}

/** What the agent has done in this turn, beside its answer. */
export type TurnState = {
  /** why a report_step of this turn could not be read */
  badReport: string | null
  /** calls made through the channel since the agent was last asked, and whether one of those that succeeded ends the trial */
  calls: number
  handedOver: boolean
  closed: boolean
  /** jumps of the clock before the agent was last asked */
  jumps: number
}

export type ReplayState = {
  /** null: nothing is recorded, or all of it has been replayed */
  playing: Replay | null
  /** how the agent differed from the record while it was working on its answer */
  diverged: Diverged | null
}

/** Of a fork: how the replay of what was given went. */
export type ForkState = {
  /** the replay is over: what happens now is sampled */
  begun: boolean
  /** the agent is hearing a recorded turn: its calls are answered from the record */
  feeding: boolean
  /** recorded turns that a stateful agent was asked for again, and those it answered differently */
  fed: number
  differs: number
}

export type SpendingState = { -readonly [What in keyof Spent]: Spent[What] }

export const createState = (of: Conversation): ConversationState => ({
  of,
  record: { n: 0, heard: [], answered: [], unanswered: [], confirmed: [], readings: new Map() },
  turn: { badReport: null, calls: 0, handedOver: false, closed: false, jumps: 0 },
  replay: {
    playing: of.mode.recorded == null ? null : createReplay(of.mode.recorded),
    diverged: null,
  },
  spending: { toolCalls: 0, tokens: 0, seconds: 0, usd: 0 },
  fork: { begun: false, feeding: false, fed: 0, differs: 0 },
  stopped: of.mode.kind === 'plain' ? null : stoppedBy(of.mode.signal),
  over: false,
})

/** One for all that is awaited: a listener for every answer would cost more than most answers. */
function stoppedBy(signal: AbortSignal): Promise<never> {
  const stopped = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new StoppedTalk())
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  // It may be stopped while nothing is awaited.
  stopped.catch(() => undefined)
  return stopped
}

/** The number of the event that comes next. */
export function nextNumber(state: ConversationState): number {
  takeSideEvents(state)
  return state.record.n + 1
}

/** Appends an event that has the next number; during replay it must be the one that was recorded. */
export function record(state: ConversationState, event: TranscriptEvent): void {
  state.replay.playing?.match(event)
  append(state, event)
}

/** Recorded side events cannot happen again, so they are copied. At the end of the record the trial goes on live. */
export function takeSideEvents(state: ConversationState): void {
  const { playing } = state.replay
  if (playing === null) return
  for (const event of playing.takeSideEvents()) append(state, event)
  if (playing.isOver()) state.replay.playing = null
}

function append({ of, record: kept, spending, fork }: ConversationState, event: TranscriptEvent): void {
  kept.n = event.n
  switch (event.type) {
    case 'message.read':
      kept.readings.set(event.of, event.reading)
      break
    case 'usage.recorded':
      spending.tokens += event.input_tokens + event.output_tokens
      spending.usd += of.mode.kind === 'plain' ? 0 : of.mode.usdOf(event)
      break
    case 'fork.began':
      fork.begun = true
  }
  of.reader.feed(event)
  of.append(event)
}

/** What comes next was given with a fork: it is taken as it is, whatever the parties would say now. */
export const isGiven = ({ of, record: kept }: ConversationState): boolean =>
  of.fork !== undefined && kept.n < of.fork.at

export function spentSoFar({ of: { mode }, spending }: ConversationState): Spent {
  if (mode.kind === 'journaled') spending.seconds = mode.seconds()
  return spending
}
