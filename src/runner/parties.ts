import { assert } from '../base/assert.ts'
import { scriptedCustomer } from '../conversation/customer/scripted-customer.ts'
import { noModels } from '../models/no-models.ts'
import { makeCommand } from './agents/make-command.ts'
import { makeHttp } from './agents/make-http.ts'
import { makeMcp } from './agents/make-mcp.ts'
import { makeModel } from './agents/make-model.ts'
import { makeModule } from './agents/make-module.ts'
import { makeReference } from './agents/make-reference.ts'
import type { AgentMaker, AgentSource, Means } from './agents/maker.ts'
import type { Trial } from './execute-trial.ts'
import type { AgentRequest, RunRequest } from './run-request.ts'
import type { AgentKind } from './run-settings.ts'

/** From names to parties: the middle layer between executing one trial and running a batch. One row a kind of agent. */
const MAKERS: Partial<Record<AgentKind, AgentMaker>> = {
  reference: makeReference,
  model: makeModel,
  http: makeHttp,
  mcp: makeMcp,
  command: makeCommand,
  module: makeModule,
}

export const RUNNABLE_KINDS = Object.keys(MAKERS) as readonly AgentKind[]

/** An agent as trials take it, and what a run does around them: `prepare` before the first, `finish` after the last. */
export type RunAgent = Trial['agent'] & Pick<AgentSource, 'prepare' | 'finish'>

export function makeAgent(agent: AgentRequest, means: Means = { models: noModels }): RunAgent {
  const maker = means.makers?.[agent.kind] ?? MAKERS[agent.kind]
  assert(maker !== undefined, `an agent of kind ${agent.kind} although it was resolved`)
  const { id, protocol, sop, tools } = agent
  const made = maker(agent, means)
  return { id, protocol, sop, tools, ...(typeof made === 'function' ? { make: made } : made) }
}

export function makeCustomer(_setting: RunRequest['customer']): Trial['customer'] {
  return {
    id: 'scripted',
    make: ({ pack, case: theCase, intensity, seed }) =>
      scriptedCustomer({
        card: theCase.card,
        opens: theCase.opens,
        tactic: theCase.tactic === null ? null : (pack.tactics.get(theCase.tactic) ?? null),
        intensity,
        lexicon: pack.lexicon,
        seed,
      }),
  }
}
