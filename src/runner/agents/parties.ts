import { assert } from '../../base/assert.ts'
import { scriptedCustomer } from '../../conversation/customer/scripted-customer.ts'
import { noModels } from '../../models/no-models.ts'
import type { AgentRequest, RunRequest } from '../settings/run-request.ts'
import type { AgentKind } from '../settings/run-settings.ts'
import { customerOptions } from './customer-options.ts'
import { makeCommand } from './make-command.ts'
import { makeHttp } from './make-http.ts'
import { makeMcp } from './make-mcp.ts'
import { makeModel } from './make-model.ts'
import { makeModule } from './make-module.ts'
import { makeReference } from './make-reference.ts'
import type { AgentMaker, AgentSource, MakeRecogniser, Means, TrialAgent, TrialCustomer } from './maker.ts'
import { makeModelCustomer, makeModelRecogniser } from './model-parties.ts'
import { mustHaveLookUp } from './must-have-look-up.ts'

/** From names to parties: the middle layer between executing one trial and running a batch. One row a kind of agent. */
const MAKERS: Partial<Record<AgentKind, AgentMaker>> = {
  reference: makeReference,
  model: makeModel,
  http: makeHttp,
  mcp: makeMcp,
  command: makeCommand,
  module: makeModule,
}

/** An agent as trials take it, and what a run does around them: `prepare` before the first, `finish` after the last. */
export type RunAgent = TrialAgent & Pick<AgentSource, 'prepare' | 'finish'>

export function makeAgent(agent: AgentRequest, means: Means = { models: noModels }): RunAgent {
  const maker = means.makers?.[agent.kind] ?? MAKERS[agent.kind]
  assert(maker !== undefined, `an agent of kind ${agent.kind} although it was resolved`)
  const { id, protocol, sop, tools } = agent
  const made = maker(agent, means)
  const source: AgentSource = typeof made === 'function' ? { make: made } : made
  return {
    id,
    protocol,
    sop,
    tools,
    ...source,
    prepare: async (packs) => {
      mustHaveLookUp(agent, packs)
      await source.prepare?.(packs)
    },
  }
}

export function makeCustomer(
  setting: RunRequest['customer'],
  { models }: Means = { models: noModels },
): TrialCustomer {
  if (setting !== 'scripted') return makeModelCustomer(setting, models)
  return { id: 'scripted', make: (trial) => scriptedCustomer(customerOptions(trial)) }
}

/** Who labels what agents say that do not report; absent: the pack's patterns, when the trial is scored. */
export const makeRecogniser = (
  setting: RunRequest['recogniser'],
  { models }: Means,
): { readonly recogniser?: MakeRecogniser } =>
  setting === 'lexical' ? {} : { recogniser: makeModelRecogniser(setting, models) }
