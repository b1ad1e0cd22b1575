import type { Store, StoredTrial } from '../../../storage/store.ts'
import type { RatingRow } from '../../../verdicts/judges/rating-row.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'
import type { RunLedger } from '../../runs/run-ledger.ts'
import type { Performed } from '../../trial/attempt-trial.ts'

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
  store: Pick<Store, 'saveTrials' | 'saveRatings'>,
  ledger: Pick<RunLedger, 'add'>,
  before: Counts,
): Sink {
  const counts = { ...before }
  let waiting: StoredTrial[] = []
  let ratings: readonly RatingRow[] = []
  let saving: Promise<void> = Promise.resolve()
  const save = (): Promise<void> => {
    const [batch, rated] = [waiting, ratings]
    waiting = []
    ratings = []
    // Ratings first: a trial that is stored is never judged again.
    if (rated.length > 0) saving = saving.then(() => store.saveRatings(rated))
    if (batch.length > 0) saving = saving.then(() => store.saveTrials(batch))
    return saving
  }
  return {
    save,
    counts: () => counts,
    take: async ({ trial, facts, rated }) => {
      waiting.push(trial)
      if (rated.length > 0) ratings = [...ratings, ...rated]
      ledger.add(trial.trial, facts)
      counts[trial.state] += 1
      // What judges were paid for is not left waiting.
      if (waiting.length >= BATCH_TRIALS || rated.length > 0) await save()
    },
  }
}
