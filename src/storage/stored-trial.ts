import type { TrialFacts } from '../metrics/trial-facts.ts'
import type { StoredTrial } from './store.ts'
import { writeFacts } from './stored-facts.ts'
import { writeGlance } from './stored-glance.ts'

/** A scored trial as a store keeps it. Its parts are read back, and checked, by `readFacts`, `readScore`, `readGlance`, `readTranscript`. */
export function writeTrial({
  facts,
  ...rest
}: Pick<StoredTrial, 'run' | 'trial' | 'attempt' | 'transcript'> & {
  readonly facts: TrialFacts
}): StoredTrial {
  const { agent, pack, case: id, intensity, repeat, score } = facts
  const texts = { score: JSON.stringify(score), facts: writeFacts(facts), glance: writeGlance(facts) }
  return { ...rest, agent, pack, case: id, intensity, repeat, state: score.state, ...texts }
}
