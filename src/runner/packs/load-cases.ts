import { assert } from '../../base/assert.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { disturbedCases } from '../../cases/disturbed-cases.ts'
import { type CasePlan, type PlanSize, planCases } from '../../cases/plan-cases.ts'
import type { CaseSelection } from '../settings/run-request.ts'
import { loadAcceptedPack } from './load-pack.ts'

/** What is made of a pack beside its own cases. */
export type MadeSize = PlanSize | 'disturbed'

/** Somebody else who plans the cases of a pack, given by its place in the selection, while this process does other things. */
export type PlanPack = (
  pack: number,
  how: { readonly size: MadeSize; readonly seed: number },
) => Promise<{ readonly hash: string; readonly cases: readonly Case[] }>

/** The packs of a selection with the cases it asks for: their own, and those planned from the graph. */
export async function loadCases(
  selection: CaseSelection,
  seed: number,
  planPack?: PlanPack,
): Promise<readonly { readonly pack: Pack; readonly cases: readonly Case[] }[]> {
  const { planned: size } = selection
  const elsewhere = selection.packs.map((_, pack) =>
    size === 'none' ? undefined : planPack?.(pack, { size, seed }),
  )
  // Heard below, once the packs are loaded: what is wrong with a pack is said better there.
  for (const planning of elsewhere) planning?.catch(() => undefined)
  const packs = await Promise.all(selection.packs.map(loadAcceptedPack))
  return Promise.all(
    packs.map(async (pack, index) => {
      const own = selection.own ? pack.cases : []
      if (size === 'none') return { pack, cases: own }
      const made = (await elsewhere[index]) ?? { hash: pack.hash, cases: plannedCases(pack, size, seed) }
      assert(made.hash === pack.hash, `pack ${pack.id} did not change while it was loaded`)
      return { pack, cases: [...own, ...made.cases] }
    }),
  )
}

/** Cases made from the pack's graph, crossed with the tactics that fit each; or its own on a desk with faults. */
export const plannedCases = (pack: Pack, size: MadeSize, seed: number): readonly Case[] =>
  size === 'disturbed' ? disturbedCases(pack.cases) : planPack(pack, size, seed).cases

/** The same, with the situations that no case could be made for. Planned once a pack: that takes seconds. */
export function planPack(pack: Pack, size: PlanSize, seed: number): CasePlan {
  const known = planned.get(pack) ?? new Map<string, CasePlan>()
  planned.set(pack, known)
  const key = `${size} ${seed}`
  const plan = known.get(key) ?? planCases(pack, { size, seed, tactics: [...pack.tactics.values()] })
  known.set(key, plan)
  return plan
}

const planned = new WeakMap<Pack, Map<string, CasePlan>>()
