import type { CaseId, RunId, TrialId } from '../base/values/ids.ts'
import type { TrialScore } from '../verdicts/model/score.ts'

/**
 * Where runs live. In: runs, trials, forks, pages, ratings, audits, reviews as text and numbers. Out: the same, in the order they came.
 * It must not know what a transcript or a score says. One port, an engine each in its folder;
 * `test/support/storage/store-contract.ts` is what each must pass. Every method is all or nothing; the world's faults come as SageError.
 */
export type NewRun = {
  readonly id: RunId
  readonly startedAt: string
  readonly finishedAt: string | null
  /** the resolved request, packs' hashes, rules version: enough to score and compare again */
  readonly header: string
  /** when it was imported from a file: what its header names is somebody else's word; absent or null: it was run here */
  readonly imported?: string | null
}

export type StoredRun = NewRun & {
  /** the process that writes it now (`claimRun`); null: none */
  readonly writer: string | null
  /** the writer's last heartbeat */
  readonly heartbeat: string | null
  readonly imported: string | null
}

export type StoredTrial = {
  readonly run: RunId
  readonly trial: TrialId
  readonly agent: string
  readonly pack: string
  readonly case: CaseId
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
  /** null: an older version stored it */
  readonly glance: StoredGlance | null
}

/** What a list shows of a trial: columns of their own, so that no list parses a score. */
export type StoredGlance = {
  readonly mark: string
  readonly bucket: string
  readonly tactic: string | null
  /** rules, as JSON */
  readonly broke: string
}

export type TrialKey = Omit<StoredTrial, 'transcript' | 'score' | 'facts' | 'glance'>

/** What a list of trials is made from: a stored trial without its transcript, and its place in the order of storing. */
export type TrialLine = Omit<StoredTrial, 'transcript'> & { readonly place: number }

/** A key, its place and what became of it: what a list of 100,000 is scrolled through by. */
export type TrialPlace = TrialKey & Pick<StoredTrial, 'glance'> & { readonly place: number }

export type TrialFilter = {
  readonly agent?: string
  readonly pack?: string
  readonly case?: CaseId
  readonly state?: TrialScore['state']
}

/** `place` 0: from the start. */
export type After = { readonly place: number; readonly limit: number }

/** What the trials of a run come to, stored when it ended: one document, which nobody reads in parts. */
export type KeptSums = {
  /** what was counted, and by which build: another one's is of no use */
  readonly counting: string
  /** the last trial that is in it; 0: none is */
  readonly place: number
  /** JSON */
  readonly body: string
}

export type StoredSums = {
  /** rises whenever a stored trial is replaced or gets new numbers: what was counted before holds no longer */
  readonly revision: number
  /** the place of the last stored trial; 0: there is none */
  readonly last: number
  readonly kept: KeptSums | null
}

export type TrialCounts = Readonly<Record<TrialScore['state'], number>>

/** One party's turn of a trial under way, as JSONL: durable before the next reply is paid for. */
export type EventPage = {
  readonly run: RunId
  readonly trial: TrialId
  readonly attempt: number
  readonly page: number
  readonly events: string
}

export type StoredRating = {
  readonly run: RunId
  readonly trial: TrialId
  readonly judge: string
  /** number of the rated event; 0: the conversation as a whole */
  readonly n: number
  readonly dimension: string
  /** null: not rated, see `because` */
  readonly value: number | null
  readonly quote: string
  readonly because: string | null
  readonly promptHash: string
  readonly at: string
}

export type StoredCalibration = {
  readonly judge: string
  readonly promptHash: string
  readonly dimension: string
  readonly at: string
  /** JSON */
  readonly result: string
}

/** What `sage audit` found out about a pack. */
export type StoredAudit = {
  readonly pack: string
  readonly packHash: string
  readonly rules: number
  readonly at: string
  /** JSON */
  readonly result: string
}

/** One sample of a decision: a stored trial, replayed up to an event and continued from there. */
export type StoredFork = {
  readonly run: RunId
  readonly fork: TrialId
  /** the trial that was replayed */
  readonly trial: TrialId
  /** who was sampled; not always the agent of that trial */
  readonly agent: string
  /** the last replayed event */
  readonly at: number
  readonly sample: number
  readonly state: TrialScore['state']
  /** JSONL: what was replayed, and what followed */
  readonly transcript: string
  /** what the numbers need of it, as JSON */
  readonly facts: string
}

/** What a person wrote about a trial. */
export type StoredReview = {
  readonly run: RunId
  readonly trial: TrialId
  readonly at: string
  readonly author: string
  readonly kind: string
  /** JSON */
  readonly body: string
}

