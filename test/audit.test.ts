import { describe, expect, test } from 'vitest'
import { assert } from '../src/base/assert.ts'
import type { Mutant } from '../src/references/mutants.ts'
import { type Audit, auditPack } from '../src/runner/jobs/audit/audit.ts'
import type { Scorer } from '../src/runner/jobs/audit/audit-trial.ts'
import { atOurDesk } from '../src/verdicts/model/score.ts'
import { loadPackOnce } from './agents/contract.ts'
import { DESKS, testAudits } from './audits.ts'
import { inTurn } from './in-turn.ts'
import { scoreTrial } from './support/verdicts/score.ts'

describe('two desks in turn', () => testAudits(inTurn(DESKS, 2)))

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
    const pack = await loadPackOnce()
    return auditPack(pack, pack.cases, { seed: 1, oracleTrials: 12, ...wishes })
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
