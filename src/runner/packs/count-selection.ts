import type { CaseSelection } from '../settings/run-request.ts'
import type { CaseCounts } from './check-selection.ts'
import { type CaseFacts, type PackFacts, packFacts, plannedFacts } from './pack-facts.ts'

/** How many cases and situations a selection has. */
export type SelectionCount = { readonly cases: CaseCounts; readonly situations: number }

/**
 * Counts a selection from what was prepared, without loading a pack. Undefined: something was not prepared, or a name is not
 * found; whoever loads the packs then counts, or says what is wrong.
 */
export async function countSelection(
  selection: CaseSelection,
  seed: number,
): Promise<SelectionCount | undefined> {
  const packs = await Promise.all(selection.packs.map((dir) => packFacts(dir).catch(() => undefined)))
  const counted = packs.map((pack) => (pack === undefined ? undefined : casesOf(pack, selection, seed)))
  if (counted.includes(undefined)) return undefined
  const cases = counted.flatMap((each) => each ?? [])
  const known = packs.flatMap((pack) => pack ?? [])
  if (!namesAreKnown(known, cases, selection)) return undefined
  const wanted = <T>(list: readonly T[], value: T | null): boolean =>
    list.length === 0 || (value !== null && list.includes(value))
  const played = cases.filter(
    (each) =>
      wanted(selection.cases, each.id) &&
      wanted(selection.buckets, each.bucket) &&
      wanted(selection.tactics, each.tactic) &&
      situationsOf(each, selection) > 0,
  )
  if (played.length === 0) return undefined
  const planned = played.filter((each) => each.planned).length
  const own = new Set(known.flatMap((pack) => pack.cases.map(({ id }) => id)))
  const ownPlayed = played.length - planned
  return {
    cases: { own: ownPlayed, planned, leftOut: own.size - ownPlayed },
    situations: played.reduce((sum, each) => sum + situationsOf(each, selection), 0),
  }
}

function casesOf(
  pack: PackFacts,
  { own, planned: size }: CaseSelection,
  seed: number,
): readonly CaseFacts[] | undefined {
  if (!pack.accepted) return undefined
  const written = own ? pack.cases : []
  if (size === 'none') return written
  // nothing is kept of what is made from other cases
  if (size === 'disturbed' || size === 'wide') return undefined
  const planned = plannedFacts(pack.hash, { size, seed })
  return planned === undefined ? undefined : [...written, ...planned]
}

const situationsOf = ({ intensities }: CaseFacts, selection: CaseSelection): number =>
  selection.intensities.length === 0
    ? 1
    : intensities.filter((one) => selection.intensities.includes(one)).length

function namesAreKnown(
  packs: readonly PackFacts[],
  cases: readonly CaseFacts[],
  selection: CaseSelection,
): boolean {
  const ids = new Set(cases.map(({ id }) => id))
  const tactics = new Set(packs.flatMap((pack) => pack.tactics))
  return selection.cases.every((id) => ids.has(id)) && selection.tactics.every((id) => tactics.has(id))
}
