import type { Case, Intensity, Pack } from '../../../cases/case.ts'
import type { CasePlan } from '../../../cases/plan-cases.ts'

/** A conversation to be made: who comes with what, how hard they push, and in which voice the agent speaks. */
export type Situation = {
  readonly case: Case
  readonly intensity: Intensity
  readonly voice: string | null
  /** the planned path it is there for; null: a case that somebody wrote */
  readonly planned: string | null
  readonly repeat: number
}

/** What each planned case is there for: the edges it takes. */
export const plannedPaths = ({ exercised }: CasePlan): ReadonlyMap<string, string> =>
  new Map(exercised.map(({ id, edges }) => [id, edges.join(' ')]))

/**
 * Situations without end, the most needed first: one of every planned path, then every case, then all of them again with
 * the next voice, the next intensity and another customer.
 */
export function* situationsFor(pack: Pack, plan: CasePlan): Generator<Situation> {
  const paths = plannedPaths(plan)
  const all = [...plan.cases, ...pack.cases]
  const cases = firstOfEachPath(all, paths)
  const voices = [...pack.voices.keys(), null]
  for (let repeat = 0; ; repeat += 1)
    for (const [at, each] of cases.entries()) {
      const intensity = each.intensities[repeat % each.intensities.length] ?? each.intensity
      const voice = voices[(at + repeat) % voices.length] ?? null
      yield { case: each, intensity, voice, planned: paths.get(each.id) ?? null, repeat }
    }
}

function firstOfEachPath(cases: readonly Case[], paths: ReadonlyMap<string, string>): readonly Case[] {
  const seen = new Set<string>()
  const first: Case[] = []
  const others: Case[] = []
  for (const each of cases) {
    const path = paths.get(each.id)
    const isNew = path !== undefined && !seen.has(path)
    if (path !== undefined) seen.add(path)
    ;(isNew ? first : others).push(each)
  }
  return [...first, ...others]
}
