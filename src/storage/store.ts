import type { TrialScore } from '../verdicts/score.ts'

/**
 * Where runs live. One port; SQLite by default, PostgreSQL for teams; `store-contract.ts` is what each must pass.
 * A trial is written whole and once: (run, trial) is its key, so a trial stored twice is still one trial.
 */
export type StoredRun = {
  readonly id: string
  readonly startedAt: string
  readonly finishedAt: string | null
  /** the resolved request, packs' hashes, rules version: enough to score and compare again */
  readonly header: string
}

export type StoredTrial = {
  readonly run: string
  readonly trial: string
  readonly agent: string
  readonly pack: string
  readonly case: string
  readonly intensity: number
  readonly repeat: number
  readonly attempt: number
  readonly state: TrialScore['state']
  /** JSONL, as the transcript room writes it */
  readonly transcript: string
  /** TrialScore as JSON */
  readonly score: string
  /** what the numbers need of its case, as JSON: a run is counted again without its pack */
  readonly facts: string
}

export type TrialKey = Omit<StoredTrial, 'transcript' | 'score' | 'facts'>

/** What a list of trials is made from: a stored trial without its transcript, and its place in the order of storing. */
export type TrialLine = Omit<StoredTrial, 'transcript'> & { readonly place: number }

export type Store = {
  readonly createRun: (run: StoredRun) => Promise<void>
  readonly finishRun: (id: string, at: string) => Promise<void>
  readonly runs: () => Promise<readonly StoredRun[]>
  readonly run: (id: string) => Promise<StoredRun | undefined>
  readonly deleteRun: (id: string) => Promise<void>
  /** all or none of the batch */
  readonly saveTrials: (trials: readonly StoredTrial[]) => Promise<void>
  /** trials of a run in the order they were stored, a page at a time: a run may be larger than memory */
  readonly trials: (run: string) => AsyncIterable<StoredTrial>
  readonly trialKeys: (run: string) => Promise<readonly TrialKey[]>
  /** trials stored after a place (0: from the start), in that order: a live page asks again and reads only what is new */
  readonly trialsAfter: (
    run: string,
    from: { readonly place: number; readonly limit: number },
  ) => Promise<readonly TrialLine[]>
  /** by its full id, or `run/…` tail that is unique */
  readonly trial: (id: string) => Promise<StoredTrial | undefined>
  readonly close: () => Promise<void>
}
