import type { PartyChannel } from '../../../conversation/protocol/party-channel.ts'
import type { ModelWatch } from '../../../models/chat-model.ts'
import type { EventOf } from '../../../transcript/event.ts'

export type ModelRole = EventOf<'usage.recorded'>['role']

export const UNWATCHED: ModelWatch = { used: () => undefined, retried: () => undefined }

/** Records what a model's calls cost in the trial's transcript, under the party's role. */
export const watchInto = (aside: Pick<PartyChannel, 'note'>, role: ModelRole): ModelWatch => ({
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
