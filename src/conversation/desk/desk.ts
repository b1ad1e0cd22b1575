import type { ToolRole } from '../../base/values/desk-facts.ts'
import type { Json } from '../../base/values/json.ts'
import type { Row } from '../../base/values/value.ts'

/** One trial's back office while it is open: takes calls, answers as a real one would, never lets anything out. */
export type Desk = {
  readonly call: (tool: string, input: Json) => DeskAnswer
  /** what a call made elsewhere would have been here; nothing is run */
  readonly wouldBe: (tool: string, input: Json) => Pick<DeskAnswer, 'role' | 'handover'>
}

export type DeskAnswer = {
  readonly ok: boolean
  readonly output: Json
  readonly role: ToolRole | undefined
  readonly changes: readonly {
    readonly table: string
    readonly key: string
    readonly before: Row | null
    readonly after: Row | null
  }[]
  /** the customer is sent a note of it */
  readonly confirms: boolean
  /** money the call would have moved */
  readonly amount: number | null
  /** what a handover call said */
  readonly handover: { readonly reason: string; readonly note: string }
}
