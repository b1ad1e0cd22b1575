import { describe, expect, test } from 'vitest'
import { assert } from '../../src/base/assert.ts'
import type { Case, Pack } from '../../src/cases/case.ts'
import { type Mutant, mutantsOf } from '../../src/references/mutants.ts'
import { knownPacks } from '../../src/runner/files/find-pack.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { type Audit, auditPack, NOT_PROVEN } from '../../src/runner/jobs/audit/audit.ts'
import type { Scorer } from '../../src/runner/jobs/audit/audit-trial.ts'
import { plannedCases } from '../../src/runner/packs/load-cases.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import { atOurDesk } from '../../src/verdicts/model/score.ts'
import { scoreTrial } from '../../src/verdicts/scoring/score-trial.ts'

/**
 * The audit of every pack we ship: the small one in full, of the others one fault for each act, confirm, decide and
 * forbid, and the faults of conduct. `sage audit <pack>` plants them all and plays the oracle 1,000 times.
 */
const SEED = 1
const ORACLE_TRIALS = 60
const IN_FULL = 'lunchbox'
const NAMED_SHARE_MIN = 0.98

const casesOf = (pack: Pack): readonly Case[] => [...pack.cases, ...plannedCases(pack, 'standard', SEED)]

/** One fault of each part, another one in each audit of the list: over the packs every kind of fault is planted. */
function sampleOf(mutants: readonly Mutant[], turn: number): ReadonlySet<string> {
  const byPart = new Map<string, Mutant[]>()
  for (const mutant of mutants) byPart.set(mutant.part, [...(byPart.get(mutant.part) ?? []), mutant])
  return new Set([...byPart.values()].flatMap((group) => group[turn % group.length]?.id ?? []))
}

const packs = knownPacks(packageRoot())

describe.each(packs.map((place, turn) => ({ ...place, turn })))('$name', ({ name, dir, turn }) => {
  test('every planted fault is caught and named, and the oracle raises no alarm', async () => {
    const pack = await loadPack(dir)
    const mutants = mutantsOf(pack.graph)
    const sample = sampleOf(mutants, turn)
    const result = await auditPack(pack, casesOf(pack), {
      seed: SEED,
      oracleTrials: ORACLE_TRIALS,
      ...(name === IN_FULL ? {} : { only: ({ id }) => sample.has(id) }),
    })
    expect(result.planted).toBeGreaterThan(20)
    expect(result.missed).toEqual([])
    expect(result.unexercised.filter(({ because }) => because === NOT_PROVEN)).toEqual([])
    expect(result.unplanted).toEqual([])
    expect(result.alarms.map(({ case: id, because }) => `${id}: ${because}`)).toEqual([])
    expect(result.misnamed.length).toBeLessThanOrEqual((1 - NAMED_SHARE_MIN) * mutants.length)
  })
})

describe('a hole in the rules is found', () => {
  /** A rule engine that looks away from whatever is forbidden. */
  const blind: Scorer = (pack, theCase, transcript) => {
    const score = scoreTrial(pack, theCase, transcript)
    return score.state !== 'judged' || score.world === 'own' || score.forbidden.length === 0
      ? score
      : {
          ...score,
          forbidden: [],
          divergence: null,
          outcome: 'right',
          path: score.path === null ? null : { ...score.path, exact: true, alignment: [] },
          turns: score.turns.map((turn) => ({ ...turn, action_right: true })),
          verdicts: score.verdicts.filter(({ outcome }) => outcome !== 'fail'),
        }
  }
  const audit = async (wishes: Partial<Parameters<typeof auditPack>[2]>): Promise<Audit> => {
    const place = packs.find(({ name }) => name === IN_FULL)
    const pack = await loadPack(place?.dir ?? '')
    return auditPack(pack, pack.cases, { seed: SEED, oracleTrials: 12, ...wishes })
  }

  test('faults it should have caught are reported as missed, each with its place', async () => {
    const only = ({ fault }: Mutant) => fault === 'forbidden-taken'
    expect((await audit({ only })).missed).toEqual([])
    const result = await audit({ only, score: blind })
    expect(result.caught).toBeLessThan(result.planted)
    expect(result.missed).toContainEqual({ fault: 'forbidden-taken', at: 'no-late-cancel' })
  })

  test('a rule that cries wolf is an alarm on the oracle, with a transcript that scores again', async () => {
    const only = () => false
    const wolf: Scorer = (...trial) => {
      const score = atOurDesk(scoreTrial(...trial))
      assert(score !== undefined, 'the oracle is judged')
      return { ...score, outcome: 'wrong' }
    }
    const result = await audit({ only, score: wolf })
    expect(result.alarms_on_oracle).toBe(12)
    expect(result.alarms[0]).toMatchObject({
      because: 'outcome',
      transcript: expect.stringMatching(/^\{"n":1,/),
    })
  })
})
