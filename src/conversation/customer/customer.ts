import type { CustomerAct } from '../../base/values/acts.ts'
import type { HeardByCustomer } from '../../base/values/heard.ts'
import type { Json } from '../../base/values/json.ts'
import type { Reading } from '../../base/values/reading.ts'

/**
 * The simulated customer: hear (what its ear makes of the agent's messages) -> decide (a table, pure) -> phrase. The driver sees
 * only this. It knows its card, its tactic, what was said and what was confirmed to it; never the SOP, the graph, the rules
 * or tool results.
 */
export type CustomerTurn = {
  readonly text: string
  readonly act: CustomerAct
  /** it says goodbye with this message: the agent gets one more turn */
  readonly leaves: boolean
}

/** The customer left its card and could not be mended: the trial is void. */
export type Strayed = { readonly strayed: string }

/** An agent message with what its words did; the same reading is recorded and judged. */
export type HeardMessage = { readonly n: number; readonly text: string; readonly reading: Reading }

/** What the world sends a customer when a deed is done that its tool confirms: which, and with what. */
export type Confirmation = { readonly tool: string; readonly with: Readonly<Record<string, Json>> }

/** Makes of a message what a customer may know of it: no words. */
export type Ear = (message: HeardMessage) => HeardByCustomer

export type Customer = {
  readonly open: () => CustomerTurn | Strayed | Promise<CustomerTurn | Strayed>
  /**
   * `heard`: the agent's messages since the customer last spoke; none means the agent said nothing. `confirmed`: what it was
   * sent since then; absent: the desk is not ours, so nothing is seen, and a deed told as done is one
   */
  readonly answer: (
    heard: readonly HeardMessage[],
    confirmed?: readonly Confirmation[],
  ) => CustomerTurn | Strayed | Promise<CustomerTurn | Strayed>
  /**
   * takes a recorded turn as its own instead of phrasing it again: when a stopped trial goes on and phrasing costs
   * something, and when a fork is replayed
   */
  readonly relive?: (
    turn: CustomerTurn,
    heard: readonly HeardMessage[],
    confirmed?: readonly Confirmation[],
  ) => void
  /** asked again it says the same, and that costs nothing: a stopped trial asks it again and checks that it does */
  readonly repeats?: true
}
