import { z } from 'zod'
import { isClauseId } from '../../base/values/ids.ts'

/**
 * What went wrong first in one trial, in the words of the conversation. It is stored beside the trial, so that a list of failures
 * reads no transcript and no pack.
 */
export const Lead = z.strictObject({
  kind: z
    .enum(['harm', 'outcome', 'words', 'unclear'])
    .describe(
      'harm: did what the procedure forbids; outcome: ended wrongly; words: said something wrong; unclear: could not be told',
    ),
  rule: z.string().describe('whose finding it is'),
  cause: z.string().describe('the same for trials that went wrong in the same way at the same desk'),
  says: z.string().describe('what the agent did, in a few plain words'),
  due: z.string().nullable().describe('what was due instead, in a few plain words'),
  at: z.int().min(0).describe('the event'),
  heard: z.string().nullable().describe('what the customer had said before it'),
  said: z.string().nullable().describe('the words of the agent'),
  did: z.string().nullable().describe('its call, with the values that matter'),
  clause: z.string().refine(isClauseId).nullable(),
  sentence: z.string().nullable().describe('the sentence of the SOP'),
  money: z.number().describe('at risk in the whole conversation'),
  currency: z.string(),
})
export type Lead = z.infer<typeof Lead>
