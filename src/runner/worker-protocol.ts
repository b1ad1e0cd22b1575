import type { Case } from '../cases/case.ts'
import type { Price } from '../metrics/prices.ts'
import type { TrialFacts } from '../metrics/trial-facts.ts'
import type { StoredTrial } from '../storage/store.ts'
import type { RunRequest } from './run-request.ts'

/** What is said between a run and the threads that perform trials for it. Packs do not travel: each thread loads them. */
export type ToWorker =
  | {
      readonly type: 'plan'
      readonly run: string
      readonly request: RunRequest
      readonly prices: readonly Price[]
      /** of each pack of the selection, in its order: which cases it plays, and the hash it must have */
      readonly packs: readonly { readonly hash: string; readonly cases: readonly Case[] }[]
    }
  | { readonly type: 'perform'; readonly indexes: readonly number[] }

export type FromWorker =
  | { readonly type: 'performed'; readonly trials: readonly TravellingTrial[] }
  | { readonly type: 'failed'; readonly message: string }

/** A performed trial on its way: its score goes as text, once. */
export type TravellingTrial = { readonly trial: StoredTrial; readonly facts: Omit<TrialFacts, 'score'> }

/** What a thread is started with: it loads the packs while the run is still planned. */
export type WorkerStart = { readonly packs: readonly string[] }
