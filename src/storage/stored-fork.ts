import { EXIT, SageError } from '../base/error.ts'
import { readJson } from '../base/values/json.ts'
import { ForkFacts } from '../metrics/fork-facts.ts'
import type { StoredFork } from './store.ts'

/** What the numbers need of a fork, as it lies beside its transcript. */
const StoredForkFacts = ForkFacts.omit({ trial: true, agent: true, at: true, state: true })

/** A fork as a store keeps it. */
export function writeFork({
  facts,
  ...fork
}: Pick<StoredFork, 'run' | 'fork' | 'trial' | 'sample' | 'transcript'> & {
  readonly facts: ForkFacts
}): StoredFork {
  const { agent, at, state, trial: _, ...rest } = facts
  return { ...fork, agent, at, state, facts: JSON.stringify(rest) }
}

/** A stored fork as the metrics take it. */
export function readForkFacts(fork: Omit<StoredFork, 'transcript'>): ForkFacts {
  const facts = StoredForkFacts.safeParse(readJson(fork.facts))
  if (!facts.success)
    throw new SageError('trial-unreadable', `The stored facts of fork ${fork.fork} cannot be read.`, {
      hint: 'Another version of SAGE wrote them, or the store is damaged. Run sage doctor.',
      exit: EXIT.machinery,
      cause: facts.error,
    })
  const { trial, agent, at, state } = fork
  return { trial, agent, at, state, ...facts.data }
}
