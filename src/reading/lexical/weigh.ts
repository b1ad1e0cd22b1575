import { type Evidence, evidenceOf, weighedAs } from './evidence.ts'
import type { Limits } from './limits.ts'
import type { Prepared } from './prepare.ts'
import type { Draft } from './settle.ts'
import type { Weighed } from './weighed.ts'

/** How much each piece of evidence counts, for each kind of act (tools/train-reader.ts). */
export type Certainty = Readonly<Record<Weighed, Readonly<Record<keyof Evidence, number>>>>

/** How likely an act with this evidence is right. */
export function chanceOfRight(evidence: Evidence, weights: Readonly<Record<keyof Evidence, number>>): number {
  let sum = 0
  for (const name of Object.keys(weights) as (keyof Evidence)[]) sum += weights[name] * evidence[name]
  return 1 / (1 + Math.exp(-sum))
}

/** The acts of a message, sure where all that speaks for them makes them likely enough. */
export function weigh(
  sentences: readonly (readonly Draft[])[],
  message: Prepared,
  certainty: Certainty,
  { certain }: Limits,
): readonly (readonly Draft[])[] {
  const all = sentences.flat()
  return sentences.map((drafts) =>
    drafts.map((draft) => {
      const as = weighedAs(draft)
      if (as === undefined) return draft
      return {
        ...draft,
        sure: chanceOfRight(evidenceOf(draft, as, all, message), certainty[as]) > certain[as],
      }
    }),
  )
}
