import type { Store, StoredTrial } from '../storage/store.ts'
import type { TrialScore } from '../verdicts/score.ts'
import type { Performed } from './perform-trial.ts'
import type { RunLedger } from './run-ledger.ts'

/** Takes finished trials: stores them in batches, counts them, and knows how many there are of each state. */
export type Sink = {
  readonly take: (performed: Performed) => Promise<void>
  /** stores what still waits */
  readonly save: () => Promise<void>
  readonly counts: () => Counts
}

export type Counts = Readonly<Record<TrialScore['state'], number>>

const BATCH_TRIALS = 64

export function openSink(
  store: Pick<Store, 'saveTrials'>,
  ledger: Pick<RunLedger, 'add'>,
  before: Counts,
): Sink {
  const counts = { ...before }
  let waiting: StoredTrial[] = []
  let saving: Promise<void> = Promise.resolve()
  const save = (): Promise<void> => {
    const batch = waiting
    waiting = []
    if (batch.length > 0) saving = saving.then(() => store.saveTrials(batch))
    return saving
  }
  return {
    save,
    counts: () => counts,
    take: async ({ trial, facts }) => {
      waiting.push(trial)
      ledger.add(trial.trial, facts)
      counts[trial.state] += 1
      if (waiting.length >= BATCH_TRIALS) await save()
    },
  }
}
