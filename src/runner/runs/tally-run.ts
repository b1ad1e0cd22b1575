import type { RunId } from '../../base/values/ids.ts'
import { openTally, type Tally } from '../../metrics/tally.ts'
import type { Store } from '../../storage/store.ts'
import { readFacts } from '../../storage/stored-facts.ts'

/** Counts a stored run again from what lies beside its trials: no pack, no model, memory that grows with cases. */
export async function tallyRun(
  store: Store,
  run: RunId,
  ownCatastrophes: readonly string[] = [],
): Promise<Tally> {
  const tally = openTally(ownCatastrophes)
  for await (const trial of store.trials(run)) tally.add(readFacts(trial))
  return tally
}
