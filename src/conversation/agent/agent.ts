import type { StepReport } from '../../base/acts.ts'
import type { Json } from '../../base/json.ts'
import type { ToolSpec } from '../../world/world.ts'

/** What an agent is given each time it is asked. It carries no act, card or label: what it must not know has no place here. */
export type AgentView = {
  /** the SOP as text; empty where the configuration withholds it */
  readonly sop: string
  readonly tools: readonly ToolSpec[]
  /** everything said and done so far, oldest first */
  readonly heard: readonly Heard[]
  readonly protocol: 'declared' | 'observed'
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
  /** only with tools of its own: what it has called already */
  readonly reported?: readonly ReportedCall[]
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
  readonly reply: (view: AgentView) => Promise<AgentMove>
  /** it keeps nothing between replies: the view is all it needs, so a stopped trial goes on without asking it again */
  readonly stateless?: true
  /** the trial is over, however it ended */
  readonly close?: () => Promise<void>
}
