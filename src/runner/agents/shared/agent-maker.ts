import type { Pack } from '../../../cases/case.ts'
import type { Agent } from '../../../conversation/protocol/agent.ts'
import type { PartyChannel } from '../../../conversation/protocol/party-channel.ts'
import type { ModelSource } from '../../../models/chat-model.ts'
import type { Tap } from '../../../references/tap.ts'

/** Makes the agent of one trial. Only instruments look at the tap. */
export type MakeAgent = (trial: {
  readonly pack: Pack
  readonly trap: string | null
  readonly tap: Tap
  readonly seed: number
  readonly aside: PartyChannel
}) => Agent

/** What makers need from outside; the doors (cli, library) wire it. */
export type AgentDeps = { readonly models: ModelSource }

/** From a resolved agent to its source. Called once a run, so that it may keep a pool. */
export type AgentMaker<Request> = (agent: Request, deps: AgentDeps) => AgentSource

/** Makes the agents of a run. */
export type AgentSource = {
  readonly make: MakeAgent
  /** before the first trial: what cannot work is reported here, once, as a usage error */
  readonly prepare?: (packs: readonly Pack[]) => Promise<void>
  /** after the last trial: releases processes and connections */
  readonly finish?: () => Promise<void>
}
