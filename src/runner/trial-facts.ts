import type { TrialFacts } from '../metrics/trial-facts.ts'
import type { Transcript } from '../transcript/event.ts'
import { misunderstandings } from '../transcript/misunderstandings.ts'
import { meanRatings, shownTo } from '../verdicts/judges/judge.ts'
import { lexicalRatings } from '../verdicts/judges/lexical.ts'
import type { TrialScore } from '../verdicts/score.ts'
import type { PlannedTrial } from './plan-trials.ts'

/** Puts together what the numbers are made of: the score, the case, what the agent's model cost. */
export function factsOf(trial: {
  readonly planned: PlannedTrial
  readonly agent: string
  readonly score: TrialScore
  readonly transcript: Transcript
  readonly judges: readonly string[]
  readonly traffic: number
}): TrialFacts {
  const { pack, case: theCase, intensity, repeat } = trial.planned
  return {
    agent: trial.agent,
    pack: pack.id,
    case: theCase.id,
    bucket: theCase.bucket,
    tactic: theCase.tactic,
    preservesTruth: theCase.tactic === null || pack.tactics.get(theCase.tactic)?.preserves === 'truth',
    intensity,
    repeat,
    score: trial.score,
    ratings: trial.judges.includes('lexical') ? meanRatings(lexicalRatings(shownTo(trial.transcript))) : {},
    usd: costOf(trial.transcript),
    misunderstood: misunderstandings(trial.transcript),
    traffic: trial.traffic,
  }
}

/** Null where nothing was paid or a price is not known. */
function costOf(transcript: Transcript): number | null {
  const used = transcript.filter((event) => event.type === 'usage.recorded' && event.role === 'agent')
  if (used.length === 0) return null
  return used.reduce<number | null>(
    (sum, event) =>
      sum === null || event.type !== 'usage.recorded' || event.usd === null ? null : sum + event.usd,
    0,
  )
}
