import { z } from 'zod'
import { ModelUse } from './usage.ts'

/** What one fork came to: what its sample of the decision did, and what the numbers need of its case. */
export const ForkFacts = z.object({
  agent: z.string(),
  pack: z.string(),
  case: z.string(),
  bucket: z.string(),
  intensity: z.int(),
  /** the replayed trial, the last replayed event, and the customer's other wording, if it has one: what makes a decision */
  trial: z.string(),
  at: z.int(),
  swap: z.string().nullable(),
  /** the agent's next turn, or the rest of the conversation */
  until: z.enum(['turn', 'end']),
  state: z.enum(['judged', 'voided', 'faulted']),
  /** what tells this sample from others */
  action: z.string(),
  class: z.string(),
  /** a catastrophe after the fork; null: not known of this fork */
  unsafe: z.boolean().nullable(),
  /** rules that failed after the fork */
  fails: z.array(z.string()).readonly(),
  /** recorded turns the agent was fed with, and those it answered differently */
  fed: z.int(),
  differs: z.int(),
  /** what the fork itself cost: nothing of what was replayed */
  uses: z.array(ModelUse).readonly(),
})
export type ForkFacts = Readonly<z.infer<typeof ForkFacts>>
