import type { RunId, TrialId } from '../base/values/ids.ts'
import type { TrialFacts } from '../metrics/trial-facts.ts'
import type { StoredTrial } from './store.ts'
import { writeFacts } from './stored-facts.ts'
import { writeGlance } from './stored-glance.ts'

/** A scored trial as a store keeps it. Its parts are read back, and checked, by `readFacts`, `readScore`, `readGlance`, `readTranscript`. */
export function writeTrial(trial: {
  readonly run: RunId
  readonly trial: TrialId
  readonly attempt: number
  /** JSONL, as the transcript room writes it */
  readonly transcript: string
  readonly facts: TrialFacts
}): StoredTrial {
  const { run, attempt, transcript, facts } = trial
  const { agent, pack, intensity, repeat, score } = facts
  return {
    run,
    trial: trial.trial,
    agent,
    pack,
    case: facts.case,
    intensity,
    repeat,
    attempt,
    state: score.state,
    transcript,
    score: JSON.stringify(score),
    facts: writeFacts(facts),
    glance: writeGlance(facts),
  }
}
