import type { RunId } from '../../base/values/ids.ts'
import { openTally, type Tally } from '../../metrics/tally.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import type { Store } from '../../storage/store.ts'
import { readFacts } from '../../storage/stored-facts.ts'
import { storedLines } from './stored-lines.ts'

/**
 * Counts a stored run again from what lies beside its trials: no pack, no model, memory that grows with cases. `also` sees each
 * trial, so that a run is read once.
 */
export async function tallyRun(
  store: Store,
  run: RunId,
  ownCatastrophes: readonly string[] = [],
  also: (trial: TrialFacts) => void = () => undefined,
): Promise<Tally> {
  const tally = openTally(ownCatastrophes)
  for await (const line of storedLines(store, run)) {
    const facts = readFacts(line)
    tally.add(facts)
    also(facts)
  }
  return tally
}
