import type { Case, Intensity, Pack } from '../../cases/case.ts'
import type { Customer } from '../../conversation/customer/customer.ts'
import type { Agent } from '../../conversation/protocol/agent.ts'
import type { PartyChannel } from '../../conversation/protocol/party-channel.ts'
import type { LabelTurn } from '../../conversation/talk/conversation.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import type { Tap } from '../../references/tap.ts'
import type { AgentRequest } from '../settings/run-request.ts'
import type { AgentKind, SopMode } from '../settings/run-settings.ts'

/** What an agent may be built from. Only instruments look at the tap. */
export type MakeAgent = (trial: {
  readonly pack: Pack
  readonly trap: string | null
  readonly tap: Tap
  readonly seed: number
  readonly aside: PartyChannel
}) => Agent
export type MakeCustomer = (trial: {
  readonly pack: Pack
  readonly case: Case
  readonly intensity: Intensity
  readonly seed: number
  readonly aside: PartyChannel
}) => Customer

export type MakeRecogniser = (trial: { readonly pack: Pack; readonly aside: PartyChannel }) => LabelTurn

/** An agent as a trial takes it. */
export type TrialAgent = {
  readonly id: string
  readonly protocol: 'declared' | 'observed'
  readonly sop: SopMode
  /** whose tools it calls; absent: this desk's */
  readonly tools?: 'ours' | 'own'
  readonly make: MakeAgent
}

export type TrialCustomer = { readonly id: string; readonly make: MakeCustomer }

/** What parties may be built with, once a run: wired by the doors. */
export type Means = {
  readonly models: ModelSource
  /** further kinds of agents, or others in the place of ours */
  readonly makers?: Partial<Record<AgentKind, AgentMaker>>
}

/** One kind of agent: from its settings to a maker of one agent a trial. Called once a run, so that it may keep a pool. */
export type AgentMaker = (agent: AgentRequest, means: Means) => MakeAgent | AgentSource

/** A maker that has something to do before the first trial and after the last. */
export type AgentSource = {
  readonly make: MakeAgent
  /** before the first trial: what cannot work is said here, once, as wrong usage */
  readonly prepare?: (packs: readonly Pack[]) => Promise<void>
  /** after the last trial: lets go of processes and connections */
  readonly finish?: () => Promise<void>
}
