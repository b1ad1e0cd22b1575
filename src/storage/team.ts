import type { RunId, TrialId } from '../base/values/ids.ts'
import type { EventPage, Store, StoredRating, StoredTrial } from './store.ts'

/**
 * A store whose runs many processes play together. In: runs to be played, workers that ask for trials. Out: trials, each to
 * one worker at a time. It must not know what a trial is: a place in a plan, and the id it gets there.
 */
export type TeamStore = { readonly store: Store; readonly team: Team }

/** A worker's right to one trial. `fence` grows each time the trial is handed out: whoever has an older one writes nothing. */
export type Lease = {
  readonly run: RunId
  /** the trial's place in the plan of its run */
  readonly place: number
  readonly trial: TrialId
  readonly worker: string
  readonly fence: number
  /** how often it faulted before */
  readonly faults: number
  /** how many workers that had begun it died on it without getting any further; `DEATHS_MAX`: it is set aside, not played */
  readonly deaths: number
}

/** A trial that so many workers in a row died on is set aside: it would cost every worker, one after the other. */
export const DEATHS_MAX = 3

/** A run that workers play. */
export type Submission = {
  readonly run: RunId
  readonly trials: number
  /** of the SAGE that submitted it: another version may plan or play otherwise */
  readonly version: string
  /** how many of them were handed to the queue so far */
  readonly fed: number
  /** handed to the queue and not taken yet, or given back */
  readonly waiting: number
  /** being played now */
  readonly held: number
  /** why no further trial is handed out; it waits to be submitted again, or withdrawn */
  readonly stopped: 'budget-usd' | 'budget-minutes' | null
}

export type TeamWorker = {
  readonly worker: string
  readonly lanes: number
  /** trials it plays now, of all runs */
  readonly held: number
}

export type TeamRefusal = { readonly worker: string; readonly because: string }

/** What a provider of models said to any worker of the team. */
export type ProviderNews = {
  readonly provider: string
  /** how often the team was told to slow down; a worker that has seen fewer has to */
  readonly cuts: number
  /** calls at a time that the worker which was told allowed itself then; null: that is long ago, or never was */
  readonly calls: number | null
  /** no call may begin for so long */
  readonly pauseMs: number
}

export type ProviderTold = {
  /** the provider asked for fewer calls: what this worker allows itself now; null: it did not */
  readonly calls: number | null
  readonly pauseMs: number
  /** cuts that this worker knew of; null: it has not looked yet. What two workers are told at the same time is one cut */
  readonly seen: number | null
}

export type Team = {
  /** what a pack is made of, by its hash; stored once */
  readonly savePack: (hash: string, files: string) => Promise<void>
  readonly packFiles: (hash: string) => Promise<string | undefined>

  /** hands a run to the workers; one that they have already gets the new budget */
  readonly submit: (
    run: RunId,
    how: {
      readonly trials: number
      readonly version: string
      readonly usd: number | null
      readonly minutes: number | null
    },
  ) => Promise<void>
  /** oldest first */
  readonly submissions: () => Promise<readonly Submission[]>
  /** takes a run back: what is under way is not stored any more */
  readonly withdraw: (run: RunId) => Promise<void>

  /** A worker is alive. Returns what it still holds. */
  readonly beat: (worker: string, lanes: number) => Promise<readonly Pick<Lease, 'run' | 'place' | 'fence'>[]>
  /** An orderly end: what it holds goes back to the queue. */
  readonly leave: (worker: string) => Promise<void>
  /** these are dead: somebody saw that their processes are gone */
  readonly bury: (workers: readonly string[]) => Promise<void>
  /** those that are alive */
  readonly workers: () => Promise<readonly TeamWorker[]>
  /** a worker cannot play this run, and why; null: it can */
  readonly refuse: (run: RunId, worker: string, because: string | null) => Promise<void>
  /** of workers that are alive */
  readonly refusals: (run: RunId) => Promise<readonly TeamRefusal[]>
  /** a provider said something to one worker that concerns all; returns how many cuts there are now */
  readonly tellProvider: (provider: string, told: ProviderTold) => Promise<number>
  readonly providerNews: () => Promise<readonly ProviderNews[]>

  /**
   * Up to `count` trials of a run. `suspect`: also one that a worker died on; such a trial is played by one worker alone among
   * its suspects, so that it is known which one killed it.
   */
  readonly take: (
    run: RunId,
    how: {
      readonly worker: string
      readonly count: number
      readonly suspect: boolean
      readonly trialAt: (place: number) => TrialId
    },
  ) => Promise<readonly Lease[]>
  readonly giveBack: (lease: Lease, why: 'stopped' | 'faulted') => Promise<void>
  /** Now it is played: from here on the death of its worker may be its fault. Out: what those who held it before recorded. */
  readonly begin: (lease: Lease) => Promise<readonly EventPage[]>
  /** for the holder of a lease; throws `trial-taken` if another has it now */
  readonly appendPages: (lease: Lease, pages: readonly EventPage[]) => Promise<void>
  readonly dropPages: (lease: Lease) => Promise<void>
  /** stores a trial with its ratings and ends its lease; false: the lease was lost, and nothing is stored */
  readonly saveTrial: (
    lease: Lease,
    what: {
      readonly trial: StoredTrial
      readonly ratings: readonly StoredRating[]
      /** what it cost; null: none of its parties cost anything */
      readonly usd: number | null
    },
  ) => Promise<boolean>

  /** What somebody must do every second: hand out more trials, take those of dead workers back, end runs that are done. Out: those it has ended */
  readonly tend: () => Promise<readonly RunId[]>
}
