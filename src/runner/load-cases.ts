import type { Case, Pack } from '../cases/case.ts'
import { type PlanSize, planCases } from '../cases/plan-cases.ts'
import { loadDesk } from './load-desk.ts'
import type { CaseSelection } from './run-request.ts'

/** The packs of a selection with the cases it asks for: their own, and those planned from the graph. */
export async function loadCases(
  selection: CaseSelection,
  seed: number,
): Promise<readonly { readonly pack: Pack; readonly cases: readonly Case[] }[]> {
  const packs = await Promise.all(selection.packs.map(loadDesk))
  return packs.map((pack) => ({
    pack,
    cases: [
      ...(selection.own ? pack.cases : []),
      ...(selection.planned === 'none' ? [] : plannedCases(pack, selection.planned, seed)),
    ],
  }))
}

/** Cases made from the pack's graph, crossed with the tactics that fit each. */
export const plannedCases = (pack: Pack, size: PlanSize, seed: number): readonly Case[] =>
  planCases(pack, { size, seed, tactics: [...pack.tactics.values()] }).cases
