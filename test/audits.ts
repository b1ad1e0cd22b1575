import { expect, test } from 'vitest'
import type { Case, Pack } from '../src/cases/case.ts'
import { type Mutant, mutantsOf } from '../src/references/mutants.ts'
import { knownPacks } from '../src/runner/files/find-pack.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { auditPack, NOT_PROVEN } from '../src/runner/jobs/audit/audit.ts'
import { plannedCases } from '../src/runner/packs/load-cases.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'

const SEED = 1
const ORACLE_TRIALS = 60
const IN_FULL = 'lunchbox'
const NAMED_SHARE_MIN = 0.98

/** Defects to be mended: a comfort that is skipped is no longer caught at this desk since rules 9 (docs/validity.md). */
const KNOWN_MISSED: Readonly<Record<string, readonly string[]>> = {
  'logistics-delivery': ['complaint/sorry_once', 'complaint/sorry_late', 'complaint/sorry_unseen'],
}

const casesOf = (pack: Pack): readonly Case[] => [...pack.cases, ...plannedCases(pack, 'standard', SEED)]

/** One fault of each part, another one in each audit of the list: over the packs every kind of fault is planted. */
function sampleOf(mutants: readonly Mutant[], turn: number): ReadonlySet<string> {
  const byPart = new Map<string, Mutant[]>()
  for (const mutant of mutants) byPart.set(mutant.part, [...(byPart.get(mutant.part) ?? []), mutant])
  return new Set([...byPart.values()].flatMap((group) => group[turn % group.length]?.id ?? []))
}

/** Every desk we ship; its turn is which of the faults of a part is planted. */
export const DESKS = knownPacks(packageRoot()).map((place, turn) => ({ ...place, turn }))
export type Desk = (typeof DESKS)[number]

/**
 * The audit of desks: the small one in full, of the others one fault for each act, confirm, decide and forbid, and the
 * faults of conduct. `sage audit <pack>` plants them all and plays the oracle 1,000 times.
 */
export function testAudits(desks: readonly Desk[]): void {
  test.each(desks)(
    '$name: every planted fault is caught and named, and the oracle raises no alarm',
    async ({ name, dir, turn }) => {
      const pack = await loadPack(dir)
      const mutants = mutantsOf(pack.graph)
      const sample = sampleOf(mutants, turn)
      const result = await auditPack(pack, casesOf(pack), {
        seed: SEED,
        oracleTrials: ORACLE_TRIALS,
        ...(name === IN_FULL ? {} : { only: ({ id }) => sample.has(id) }),
      })
      expect(result.planted).toBeGreaterThan(20)
      expect(result.missed.filter(({ at }) => !(KNOWN_MISSED[name] ?? []).includes(at))).toEqual([])
      expect(result.unexercised.filter(({ because }) => because === NOT_PROVEN)).toEqual([])
      expect(result.unplanted).toEqual([])
      expect(result.alarms.map(({ case: id, because }) => `${id}: ${because}`)).toEqual([])
      expect(result.misnamed.length).toBeLessThanOrEqual((1 - NAMED_SHARE_MIN) * mutants.length)
    },
  )
}
