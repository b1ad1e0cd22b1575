import { assert } from '../../base/assert.ts'
import type { Case, Pack } from '../../cases/case.ts'
import type { Prices } from '../../metrics/prices.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import type { StoredTrial } from '../../storage/store.ts'
import { writeFacts } from '../../storage/stored-facts.ts'
import type { Transcript } from '../../transcript/event.ts'
import { writeTranscript } from '../../transcript/write-transcript.ts'
import type { RatingRow } from '../../verdicts/judges/rating-row.ts'
import { faultedScore, type TrialScore } from '../../verdicts/model/score.ts'
import { scoreTrial } from '../../verdicts/scoring/score-trial.ts'
import type { TrialJudge } from '../judges/judge-performed.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { PlannedTrial } from './plan-trials.ts'
import { executeTrial, type Trial } from './play-trial.ts'
import { factsOf } from './trial-facts.ts'

/** A trial of the plan, done: as it is stored, and as it is counted. */
export type Performed = {
  readonly trial: StoredTrial
  readonly facts: TrialFacts
  /** what model judges said of it */
  readonly rated: readonly RatingRow[]
}

/** How one attempt is executed; the plain way needs nothing around it. */
export type Execute = (trial: Trial) => Promise<Transcript>

export type Performer = (
  planned: PlannedTrial,
  how?: { readonly execute: Execute; readonly attempt: number },
) => Promise<Performed>

const ATTEMPTS_MAX = 3
const PLAINLY = { execute: (trial: Trial) => executeTrial(trial), attempt: 0 }

/** The middle of a run: a planned trial becomes a transcript, a score and facts. Nothing is stored here. */
export function openPerformer(parts: {
  readonly run: string
  readonly request: Pick<RunRequest, 'judges'>
  /** case -> share of real traffic it stands for */
  readonly traffic: ReadonlyMap<string, number>
  readonly prices: Prices
  readonly agents: readonly Trial['agent'][]
  readonly customer: Trial['customer']
  readonly recogniser?: Trial['recogniser']
  readonly judge: TrialJudge
  /** told of what the judges' calls came to, as of every other event */
  readonly onEvent: (trial: string, event: Transcript[number]) => void
}): Performer {
  return async (planned, how = PLAINLY) => {
    const agent = parts.agents[planned.agent]
    assert(agent !== undefined, `the plan has an agent ${planned.agent}`)
    const { pack, case: theCase, intensity, seed, repeat } = planned
    const id = trialId(parts.run, agent.id, planned)
    const { customer, recogniser } = parts
    const labels = recogniser === undefined ? {} : { recogniser }
    const base = { id, pack, case: theCase, intensity, seed, agent, customer, ...labels }
    const { transcript: talk, score, attempt } = await untilFaithful(base, how)
    const { transcript, rated } =
      score.state === 'judged'
        ? await parts.judge(talk, { sop: pack.graph.sop.text })
        : { transcript: talk, rated: [] }
    for (const event of transcript.slice(talk.length)) parts.onEvent(id, event)
    const facts = factsOf({
      planned,
      agent: agent.id,
      score,
      transcript,
      judges: parts.request.judges,
      rated,
      traffic: parts.traffic.get(theCase.id) ?? 0,
      prices: parts.prices,
    })
    const trial = {
      run: parts.run,
      trial: id,
      agent: agent.id,
      pack: pack.id,
      case: theCase.id,
      intensity,
      repeat,
      attempt,
      state: score.state,
      transcript: writeTranscript(transcript),
      score: JSON.stringify(score),
      facts: writeFacts(facts),
    }
    return { trial, facts, rated }
  }
}

export const trialId = (
  run: string,
  agent: string,
  { case: theCase, intensity, repeat }: Pick<PlannedTrial, 'case' | 'intensity' | 'repeat'>,
): string => `${run}/${agent}/${theCase.id}@${intensity}#${repeat}`

/** A customer who left the card voids the trial; it is run again with the next attempt's seed, at most twice. */
async function untilFaithful(
  base: Omit<Trial, 'attempt'>,
  { execute, attempt: first }: { readonly execute: Execute; readonly attempt: number },
): Promise<{ transcript: Transcript; score: TrialScore; attempt: number }> {
  for (let attempt = first; ; attempt += 1) {
    const transcript = await execute({ ...base, attempt })
    const score = scoreSafely(base.pack, base.case, transcript)
    if (score.state !== 'voided' || attempt + 1 >= ATTEMPTS_MAX) return { transcript, score, attempt }
  }
}

/** A bug in the rule engine loses one trial's verdicts, with a count, never the run; its transcript stays and can be scored again. */
function scoreSafely(pack: Pack, theCase: Case, transcript: Transcript): TrialScore {
  try {
    return scoreTrial(pack, theCase, transcript)
  } catch (error) {
    return faultedScore(error instanceof Error ? error.message : String(error))
  }
}
