import type { HideSecrets } from '../../base/secrets.ts'
import type { TrialReader } from '../../reading/trial-reader.ts'
import type { EventOf, TranscriptEvent } from '../../transcript/event.ts'
import type { ToolSpec } from '../../world/world.ts'
import type { Customer } from '../customer/customer.ts'
import type { Desk } from '../desk/desk.ts'
import type { Agent, ReportForm } from '../protocol/agent.ts'
import type { TalkLimits } from '../protocol/limits.ts'
import type { ChannelHost } from '../protocol/party-channel.ts'
import type { Answered, Recorded } from './replay.ts'

/** Built-in parties: nothing is paid for and nothing is waited for, so a stopped conversation is simply played again. */
export type Plain = {
  readonly kind: 'plain'
  /** an adopted conversation up to the moment the agent takes over; absent: it is played from its beginning */
  readonly recorded?: Recorded | null
}

/** Parties that cost money, take time or may never answer: each turn is durable before the next one is paid for. */
export type Journaled = {
  readonly kind: 'journaled'
  /** how far this trial had got when it was stopped: this part is replayed, not asked for again */
  readonly recorded: Recorded | null
  /** called with each new answer, before the events it leads to are recorded; not called during replay */
  readonly keep: (answer: Answered) => void
  /** awaited before anything else happens, so that nothing paid for is lost */
  readonly flush: (before: FlushBefore) => Promise<void>
  /** aborted: no party is waited for any longer. Reason `TIME_UP`: this trial's limit; any other: the run stops */
  readonly signal: AbortSignal
  /** what a model call cost in US dollars */
  readonly usdOf: (use: EventOf<'usage.recorded'>) => number
  /** how long this trial has taken so far */
  readonly seconds: () => number
  /** how often the machine slept or its clock was set so far */
  readonly jumps: () => number
  /** takes keys out of an error's words before they are recorded */
  readonly hide: HideSecrets
}

/** A fork: a conversation of which events up to `at` are given, not played. */
export type ForkedAt = {
  /** the last event that is given; those the fork itself recorded before a stop come after it */
  readonly at: number
  /** only the agent's next turn is played, or the rest of the conversation */
  readonly until: 'turn' | 'end'
}

/** All that `converse` needs: the parties, and whether what they do is journaled. */
export type Conversation = {
  readonly mode: Plain | Journaled
  readonly start: Omit<EventOf<'trial.started'>, 'n'>
  readonly customer: Customer
  readonly agent: Agent
  readonly desk: Desk
  /** the text an agent is shown if it is asked now */
  readonly sop: () => string
  readonly form: ReportForm
  readonly tools: readonly ToolSpec[]
  readonly limits: TalkLimits
  /** reads each agent message once; fed with every event before it is appended */
  readonly reader: TrialReader
  /** called with every event, in order */
  readonly append: (event: TranscriptEvent) => void
  /** absent: it is no fork */
  readonly fork?: ForkedAt | undefined
  /** connects the parties' channel: what they note and call goes into this transcript too */
  readonly connect: (host: ChannelHost) => void
}

/** What comes next: a party is asked, the conversation is over, or the run stops in the middle of it. */
export type FlushBefore = 'customer' | 'agent' | 'end' | 'stop'
