import type { Json, JsonObject } from '../../base/values/json.ts'
import type { TrialView } from './trial-view.ts'

/** A person at the desk as the agent: what any agent is given, and nothing else, until it is over. */
export type PlayView = {
  readonly session: string
  readonly case: string
  readonly title: string
  readonly today: string
  readonly sop: string
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly parameters: JsonObject
  }[]
  readonly heard: readonly PlayHeard[]
  /** null: it is the person's turn */
  readonly over: {
    readonly trial: TrialView
    readonly transcript: string
    /** the person broke it off: nothing failed */
    readonly stopped: boolean
  } | null
}

export type PlayHeard =
  | { readonly from: 'customer' | 'agent'; readonly text: string }
  | {
      readonly from: 'tool'
      readonly tool: string
      readonly input: Json
      readonly ok: boolean
      readonly output: Json
    }