export type Store = {
  readonly createRun: (run: NewRun) => Promise<void>
  /** also releases it */
  readonly finishRun: (id: RunId, at: string) => Promise<void>
  readonly changeHeader: (id: RunId, header: string) => Promise<void>
  /** Claims a run for one writer. False: another writer has it, and it is not `insteadOf` (which is known to be gone). */
  readonly claimRun: (
    id: RunId,
    claim: { readonly writer: string; readonly at: string; readonly insteadOf: string | null },
  ) => Promise<boolean>
  /** A heartbeat. False: this writer no longer has the run, even if no other has it either. */
  readonly keepRun: (id: RunId, writer: string, at: string) => Promise<boolean>
  readonly releaseRun: (id: RunId, writer: string) => Promise<void>
  /** oldest first */
  readonly runs: () => Promise<readonly StoredRun[]>
  readonly run: (id: RunId) => Promise<StoredRun | undefined>
  /** with everything that belongs to it */
  readonly deleteRun: (id: RunId) => Promise<void>

  /**
   * (run, trial) is a trial's key: if it is stored twice, the first one stays. Only a faulted one is replaced: it was
   * played again. Its pages are deleted.
   */
  readonly saveTrials: (trials: readonly StoredTrial[]) => Promise<void>
  /** new numbers for stored conversations; a trial that does not exist is not created */
  readonly updateScores: (
    run: RunId,
    trials: readonly Pick<StoredTrial, 'trial' | 'state' | 'score' | 'facts' | 'glance'>[],
  ) => Promise<void>
  /** trials of a run in the order they were stored, a page at a time: a run may be larger than memory */
  readonly trials: (run: RunId) => AsyncIterable<StoredTrial>
  readonly trialKeys: (run: RunId) => Promise<readonly TrialKey[]>
  /** trials stored after a place, in that order: a live page asks again and reads only what is new */
  readonly trialsAfter: (run: RunId, from: After & TrialFilter) => Promise<readonly TrialLine[]>
  /** the same without scores: quick however long the conversations are */
  readonly trialPage: (run: RunId, from: After & TrialFilter) => Promise<readonly TrialPlace[]>
  readonly countTrials: (run: RunId, filter?: TrialFilter) => Promise<TrialCounts>
  /** how many trials have each mark; those that an older version stored have none */
  readonly countMarks: (run: RunId) => Promise<Readonly<Record<string, number>>>
  /** by its full id */
  readonly trial: (id: TrialId) => Promise<StoredTrial | undefined>
  readonly sums: (run: RunId) => Promise<StoredSums>
  /** False: the run has changed since that revision, or the trial at that place is gone. Nothing is kept then. */
  readonly keepSums: (run: RunId, sums: KeptSums, revision: number) => Promise<boolean>

  /** a page is written once; one that is there already refuses the whole call. They survive a power cut, as ratings do: both were paid for */
  readonly appendPages: (pages: readonly EventPage[]) => Promise<void>
  /** of unfinished trials: by trial, attempt, page */
  readonly pages: (run: RunId) => Promise<readonly EventPage[]>
  readonly dropPages: (run: RunId, trial: TrialId) => Promise<void>

  /** (run, fork) is its key; the same rules as for trials: the first stays, a faulted one is replaced, its pages are deleted */
  readonly saveForks: (forks: readonly StoredFork[]) => Promise<void>
  /** in the order they were stored */
  readonly forks: (run: RunId, of?: { readonly trial: TrialId }) => AsyncIterable<StoredFork>
  /** by its full id */
  readonly fork: (id: TrialId) => Promise<StoredFork | undefined>

  /** appended; nothing a judge said is ever lost */
  readonly saveRatings: (ratings: readonly StoredRating[]) => Promise<void>
  /** the latest of each (trial, judge, n, dimension), trial by trial */
  readonly ratings: (run: RunId, of?: { readonly trial: TrialId }) => AsyncIterable<StoredRating>
  /** all of them, trial by trial, the older of one key first */
  readonly ratingHistory: (run: RunId) => AsyncIterable<StoredRating>
  readonly saveCalibration: (calibration: StoredCalibration) => Promise<void>
  /** all, oldest first: the last one of a judge, prompt and dimension holds */
  readonly calibrations: () => Promise<readonly StoredCalibration[]>
  readonly saveAudit: (audit: StoredAudit) => Promise<void>
  /** of a pack the last one stored */
  readonly lastAudit: (pack: string) => Promise<StoredAudit | undefined>
  readonly addReview: (review: StoredReview) => Promise<void>
  /** all, oldest first */
  readonly reviews: (run: RunId) => Promise<readonly StoredReview[]>

  readonly close: () => Promise<void>
}
