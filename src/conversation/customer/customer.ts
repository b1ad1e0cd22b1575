import type { CustomerAct } from '../../base/values/acts.ts'
import type { Reading } from '../../base/values/reading.ts'

/**
 * The simulated customer: hear (the reading of the agent's messages) -> decide (pure) -> phrase. The driver sees only this.
 * It knows its card, its tactic and what was said; never the SOP, the graph, the rules or tool results.
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

export type Customer = {
  readonly open: () => CustomerTurn | Strayed | Promise<CustomerTurn | Strayed>
  /** `heard`: the agent's messages since the customer last spoke; none means the agent said nothing */
  readonly answer: (
    heard: readonly HeardMessage[],
  ) => CustomerTurn | Strayed | Promise<CustomerTurn | Strayed>
  /**
   * takes a recorded turn as its own instead of phrasing it again: when a stopped trial goes on and phrasing costs
   * something, and when a fork is replayed
   */
  readonly relive?: (turn: CustomerTurn, heard: readonly HeardMessage[]) => void
  /** asked again it says the same, and that costs nothing: a stopped trial asks it again and checks that it does */
  readonly repeats?: true
}
