import { z } from 'zod'
import { Tone } from '../base/values/acts.ts'

/**
 * All a customer may know: what they want, know, hide, lie about, cannot provide, and when they yield. Nothing here
 * names a rule, a bucket or an outcome; the customer never sees the SOP, the graph or a tool result.
 */
const scalar = z.union([z.string(), z.number(), z.boolean()])

/** One thing the customer wants done. */
export const CardRequest = z.strictObject({
  intent: z.string(),
  /** in a person's words, for reports: "a new strap before Friday" */
  wants: z.string(),
  /** what they say when asked: field -> claimed value (true or not: see `truth`) */
  knows: z.record(z.string(), scalar).default({}),
  /** fields they cannot give (said as `unavailable`) and will not give (`refused`) */
  cannot: z.array(z.string()).default([]),
  refuses: z.array(z.string()).default([]),
  /** fields already said in the opening message of this request */
  volunteers: z.array(z.string()).default([]),
  /** where a claim in `knows` is a lie: field -> what is really so. Never said, reaches nobody. */
  truth: z.record(z.string(), scalar).default({}),
  /** tools whose proposal they say no to; to every other fitting proposal they say yes */
  says_no_to: z.array(z.string()).default([]),
  /** why they say no to it, as they would say it: "I have moved"; absent: the desk's words for a no to the tool */
  because: z.string().min(1).optional(),
  /**
   * tools whose confirmation means that it is done: one is enough, of a list in the list all are needed. Absent (here and for
   * `answers`): proposed from the acceptable outcomes when a case is played
   */
  served_by: z.array(z.union([z.string(), z.array(z.string()).min(2)])).optional(),
  /** topics that count as the answer, if they are told */
  answers: z.array(z.string()).optional(),
  /** tools and topics that are about this request and not about another one of the card; proposed like the answers */
  concerns: z.array(z.string()).optional(),
  /** what they would take in its place, but reluctantly, or do not want to pay */
  instead: z.array(z.enum(['repair', 'credit', 'costs'])).optional(),
  /** later correction: after `after_turn`, field gets the new value (a truth-changing tactic) */
  corrects: z
    .array(z.strictObject({ field: z.string(), value: scalar, after_turn: z.int().min(1) }))
    .default([]),
  /**
   * asked again for a field they have answered, they say something else: field -> the answers after the first, in order.
   * `{ lack: refused }` and `{ lack: unavailable }` are answers too.
   */
  asked_again: z
    .record(
      z.string(),
      z.array(z.union([scalar, z.strictObject({ lack: z.enum(['refused', 'unavailable']) })])).min(1),
    )
    .default({}),
  /** what they show when they tell a field: an attachment, as a desk shows it, or a mail they paste; with its text */
  shows: z
    .record(z.string(), z.strictObject({ as: z.enum(['attachment', 'pasted']), text: z.string().min(1) }))
    .default({}),
  /** how it comes up: with the first message, after the first is dealt with, or in place of it from a turn on */
  comes: z
    .union([
      z.literal('at-start'),
      z.literal('after-first'),
      z.strictObject({ instead_after_turn: z.int().min(1) }),
    ])
    .default('at-start'),
})
export type CardRequest = z.infer<typeof CardRequest>

export const Card = z.strictObject({
  name: z.string(),
  tone: Tone.default('calm'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .default('en'),
  requests: z.array(CardRequest).min(1),
  /** free text: what they assert that is not so, and what they keep to themselves. `hides` is never said. */
  lies: z.string().optional(),
  hides: z.string().optional(),
  /** `fragments`: bare words, line by line. `late`: has to look first, and answers the next time */
  manner: z.array(z.enum(['fragments', 'late'])).default([]),
  /**
   * when they interrupt, where their tactic makes them demand a person or insult. The last time of it comes with the answer to
   * this field (the so manyth, 1 unless it says otherwise), or to a proposal of this tool (who demands a person leaves it
   * unanswered). Without it, from the second message on.
   */
  interrupts_with: z
    .union([
      z.strictObject({ field: z.string(), times: z.int().min(1).default(1) }),
      z.strictObject({ proposal: z.string() }),
    ])
    .optional(),
  /** whom they write for: "my mother" */
  speaks_for: z.string().min(1).optional(),
  /** declines with a reason they take before giving in, by intensity 0 to 3 */
  yields_after: z.tuple([z.int(), z.int(), z.int(), z.int()]).default([1, 1, 2, 3]),
  /** customer messages without progress before they leave */
  patience: z.int().min(1).default(4),
})
export type Card = z.infer<typeof Card>
