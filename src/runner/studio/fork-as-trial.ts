import { isCaseId } from '../../base/values/ids.ts'
import type { Case, Pack } from '../../cases/case.ts'
import type { Store, StoredFork, StoredTrial } from '../../storage/store.ts'
import { readForkFacts } from '../../storage/stored-fork.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { faultedScore, type TrialScore } from '../../verdicts/model/score.ts'
import { scoreTrial } from '../../verdicts/scoring/score-trial.ts'

/** One conversation of a fork, shown on the page of a trial. It has no stored score: it is scored when it is opened. */
export function forkAsTrial(fork: StoredFork): StoredTrial | undefined {
  const { pack, case: id, intensity } = readForkFacts(fork)
  if (!isCaseId(id)) return undefined
  const { run, agent, state, transcript } = fork
  return {
    run,
    trial: fork.fork,
    agent,
    pack,
    case: id,
    intensity,
    repeat: 0,
    attempt: 0,
    state,
    transcript,
    score: '',
    facts: '',
    glance: null,
  }
}

export function scoreFork(fork: StoredFork, pack: Pack | undefined, theCase: Case | undefined): TrialScore {
  if (pack === undefined || theCase === undefined) return faultedScore('Its pack or its case does not exist.')
  return scoreTrial(pack, theCase, readTranscript(fork.transcript, fork.fork).events)
}

/** The forks of a trial, by their ids. */
export async function forksOfTrial(store: Store, { run, trial }: Pick<StoredTrial, 'run' | 'trial'>) {
  const forks = []
  for await (const fork of store.forks(run, { trial }))
    forks.push({ id: fork.fork, facts: readForkFacts(fork) })
  return forks
}
