import type { TrialId } from '../../../base/values/ids.ts'
import type { TrialFacts } from '../../../metrics/trial-facts.ts'
import type { Store, StoredTrial } from '../../../storage/store.ts'
import { writeTrial } from '../../../storage/stored-trial.ts'
import type { RatingRow } from '../../../verdicts/judges/rating-row.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'
import type { ScoredTrial } from '../../trial/attempt-trial.ts'

/** Takes scored trials: counts them and stores them in batches. */
export type TrialWriter = {
  readonly take: (scored: ScoredTrial) => Promise<void>
  /** stores the trials that are still waiting */
  readonly save: () => Promise<void>
  readonly counts: () => Counts
}

export type Counts = Readonly<Record<TrialScore['state'], number>>

const BATCH_TRIALS = 64

export function createTrialWriter(
  store: Pick<Store, 'saveTrials' | 'saveRatings'>,
  ledger: { readonly add: (trial: TrialId, facts: TrialFacts) => void },
  before: Counts,
): TrialWriter {
  const counts = { ...before }
  let waiting: StoredTrial[] = []
  let ratings: readonly RatingRow[] = []
  let saving: Promise<void> = Promise.resolve()
  const save = (): Promise<void> => {
    const [batch, rated] = [waiting, ratings]
    waiting = []
    ratings = []
    // Ratings first: a stored trial is never judged again.
    if (rated.length > 0) saving = saving.then(() => store.saveRatings(rated))
    if (batch.length > 0) saving = saving.then(() => store.saveTrials(batch))
    return saving
  }
  return {
    save,
    counts: () => counts,
    take: async (scored) => {
      const { trial, facts, rated } = scored
      if (rated.length > 0) ratings = [...ratings, ...rated]
      ledger.add(trial, facts)
      waiting.push(writeTrial(scored))
      counts[facts.score.state] += 1
      // Ratings are paid for, so they are stored at once.
      if (rated.length > 0 || waiting.length >= BATCH_TRIALS) await save()
    },
  }
}
