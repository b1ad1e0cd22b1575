import type { RunId } from '../../base/values/ids.ts'
/** Blind rating: a conversation without its agent's name, and what to rate in it. */
export type ReviewTask = {
  readonly run: RunId
  /** names the conversation without saying whose it is; null: nothing is left to rate */
  readonly task: string | null
  readonly messages: readonly ReviewMessage[]
  readonly rubric: readonly ReviewDimension[]
  /** conversations this person has rated, and those still to come in the sample */
  readonly done: number
  readonly left: number
}
export type ReviewMessage = { readonly n: number; readonly from: 'customer' | 'agent'; readonly text: string }
export type ReviewDimension = {
  readonly dimension: string
  /** rated once, of the conversation as a whole */
  readonly whole: boolean
  readonly asks: string
  /** what level 0 to 4 means; the rating is level / 4 */
  readonly levels: readonly string[]
}

/** "This verdict is wrong, because ...": what a person said of one verdict. Appended, never changed. */
export type Dispute = {
  readonly at: string
  readonly author: string
  readonly rule: string
  readonly n: number
  readonly because: string
}
