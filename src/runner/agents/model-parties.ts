import { modelCustomer } from '../../conversation/customer/model-customer.ts'
import type { PartyChannel } from '../../conversation/protocol/party-channel.ts'
import { modelRecogniser } from '../../conversation/talk/model-recogniser.ts'
import type { ChatModel, ModelSource, ModelWatch } from '../../models/chat-model.ts'
import type { EventOf } from '../../transcript/event.ts'
import { modelSettingsOf } from '../settings/model-settings.ts'
import type { ModelParty } from '../settings/run-settings.ts'
import { customerOptions } from './customer-options.ts'
import type { MakeRecogniser, TrialCustomer } from './maker.ts'

/** Models that play a part beside the agent. Found once a run: what cannot be reached is said before the first trial. */
export function makeModelCustomer(party: ModelParty, models: ModelSource): TrialCustomer {
  const open = openParty(party, models, 'customer')
  return {
    id: party.model,
    make: (trial) => modelCustomer({ ...customerOptions(trial), model: open(trial.aside) }),
  }
}

export function makeModelRecogniser(party: ModelParty, models: ModelSource): MakeRecogniser {
  const open = openParty(party, models, 'recogniser')
  return ({ pack, aside }) => modelRecogniser(open(aside), pack.lexicon)
}

type Role = EventOf<'usage.recorded'>['role']

function openParty(party: ModelParty, models: ModelSource, role: Role): (aside: PartyChannel) => ChatModel {
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

export const UNWATCHED: ModelWatch = { used: () => undefined, retried: () => undefined }

/** Everything a model's calls came to goes into the trial's transcript, in a party's name. */
export const watchInto = (aside: Pick<PartyChannel, 'note'>, role: Role): ModelWatch => ({
  used: ({ model, usage, tookMs, usd, stopped }) =>
    aside.note({
      type: 'usage.recorded',
      role,
      model,
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cached_tokens: usage.cachedTokens,
      reasoning_tokens: usage.reasoningTokens,
      usd,
      took_ms: Math.round(tookMs),
      ...(stopped === 'stop' || stopped === 'calls' ? {} : { stopped }),
    }),
  retried: ({ code, waitedMs }) => aside.note({ type: 'call.retried', role, code, waited_ms: waitedMs }),
})
