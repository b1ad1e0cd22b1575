import { seedFrom } from '../../../base/chance.ts'
import type { Problem } from '../../../base/files/problem.ts'
import type { Case, Intensity, Pack } from '../../../cases/case.ts'
import { readAndScore } from '../../scoring/read-and-score.ts'
import { type Auditing, oracleOf, runAudited } from './audit-trial.ts'

const SEEDS = [1, 2] as const

/**
 * Cases that an agent without a fault cannot finish within the pack's turns, at the highest intensity they run at: shown by playing
 * them. A limit that cuts off the right way would be counted against every agent.
 */
export async function turnsThatDoNotFit(pack: Pack): Promise<readonly Problem[]> {
  const auditing: Auditing = { pack, score: readAndScore, voice: null, protocol: 'declared' }
  const problems: Problem[] = []
  for (const each of pack.cases) {
    const intensity = [...each.intensities].sort((a, b) => b - a)[0] ?? 0
    if (await isCutOff(auditing, each, intensity)) problems.push(cutOff(each, intensity, pack.turnsMax))
  }
  return problems
}

async function isCutOff(auditing: Auditing, each: Case, intensity: Intensity): Promise<boolean> {
  const agent = oracleOf(auditing.pack.graph)
  for (const seed of SEEDS) {
    const { transcript } = await runAudited(auditing, each, {
      intensity,
      seed: seedFrom(seed, each.id, 'turns'),
      agent,
    })
    const ended = transcript.at(-1)
    if (ended?.type === 'conversation.ended' && ended.ending.kind === 'limit.hit') return true
  }
  return false
}

const cutOff = (each: Case, intensity: Intensity, turns: number): Problem => ({
  ...each.at,
  code: 'turns-too-few',
  message: `${each.id}: at intensity ${intensity} an agent that follows the graph does not finish within ${turns} turns`,
  hint: 'Raise `turns_max` in pack.yaml, or let the card volunteer more.',
  severity: 'error',
})
