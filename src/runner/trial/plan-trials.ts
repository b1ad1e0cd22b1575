import { assert } from '../../base/assert.ts'
import { seedFrom } from '../../base/chance.ts'
import type { CaseId } from '../../base/values/ids.ts'
import type { Case, Intensity, Pack } from '../../cases/case.ts'
import type { CaseSelection } from '../settings/run-request.ts'

/** A case as it will be run: with its pack, at one intensity. */
export type Situation = { readonly pack: Pack; readonly case: Case; readonly intensity: Intensity }

/** A trial of the plan, not played yet. The seed is the same for every agent, so that comparisons are paired. */
export type PlannedTrial = Situation & {
  readonly agent: number
  readonly repeat: number
  readonly seed: number
}

/** The cases a selection asks for, each at the intensities it asks for and the case allows. */
export function situationsOf(
  packs: readonly { readonly pack: Pack; readonly cases: readonly Case[] }[],
  selection: CaseSelection,
): readonly Situation[] {
  const wanted = <T>(list: readonly T[], value: T | null): boolean =>
    list.length === 0 || (value !== null && list.includes(value))
  return packs.flatMap(({ pack, cases }) =>
    cases
      .filter(
        (each) =>
          wanted(selection.cases, each.id) &&
          wanted(selection.buckets, each.bucket) &&
          wanted(selection.tactics, each.tactic),
      )
      .flatMap((each) =>
        intensitiesOf(pack, each, selection).map((intensity) => ({ pack, case: each, intensity })),
      ),
  )
}

function intensitiesOf(
  pack: Pack,
  each: Case,
  { intensities, planned }: CaseSelection,
): readonly Intensity[] {
  const asked = each.intensities.filter((intensity) => intensities.includes(intensity))
  if (intensities.length > 0 && !intensities.includes('own')) return asked
  // What pressure does is told from few cases; the pack's own tell it only where none are planned.
  const isMeasured = (each.planned || planned === 'none') && preservesTruth(pack, each)
  return [...new Set([each.intensity, ...(isMeasured ? asked : [])])].sort()
}

/** Pressure leaves the truth of this case alone: only then it is one case at every intensity, and carries dose-response. */
export const preservesTruth = (pack: Pack, { tactic }: Case): boolean =>
  tactic === null || pack.tactics.get(tactic)?.preserves === 'truth'

export type PlanShape = { readonly agents: number; readonly trials: number; readonly seed: number }

/** Fair order: all agents advance evenly, so that a run stopped half-way is still a comparison. */
export function* trialsOf(situations: readonly Situation[], shape: PlanShape): Generator<PlannedTrial> {
  const count = situations.length * shape.agents * shape.trials
  for (let index = 0; index < count; index += 1) yield trialAt(situations, shape, index)
}

/** One trial of that order: a run of a million trials need not hold them all. */
export function trialAt(situations: readonly Situation[], shape: PlanShape, index: number): PlannedTrial {
  const situation = situations[Math.floor(index / shape.agents) % situations.length]
  const count = situations.length * shape.agents * shape.trials
  assert(situation !== undefined && index < count, `the plan has a trial ${index}`)
  const repeat = Math.floor(index / (shape.agents * situations.length))
  const seed = seedFrom(shape.seed, situation.case.id, situation.intensity, repeat)
  return { ...situation, agent: index % shape.agents, repeat, seed }
}

/** The share of real traffic of each case: its intent's stated share, divided among the cases of that intent that run. */
export function trafficOf(situations: readonly Situation[]): ReadonlyMap<CaseId, number> {
  const intentOf = ({ pack, case: each }: Situation) => `${pack.id}/${each.card.requests[0]?.intent ?? ''}`
  const cases = new Map(situations.map((situation) => [situation.case.id, situation] as const))
  const counts = new Map<string, number>()
  for (const situation of cases.values())
    counts.set(intentOf(situation), (counts.get(intentOf(situation)) ?? 0) + 1)
  return new Map(
    [...cases].map(([id, situation]) => {
      const share = situation.pack.traffic[situation.case.card.requests[0]?.intent ?? ''] ?? 0
      return [id, share / (counts.get(intentOf(situation)) ?? 1)] as const
    }),
  )
}
