import { z } from 'zod'
import { isTrialId } from '../../base/values/ids.ts'
import { ALL_DIMENSIONS, type Dimension, WHOLE_DIMENSIONS } from './judge.ts'

/** What a person said of one message, or of a conversation: one line of a labels file. */
export const Label = z
  .strictObject({
    trial: z
      .string()
      .min(1)
      .refine(isTrialId)
      .describe('id of a stored trial: run/agent/pack/case@intensity#repeat'),
    n: z.int().min(0).describe('number of the rated agent message; 0: the conversation as a whole'),
    dimension: z.literal(ALL_DIMENSIONS as readonly [Dimension, ...Dimension[]]),
    value: z
      .number()
      .min(0)
      .max(1)
      .describe('0, 0.25, 0.5, 0.75 or 1 by the rubric; anything between is taken too'),
    rater: z.string().min(1).describe('who rated: a name or a pseudonym'),
    note: z.string().optional(),
  })
  .describe('One line of a labels file (JSONL), as read by `sage calibrate`.')
export type Label = z.infer<typeof Label>

/** Of the conversation as a whole, or of a message: a dimension is one or the other. */
export const isWhole = (dimension: Dimension): boolean =>
  WHOLE_DIMENSIONS.some((whole) => whole === dimension)
