import { z } from 'zod'
import { recordedLines } from '../recorded/recorded.ts'

/** Messages of real agents with what a reader found in them (test/recorded/README.md). */
export const LABELLED_ACTS = ['question', 'proposal', 'refusal', 'claim-of-done', 'closing'] as const
export type LabelledAct = (typeof LABELLED_ACTS)[number]

const Labelled = z.strictObject({
  half: z.enum(['build', 'held-out']),
  /** where it was published: file, conversation and message, counted from 0 */
  file: z.string(),
  conversation: z.int().nonnegative(),
  message: z.int().nonnegative(),
  acts: z.array(z.enum(LABELLED_ACTS)),
  text: z.string().min(1),
})
export type Labelled = z.infer<typeof Labelled>

export const LABELLED: readonly Labelled[] = recordedLines('labelled.jsonl.gz').map((line) =>
  Labelled.parse(line),
)
