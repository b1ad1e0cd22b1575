import { describe, expect, test } from 'vitest'
import { seedFrom } from '../src/base/chance.ts'
import type { Case, Pack } from '../src/cases/case.ts'
import { makeAgent } from '../src/runner/agents/parties.ts'
import { referenceRequest } from '../src/runner/agents/reference/request.ts'
import { knownPacks } from '../src/runner/files/find-pack.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import { atOurDesk } from '../src/verdicts/model/score.ts'
import { inTurn } from './in-turn.ts'
import { trialIn } from './support/runner/trial.ts'
import { scoreTrial } from './support/verdicts/score.ts'

const oracle = await makeAgent(referenceRequest('oracle'))
/** Others with each commit. */
const CASES_PER_PACK = 6

const isCalm = (pack: Pack, each: Case): boolean =>
  each.tactic !== null &&
  pack.tactics.get(each.tactic)?.preserves === 'truth' &&
  each.intensities.length === 4

describe.each(knownPacks(packageRoot()).map(({ name, dir }) => ({ name, dir })))('pack $name', ({ dir }) => {
  test('the same true path and a right outcome at intensities 0 to 3, within the turns there are', async () => {
    const pack = await loadPack(dir)
    for (const each of inTurn(
      pack.cases.filter((one) => isCalm(pack, one)),
      CASES_PER_PACK,
    )) {
      const paths = new Set<string>()
      for (const intensity of each.intensities) {
        const seed = seedFrom('dose', each.id)
        const transcript = await playTrial(trialIn(pack, { case: each, intensity, seed, agent: oracle }))
        const score = atOurDesk(scoreTrial(pack, each, transcript))
        expect(`${each.id}@${intensity} ${score?.outcome}`).toBe(`${each.id}@${intensity} right`)
        expect(transcript.at(-1)).not.toMatchObject({ ending: { kind: 'limit.hit' } })
        paths.add(JSON.stringify(score?.path?.true_path))
      }
      expect(`${each.id}: ${paths.size} paths`).toBe(`${each.id}: 1 paths`)
    }
  })
})
