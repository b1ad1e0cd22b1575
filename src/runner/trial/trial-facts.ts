import { NO_PRICES, type Prices } from '../../metrics/prices.ts'
import { replyTimes } from '../../metrics/reply-times.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { moneyOf, usesIn } from '../../metrics/usage.ts'
import { isMeasured } from '../../reading/lexical/frames/languages.ts'
import { allAnswered } from '../../transcript/all-answered.ts'
import type { Transcript } from '../../transcript/event.ts'
import { misunderstandings } from '../../transcript/misunderstandings.ts'
import { lexicalJudge, lexicalMeans } from '../../verdicts/judges/lexical.ts'
import { meanOverJudges, type RatingRow } from '../../verdicts/judges/rating-row.ts'
import type { TrialScore } from '../../verdicts/model/score.ts'
import { findLead } from '../../verdicts/scoring/find-lead.ts'
import { type PlannedTrial, preservesTruth } from './plan-trials.ts'

/** The facts of a scored trial, which all numbers are computed from: its case, its score, its ratings, its costs. */
export function factsOf(trial: {
  readonly planned: PlannedTrial
  readonly agent: string
  readonly score: TrialScore
  readonly transcript: Transcript
  /** milliseconds an agent outside took, turn by turn */
  readonly waited?: readonly number[]
  readonly judges: readonly string[]
  /** what model judges said of it; the lexical judge is applied here, if it is among the judges */
  readonly rated?: readonly RatingRow[]
  readonly traffic: number
  readonly prices?: Prices
}): TrialFacts {
  const { pack, case: theCase, intensity, repeat } = trial.planned
  const uses = usesIn(trial.transcript, trial.prices ?? NO_PRICES)
  return {
    agent: trial.agent,
    pack: pack.id,
    case: theCase.id,
    bucket: theCase.bucket,
    tactic: theCase.tactic,
    preservesTruth: preservesTruth(pack, theCase),
    intensity,
    disturbance: theCase.disturbance,
    repeat,
    score: trial.score,
    lead: findLead(pack, theCase, trial.transcript, trial.score),
    ratings: meanOverJudges(
      trial.rated ?? [],
      trial.judges.includes(lexicalJudge.id) ? lexicalMeans(trial.transcript) : null,
    ),
    usd: moneyOf(uses.filter(({ role }) => role === 'agent')),
    uses,
    replies: [...replyTimes(trial.transcript), ...(trial.waited ?? [])],
    misunderstood: misunderstandings(trial.transcript),
    failed: agentFailure(trial.transcript),
    answered: allAnswered(trial.transcript),
    ...(isMeasured(pack.language) ? {} : { untested: pack.language }),
    traffic: trial.traffic,
  }
}

function agentFailure(transcript: Transcript): string | null {
  const last = transcript.at(-1)
  return last?.type === 'conversation.ended' && last.ending.kind === 'agent.failed' ? last.ending.code : null
}
