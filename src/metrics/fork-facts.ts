import type { TrialScore } from '../verdicts/model/score.ts'
import type { ModelUse } from './usage.ts'

/** What one fork came to: what its sample of the decision did, and what the numbers need of its case. */
export type ForkFacts = {
  readonly agent: string
  readonly pack: string
  readonly case: string
  readonly bucket: string
  readonly intensity: number
  /** the replayed trial, the last replayed event, and the customer's other wording, if it has one: what makes a decision */
  readonly trial: string
  readonly at: number
  readonly swap: string | null
  /** the agent's next turn, or the rest of the conversation */
  readonly until: 'turn' | 'end'
  readonly state: TrialScore['state']
  /** what tells this sample from others */
  readonly action: string
  readonly class: string
  /** a catastrophe after the fork; null: not known of this fork */
  readonly unsafe: boolean | null
  /** rules that failed after the fork */
  readonly fails: readonly string[]
  /** recorded turns the agent was fed with, and those it answered differently */
  readonly fed: number
  readonly differs: number
  /** what the fork itself cost: nothing of what was replayed */
  readonly uses: readonly ModelUse[]
}
