import { z } from 'zod'
import type { CaseId } from '../base/values/ids.ts'
import type { Intensity } from '../cases/case.ts'
import { Lead } from '../verdicts/model/lead.ts'
import type { TrialScore } from '../verdicts/model/score.ts'
import { ModelUse } from './usage.ts'

/** What the numbers need of a trial besides its score and where it stands: stored beside it. */
export const BesideScore = z.object({
  bucket: z.enum(['resolvable', 'must-escalate', 'adversarial']),
  tactic: z.string().nullable(),
  /** the tactic leaves the truth alone: only such cases carry dose-response */
  preservesTruth: z.boolean(),
  /** how badly the desk worked; null: as it should */
  disturbance: z.number().nullable(),
  /** mean rating a dimension, where judges rated the trial */
  ratings: z.record(z.string(), z.number()).readonly(),
  /** what the agent's model cost; null: not known */
  usd: z.number().nullable(),
  /** model calls of every role */
  uses: z.array(ModelUse).readonly(),
  /** milliseconds the agent took to answer, by turn; none where nothing measured it */
  replies: z.array(z.number()).readonly(),
  /** turns in which the customer took the agent's words for something else than it reported */
  misunderstood: z.object({ hits: z.number(), of: z.number() }).readonly(),
  /** the code with which the agent itself failed and ended the conversation; null: it did not */
  failed: z.string().nullable(),
  /** every agent turn that was owed got a letter, a digit or a call; absent: another version stored the trial */
  answered: z.boolean().exactOptional(),
  /** the language of the desk, where no reader is tested in it; absent: one is */
  untested: z.string().exactOptional(),
  /** share of real traffic this case stands for, divided among the cases of its intent */
  traffic: z.number(),
  /** what went wrong first in it; null: nothing did; absent: an older version stored the trial */
  lead: Lead.nullable().exactOptional(),
})

/** What the numbers are made of: one trial, with what is known of its case. */
export type TrialFacts = Readonly<z.infer<typeof BesideScore>> & {
  readonly agent: string
  readonly pack: string
  readonly case: CaseId
  readonly intensity: Intensity
  /** which repetition of the suite, from 0 */
  readonly repeat: number
  readonly score: TrialScore
}
