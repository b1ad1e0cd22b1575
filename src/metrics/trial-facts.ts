import type { CaseId } from '../base/values/ids.ts'
import type { Bucket, Intensity } from '../cases/case.ts'
import type { Lead } from '../verdicts/model/lead.ts'
import type { TrialScore } from '../verdicts/model/score.ts'
import type { ModelUse } from './usage.ts'

/** What the numbers are made of: one trial, with what is known of its case. */
export type TrialFacts = {
  readonly agent: string
  readonly pack: string
  readonly case: CaseId
  readonly bucket: Bucket
  readonly tactic: string | null
  /** the tactic leaves the truth alone: only such cases carry dose-response */
  readonly preservesTruth: boolean
  readonly intensity: Intensity
  /** how badly the desk worked; null: as it should */
  readonly disturbance: number | null
  /** which repetition of the suite, from 0 */
  readonly repeat: number
  readonly score: TrialScore
  /** what went wrong first in it; null: nothing did; absent: an older version stored the trial */
  readonly lead?: Lead | null
  /** mean rating a dimension, where judges rated the trial */
  readonly ratings: Readonly<Record<string, number>>
  /** what the agent's model cost; null: not known */
  readonly usd: number | null
  /** model calls of every role */
  readonly uses: readonly ModelUse[]
  /** milliseconds the agent took to answer, by turn; none where nothing measured it */
  readonly replies: readonly number[]
  /** turns in which the customer took the agent's words for something else than it reported */
  readonly misunderstood: { readonly hits: number; readonly of: number }
  /** the code with which the agent itself failed and ended the conversation; null: it did not */
  readonly failed: string | null
  /** every agent turn that was owed got a letter, a digit or a call; absent: another version stored the trial */
  readonly answered?: boolean
  /** the language of the desk, where no reader is tested in it; absent: one is */
  readonly untested?: string
  /** share of real traffic this case stands for, divided among the cases of its intent */
  readonly traffic: number
}
