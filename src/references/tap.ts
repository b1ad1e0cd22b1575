import type { CustomerMove } from '../base/values/acts.ts'
import type { RowChange } from '../base/values/desk-facts.ts'
import type { Json } from '../base/values/json.ts'
import type { TranscriptEvent } from '../transcript/event.ts'

/**
 * What an instrument hears of a conversation: the acts of customer messages already sent (claimed values only), its own
 * words and calls. It carries no tactic, no tone, no card: an instrument's faults are exactly the planted ones.
 */
export type TapEvent =
  | { readonly type: 'customer'; readonly n: number; readonly moves: readonly CustomerMove[] }
  | { readonly type: 'said'; readonly n: number; readonly text: string }
  | {
      readonly type: 'called'
      readonly n: number
      readonly tool: string
      readonly input: Json
      readonly ok: boolean
      readonly output: Json
      readonly changes: readonly RowChange[]
    }

export type Tap = {
  /** everything so far, oldest first */
  readonly events: () => readonly TapEvent[]
  /** the number of the last event of the transcript, whatever it was */
  readonly last: () => number
}

/** A tap and the function that feeds it with the transcript's events as they happen. */
export function openTap(): { readonly tap: Tap; readonly feed: (event: TranscriptEvent) => void } {
  const events: TapEvent[] = []
  let last = 0
  let called: Extract<TranscriptEvent, { type: 'tool.called' }> | undefined
  let changes: RowChange[] = []
  const feed = (event: TranscriptEvent): void => {
    last = event.n
    if (event.type === 'message.sent' && event.from === 'customer') {
      events.push({ type: 'customer', n: event.n, moves: event.act.moves })
    } else if (event.type === 'message.sent') {
      events.push({ type: 'said', n: event.n, text: event.text })
    } else if (event.type === 'tool.called') {
      called = event
      changes = []
    } else if (event.type === 'tool.returned' && called !== undefined) {
      const { n, tool, input } = called
      events.push({ type: 'called', n, tool, input, ok: event.ok, output: event.output, changes })
    } else if (event.type === 'world.changed' && event.call === called?.call) {
      const { table, key, before, after } = event
      changes.push({ table, key, before, after })
    }
  }
  return { tap: { events: () => events, last: () => last }, feed }
}
