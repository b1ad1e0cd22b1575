import { assert } from '../../base/assert.ts'
import type { Json } from '../../base/values/json.ts'
import type { NewEvent } from '../../transcript/event.ts'

/** What happens beside a party's answer and belongs into the transcript: model calls paid for, calls tried again, labels. */
export type SideEvent = Extract<NewEvent, { type: 'usage.recorded' | 'call.retried' | 'act.recognised' }>

/**
 * What a party may do while it thinks. In: the trial it sits in. Out: events in that trial's transcript, in the order
 * they happen. Made before the parties, connected by the conversation; outside a conversation it must not be used.
 */
export type Aside = {
  /** aborted when the trial's time is up or the run stops: whoever waits, stops waiting */
  readonly signal: AbortSignal
  readonly note: (event: SideEvent) => void
  /** a tool called in the middle of a turn, by an agent that calls tools itself: recorded as any other call */
  readonly call: (tool: string, input: Json) => { readonly ok: boolean; readonly output: Json }
}

/** The conversation's end of it. */
export type AsideSocket = {
  readonly connect: (to: Pick<Aside, 'note' | 'call'>) => void
}

export function openAside(signal: AbortSignal): { readonly aside: Aside; readonly socket: AsideSocket } {
  let connected: Pick<Aside, 'note' | 'call'> | undefined
  const to = (): Pick<Aside, 'note' | 'call'> => {
    assert(connected !== undefined, 'a party spoke aside before its conversation began')
    return connected
  }
  return {
    aside: { signal, note: (event) => to().note(event), call: (tool, input) => to().call(tool, input) },
    socket: {
      connect: (next) => {
        connected = next
      },
    },
  }
}
