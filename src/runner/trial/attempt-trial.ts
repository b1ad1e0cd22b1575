import { assert } from '../../base/assert.ts'
import type { CaseId, RunId, TrialId } from '../../base/values/ids.ts'
import { harmIn } from '../../metrics/gate-metrics.ts'
import type { Prices } from '../../metrics/prices.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { ensureRead } from '../../reading/ensure-read.ts'
import type { Transcript } from '../../transcript/event.ts'
import { writeTranscript } from '../../transcript/write-transcript.ts'
import type { RatingRow } from '../../verdicts/judges/rating-row.ts'
import { faultedScore, type TrialScore } from '../../verdicts/model/score.ts'
import type { Rule } from '../../verdicts/rules/rule.ts'
import type { TrialJudge } from '../judges/judge-performed.ts'
import { readAndScore } from '../scoring/read-and-score.ts'
import type { PlannedTrial } from './plan-trials.ts'
import { playTrial, type Trial } from './play-trial.ts'
import { openReplyClock, type ReplyClock } from './reply-clock.ts'
import { factsOf } from './trial-facts.ts'
import { trialId } from './trial-id.ts'
import { NO_JOURNAL, type TrialJournal } from './trial-journal.ts'

/**
 * A trial that was played and scored. Score and facts are objects, which the storage room turns into text. Its transcript is
 * complete, so it is its log.
 */
export type ScoredTrial = {
  readonly run: RunId
  readonly trial: TrialId
  readonly attempt: number
  /** JSONL, as the transcript room writes it */
  readonly transcript: string
  /** its case, its score and its costs: what the numbers are made of */
  readonly facts: TrialFacts
  /** what model judges said of it */
  readonly rated: readonly RatingRow[]
}

/** What every trial of a run is played with. */
export type TrialDeps = {
  readonly run: RunId
  readonly agents: readonly Trial['agent'][]
  readonly customer: Trial['customer']
  readonly reader?: Trial['reader']
  readonly judge: TrialJudge
  /** names of the run's judges */
  readonly judges: readonly string[]
  /** case -> its share of real traffic */
  readonly traffic: ReadonlyMap<CaseId, number>
  readonly prices: Prices
  /** those of a project's plugins; absent: none */
  readonly rules?: readonly Rule[] | undefined
}

const ATTEMPTS_MAX = 3

/**
 * Plays, scores and judges one planned trial; nothing is stored here. A customer who failed the agent voids the attempt, and
 * the trial is retried with the seed of the next one, at most twice; harm done in it counts, so such an attempt is kept.
 */
export async function attemptTrial(
  planned: PlannedTrial,
  deps: TrialDeps,
  journal: TrialJournal = NO_JOURNAL,
): Promise<ScoredTrial> {
  for (let attempt = firstAttempt(journal); ; attempt += 1) {
    const clock = openReplyClock()
    const trial = trialOf(planned, deps, attempt)
    const talk = await playTrial(timed(trial, clock), journal)
    // The note of a handover is read like a message, once the talk is over: no customer hears it.
    const transcript = ensureRead(talk, trial.pack.lists)
    const score = scoreSafely(trial, transcript, deps.rules)
    const kinds = trial.pack.graph.forbids.map(({ kind }) => kind)
    const isKept = score.state !== 'voided' || harmIn(score, kinds) !== undefined
    if (!isKept && attempt + 1 < ATTEMPTS_MAX) continue
    if (journal.kind === 'durable') for (const event of transcript.slice(talk.length)) journal.observe(event)
    return finish({ planned, trial, transcript, score, waited: clock.times() }, deps, journal)
  }
}

function timed(trial: Trial, { around }: ReplyClock): Trial {
  const { agent } = trial
  if (agent.isTimed !== true) return trial
  return { ...trial, agent: { ...agent, make: (parts) => around(agent.make(parts)) } }
}

const firstAttempt = (journal: TrialJournal): number =>
  journal.kind === 'none' ? 0 : (journal.recorded?.attempt ?? 0)

function trialOf(planned: PlannedTrial, deps: TrialDeps, attempt: number): Trial {
  const agent = deps.agents[planned.agent]
  assert(agent !== undefined, `the plan has an agent ${planned.agent}`)
  const { pack, case: theCase, intensity, seed } = planned
  const { customer, reader } = deps
  const id = trialId(deps.run, agent.id, planned)
  return { id, pack, case: theCase, intensity, seed, attempt, agent, customer, reader }
}

type PlayedTrial = {
  readonly planned: PlannedTrial
  readonly trial: Trial
  readonly transcript: Transcript
  readonly score: TrialScore
  /** milliseconds its replies were waited for, where that was measured */
  readonly waited: readonly number[]
}

async function finish(
  { planned, trial, transcript: talk, score, waited }: PlayedTrial,
  deps: TrialDeps,
  journal: TrialJournal,
): Promise<ScoredTrial> {
  const { transcript, rated } =
    score.state === 'judged'
      ? await deps.judge(talk, { trial: trial.id, sop: trial.pack.graph.sop.text })
      : { transcript: talk, rated: [] }
  if (journal.kind === 'durable') for (const event of transcript.slice(talk.length)) journal.observe(event)
  const facts = factsOf({
    planned,
    agent: trial.agent.id,
    score,
    transcript,
    waited,
    judges: deps.judges,
    rated,
    traffic: deps.traffic.get(trial.case.id) ?? 0,
    prices: deps.prices,
  })
  const { id, attempt } = trial
  return { run: deps.run, trial: id, attempt, transcript: writeTranscript(transcript), facts, rated }
}

/** A bug in the rule engine costs one trial its verdicts, never the run. The transcript can be scored again. */
function scoreSafely(trial: Trial, transcript: Transcript, own: TrialDeps['rules']): TrialScore {
  try {
    return readAndScore(trial.pack, trial.case, transcript, own)
  } catch (error) {
    return faultedScore(error instanceof Error ? error.message : String(error))
  }
}
