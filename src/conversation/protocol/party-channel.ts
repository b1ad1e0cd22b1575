import { assert } from '../../base/assert.ts'
import type { Json } from '../../base/values/json.ts'
import type { NewEvent } from '../../transcript/event.ts'

/** What happens beside a party's answer and belongs in the transcript: paid model calls, retried calls, labels. */
export type SideEvent = Extract<NewEvent, { type: 'usage.recorded' | 'call.retried' }>

/**
 * What a party may do while it is working on an answer. In: the trial it takes part in. Out: events in the transcript of
 * that trial, in the order they happen. It is made before the parties and connected when the conversation starts; it must
 * not be used before.
 */
export type PartyChannel = {
  /** aborted when the trial's time is up or the run stops: parties stop waiting then */
  readonly signal: AbortSignal
  readonly note: (event: SideEvent) => void
  /** a tool call in the middle of a turn, by an agent that calls tools itself: recorded like any other call */
  readonly call: (tool: string, input: Json) => { readonly ok: boolean; readonly output: Json }
}

/** The conversation's end of the channel. */
export type ChannelHost = Pick<PartyChannel, 'note' | 'call'>

export function createPartyChannel(signal: AbortSignal): {
  readonly channel: PartyChannel
  readonly connect: (host: ChannelHost) => void
} {
  let connected: ChannelHost | undefined
  const host = (): ChannelHost => {
    assert(connected !== undefined, 'a party used its channel before the conversation started')
    return connected
  }
  return {
    channel: {
      signal,
      note: (event) => host().note(event),
      call: (tool, input) => host().call(tool, input),
    },
    connect: (next) => {
      connected = next
    },
  }
}
