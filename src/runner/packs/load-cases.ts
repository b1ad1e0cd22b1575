import { z } from 'zod'
import type { Case, Pack } from '../../cases/case.ts'
import { caseId } from '../../cases/case-id.ts'
import { disturbedCases } from '../../cases/disturbed-cases.ts'
import { type CasePlan, type CasePlanWishes, type PlanSize, planCases } from '../../cases/plan-cases.ts'
import { keepPrepared, type PreparedKey, readPrepared } from '../files/prepared.ts'
import type { CaseSelection } from '../settings/run-request.ts'
import { loadAcceptedPack } from './load-pack.ts'

/** What is made of a pack beside its own cases. */
type MadeSize = PlanSize | 'wide' | 'disturbed'

export const planKey = (
  hash: string,
  { size, seed }: { readonly size: PlanSize; readonly seed: number },
): PreparedKey => ({ kind: `plan-${size}-${seed}`, hash })

/** Our own writing, under a key of its content and of the build that wrote it: its shape need not be checked again in depth. */
const PlannedCases = z.custom<readonly Case[]>(
  (value) =>
    Array.isArray(value) &&
    value.every((each) => typeof each === 'object' && each !== null && 'card' in each),
)

/** The packs of a selection with the cases it asks for: their own, and those planned from the graph. */
export async function loadCases(
  selection: CaseSelection,
  seed: number,
): Promise<readonly { readonly pack: Pack; readonly cases: readonly Case[] }[]> {
  const packs = await Promise.all(selection.packs.map(loadAcceptedPack))
  return packs.map((pack) => ({ pack, cases: casesFor(pack, selection, seed) }))
}

/** The cases that a selection asks of one pack. */
export function casesFor(
  pack: Pack,
  { own, planned: size, cases: names }: Pick<CaseSelection, 'own' | 'planned' | 'cases'>,
  seed: number,
): readonly Case[] {
  const made = size === 'none' ? [] : plannedCases(pack, size, seed)
  const known = [...(own ? pack.cases : []), ...made]
  return [...known, ...namedCases(pack, { names, known, seed })]
}

const SIZES: readonly PlanSize[] = ['small', 'standard', 'full']

/**
 * Cases that are named and not among the known ones: planned cases of another size. A case has one name in all sizes, so
 * whoever read the name somewhere need not know which plan it came from.
 */
export function namedCases(
  pack: Pack,
  how: {
    readonly names: readonly string[]
    readonly known: readonly Case[]
    readonly seed: number
  },
): readonly Case[] {
  const { seed } = how
  const known = new Set<string>(how.known.map(({ id }) => id))
  const missing = new Set(how.names.filter((name) => !known.has(name) && isPlanned(pack, name)))
  const found: Case[] = []
  for (const size of SIZES) {
    if (missing.size === 0) break
    const here = planPack(pack, { size, seed }).cases.filter(({ id }) => missing.has(id))
    for (const { id } of here) missing.delete(id)
    found.push(...here)
  }
  return found
}

const isPlanned = ({ id }: Pack, name: string): boolean => name.startsWith(`${id}/plan-`)

/** Cases made from the pack's graph, crossed with the tactics that fit each; or its own on a desk with faults. */
export function plannedCases(pack: Pack, size: MadeSize, seed: number): readonly Case[] {
  if (size === 'disturbed') return disturbedCases(pack.cases)
  if (size === 'wide') return [...plannedCases(pack, 'small', seed), ...onceEach(pack, seed)]
  const key = planKey(pack.hash, { size, seed })
  const prepared = readPrepared(key, PlannedCases)
  if (prepared !== undefined) return prepared
  const { cases } = planPack(pack, { size, seed })
  keepPrepared(key, cases)
  return cases
}

/** A case for every path, boundary and interrupt, each at one intensity: the procedure is covered without four times the cost. */
const onceEach = (pack: Pack, seed: number): readonly Case[] =>
  planCases(pack, { size: 'full', cross: 'one', seed, tactics: [...pack.tactics.values()] }).cases.map(
    (each) => ({
      ...each,
      id: caseId(pack.id, `once-${each.id.slice(pack.id.length + 1)}`),
      intensities: [each.intensity],
    }),
  )

/** The same, with the situations that no case could be made for. Planned once a pack: that takes seconds. */
export function planPack(pack: Pack, how: Omit<CasePlanWishes, 'tactics' | 'cross'>): CasePlan {
  const known = planned.get(pack) ?? new Map<string, CasePlan>()
  planned.set(pack, known)
  const key = JSON.stringify([how.size, how.seed])
  const plan = known.get(key) ?? planCases(pack, { ...how, tactics: [...pack.tactics.values()] })
  known.set(key, plan)
  return plan
}

const planned = new WeakMap<Pack, Map<string, CasePlan>>()
