import type { StepReport } from '../../base/values/acts.ts'
import type { Json } from '../../base/values/json.ts'
import type { ToolSpec } from '../../world/world.ts'

/** What an agent is given each time it is asked. It carries no act, card or label: what it must not know has no place here. */
export type AgentView = {
  /** the SOP as text, or the part of it that is shown now; empty where the configuration withholds it */
  readonly sop: string
  /** the day of this conversation, YYYY-MM-DD */
  readonly today: string
  readonly tools: readonly ToolSpec[]
  /** everything said and done so far, oldest first */
  readonly heard: readonly Heard[]
  /** where each of its own answers begins in `heard`, and what it reported with it */
  readonly answered: readonly OwnAnswer[]
  readonly protocol: 'declared' | 'observed'
  /** the words a report may use (declared protocol) */
  readonly form: ReportForm
}

/** `raw`: what it gave with that answer as `AgentMove.raw` */
export type OwnAnswer = { readonly at: number; readonly report?: StepReport; readonly raw?: Json }

/** The vocabulary of this desk's reports: the same for every case, so it tells nothing about any of them. */
export type ReportForm = {
  readonly intents: readonly string[]
  readonly fields: readonly {
    readonly name: string
    readonly type: 'enum' | 'string' | 'number' | 'boolean' | 'date'
    /** the values of an enum */
    readonly of: readonly string[]
    readonly mayBe: readonly ('refused' | 'unavailable')[]
  }[]
  /** what a message can be about */
  readonly topics: readonly string[]
}

export type Heard =
  | { readonly from: 'customer' | 'agent'; readonly text: string }
  | {
      readonly from: 'tool'
      readonly call: string
      readonly tool: string
      readonly input: Json
      readonly ok: boolean
      readonly output: Json
    }

/**
 * What an agent does next: words, calls, or both. With calls, it is asked again once their results are in `heard`;
 * without, its turn is over. `report` is due once a turn under the declared protocol.
 */
export type AgentMove = {
  readonly messages: readonly string[]
  readonly calls: readonly { readonly tool: string; readonly input: Json }[]
  readonly report?: StepReport
  /** it reported, but nothing that can be read: why; recorded, as a missing report */
  readonly unreadableReport?: string
  /** its turn is not over although it called nothing: it is asked again */
  readonly again?: true
  /** only with tools of its own: what it has called already */
  readonly reported?: readonly ReportedCall[]
  /** what it wants to see again with this answer, also after a stop; nobody else reads it, and no transcript has it */
  readonly raw?: Json
}

/** A call an agent made with tools of its own (`tools: own`) and reports: recorded, never run on our desk. */
export type ReportedCall = {
  readonly tool: string
  readonly input: Json
  readonly ok: boolean
  readonly output: Json
}

/** The agent under test: one method. */
export type Agent = {
  readonly reply: (view: AgentView) => AgentMove | Promise<AgentMove>
  /** it keeps nothing between replies: the view is all it needs, so a stopped trial goes on without asking it again */
  readonly stateless?: boolean
  /** its reports are made by our own code, in the form they have: they need not be checked */
  readonly reportsWell?: true
  /** the trial is over, however it ended */
  readonly close?: () => Promise<void>
}
