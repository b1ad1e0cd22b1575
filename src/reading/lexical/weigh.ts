import { type Evidence, evidenceOf, weighedAs } from './evidence.ts'
import type { Limits } from './limits.ts'
import type { Prepared } from './prepare.ts'
import type { Draft } from './settle.ts'
import type { WeighedKind } from './weighed.ts'

/** How much each piece of evidence counts, for each kind of act (tools/reader/train-reader.ts). */
export type Certainty = Readonly<Record<WeighedKind, Readonly<Record<keyof Evidence, number>>>>

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
  const weighed = (draft: Draft): WeighedDraft => {
    const as = weighedAs(draft)
    if (as === undefined) return { draft, right: 0 }
    const right = chanceOfRight(evidenceOf(draft, as, all, message), certainty[as])
    return { draft: { ...draft, sure: right > certain[as], right }, right }
  }
  return sentences.map((drafts) => {
    const own = drafts.map(weighed)
    return own.map((one) =>
      isSisterOfLikelier(one, own, message) ? { ...one.draft, sure: false } : one.draft,
    )
  })
}
type WeighedDraft = { readonly draft: Draft; readonly right: number }

/**
 * "The appointment has been cancelled, and the late fee has been charged": the first clause may name the sister that cancels
 * without a fee. Of two deeds of one kind claimed in one sentence only the likelier is sure.
 */
function isSisterOfLikelier(
  { draft, right }: WeighedDraft,
  sentence: readonly WeighedDraft[],
  { index: { tools } }: Prepared,
): boolean {
  if (draft.kind !== 'claim-done' || !draft.sure) return false
  const deedsOf = ({ place }: Draft) => tools.entries[tools.listed.indexOf(place?.name ?? '')]?.nameDeeds
  const own = [...(deedsOf(draft) ?? [])]
  return sentence.some(
    (other) =>
      other.draft.kind === 'claim-done' &&
      other.draft.sure &&
      other.draft.place?.name !== draft.place?.name &&
      other.right >= right &&
      own.some((deed) => deedsOf(other.draft)?.has(deed)),
  )
}
