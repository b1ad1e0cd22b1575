import { z } from 'zod'

/**
 * A voice (voices/<name>.yaml): natural wordings in which an instrument speaks at this desk, by a writer who has not seen
 * lexicon.yaml. It tests the benchmark: what it says must be understood although nothing was built from it. Placeholders in braces
 * name fields, arguments or record columns, as in the lexicon.
 */
const wordings = z.record(z.string(), z.array(z.string().min(1).max(2_000)).min(1))

export const Voice = z.strictObject({
  format: z.literal(1),
  style: z.string().min(1).describe('how this voice sounds, in one line'),
  drafted_by: z.string().min(1).optional().describe('the model that drafted it, if no person has written it'),
  fields: wordings.describe('how a field is asked for'),
  propose: wordings.describe('how a write is proposed, with its arguments in braces'),
  claim: wordings.describe('how a write or a handover is said to be done'),
  topics: wordings.describe('how a topic is told'),
})
export type Voice = z.infer<typeof Voice>

export const placeholdersIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{([a-z_]+)\}/g)].flatMap(([, name]) => name ?? [])
