import type { Pack } from '../../cases/case.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import type { MakeAgent } from '../execute-trial.ts'
import type { AgentRequest } from '../run-request.ts'
import type { AgentKind } from '../run-settings.ts'

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
