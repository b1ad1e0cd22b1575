import { usageError } from '../../base/error.ts'
import type { Pack } from '../../cases/case.ts'
import { cardWithWishes } from '../../cases/wishes.ts'
import { modelCustomer } from '../../conversation/customer/model-customer.ts'
import { type CustomerOptions, scriptedCustomer } from '../../conversation/customer/scripted-customer.ts'
import type { PartyChannel } from '../../conversation/protocol/party-channel.ts'
import type { ChatModel, ModelSource } from '../../models/chat-model.ts'
import { noModels } from '../../models/no-models.ts'
import { customerEar } from '../../reading/customer-ear/ear.ts'
import { modelReader } from '../../reading/model/model-reader.ts'
import { type AgentKinds, type AgentRequest, kindOf } from './kinds.ts'
import {
  LEXICAL_READER,
  type MakeCustomer,
  type ReaderSource,
  type TrialAgent,
  type TrialCustomer,
} from './maker.ts'
import type { CustomerSetting, ReaderSetting } from './party-settings.ts'
import type { AgentDeps, AgentSource } from './shared/agent-maker.ts'
import type { AgentBase } from './shared/agent-request.ts'
import { type ModelParty, modelSettingsOf } from './shared/model-settings.ts'
import { type ModelRole, UNWATCHED, watchInto } from './shared/watch-model.ts'

/** From settings to the parties of a conversation: agent, customer, reader. */

/** What a run makes its parties with. */
export type PartyDeps = AgentDeps & {
  /** those of a project's plugins */
  readonly kinds?: AgentKinds
}
const OFFLINE: PartyDeps = { models: noModels }

/** An agent as trials take it, and what a run does around them: `prepare` before the first, `finish` after the last. */
export type RunAgent = TrialAgent & Pick<AgentSource, 'prepare' | 'finish'>

export async function makeAgent(agent: AgentRequest, deps: PartyDeps = OFFLINE): Promise<RunAgent> {
  const { id, protocol, sop, tools } = agent
  const source = await kindOf(agent, deps.kinds).make(agent, deps)
  return {
    id,
    protocol,
    sop,
    tools,
    // A model's calls tell their own time, and a built-in agent answers at once.
    isTimed: agent.kind !== 'reference' && agent.kind !== 'model',
    ...source,
    prepare: async (packs) => {
      mustHaveLookUp(agent, packs)
      await source.prepare?.(packs)
    },
  }
}

export function makeCustomer(setting: CustomerSetting, { models }: AgentDeps = OFFLINE): TrialCustomer {
  if (setting === 'scripted')
    return { id: 'scripted', make: (trial) => scriptedCustomer(customerOptions(trial)) }
  const open = openParty(setting, models, 'customer')
  return {
    id: setting.model,
    make: (trial) =>
      modelCustomer({ ...customerOptions(trial), lists: trial.pack.lists, model: open(trial.aside) }),
  }
}

export function makeReader(setting: ReaderSetting, { models }: AgentDeps = OFFLINE): ReaderSource {
  if (setting === 'lexical') return LEXICAL_READER
  const open = openParty(setting, models, 'reader')
  return { id: setting.model, make: ({ pack, aside }) => modelReader(open(aside), pack.lists) }
}

/** What any customer of a case is made from, scripted or played by a model. */
export const customerOptions = ({
  pack,
  case: theCase,
  intensity,
  seed,
}: Parameters<MakeCustomer>[0]): CustomerOptions => ({
  card: cardWithWishes(pack, theCase),
  opens: theCase.opens,
  tactic: theCase.tactic === null ? null : (pack.tactics.get(theCase.tactic) ?? null),
  intensity,
  lexicon: pack.lexicon,
  seed,
  ear: customerEar(pack.lexicon),
})

/** A model that plays a part beside the agent. An unknown provider or a missing key is reported before the first trial. */
function openParty(
  party: ModelParty,
  models: ModelSource,
  role: ModelRole,
): (aside: PartyChannel) => ChatModel {
  const settings = modelSettingsOf(party)
  models(party.model, settings, UNWATCHED)
  return (aside) => {
    const model = models(party.model, settings, watchInto(aside, role))
    return {
      id: model.id,
      complete: (request) => model.complete({ signal: aside.signal, ...request }),
    }
  }
}

/** An agent that is to look the SOP up where nothing can be looked up would be judged on a procedure it cannot know. */
function mustHaveLookUp({ id, sop }: Pick<AgentBase, 'id' | 'sop'>, packs: readonly Pack[]): void {
  if (sop !== 'lookup') return
  const without = packs.find(({ world }) =>
    [...world.tools.values()].every((tool) => tool.works.searches === null),
  )
  if (without === undefined) return
  throw usageError(
    'no-look-up',
    `Agent "${id}" uses sop: lookup, but pack "${without.id}" has no tool that searches the SOP.`,
    'Give the pack a tool with `searches: sop`, or choose another `sop:` for the agent.',
  )
}
