import type { RowChange } from '../base/values/desk-facts.ts'
import type { Json } from '../base/values/json.ts'
import type { WorldState } from './state.ts'
import type { ToolError } from './world.ts'

/** What came of a call. Writes are intents against this trial's copy: the result looks real, nothing leaves the process. */
export type CallResult = {
  readonly state: WorldState
  readonly ok: boolean
  readonly output: Json
  readonly changes: readonly RowChange[]
  /** money the call would have moved; null: it moves none */
  readonly amount: number | null
  /** how long a slow back office would have taken; the runner may wait or not */
  readonly delayMs: number
}

export const failed = (state: WorldState, output: ToolError): CallResult => ({
  state,
  ok: false,
  output: { ...output },
  changes: [],
  amount: null,
  delayMs: 0,
})

export const succeeded = (
  state: WorldState,
  rest: { readonly output: Json; readonly changes?: readonly RowChange[]; readonly amount?: number | null },
): CallResult => ({
  state,
  ok: true,
  output: rest.output,
  changes: rest.changes ?? [],
  amount: rest.amount ?? null,
  delayMs: 0,
})
