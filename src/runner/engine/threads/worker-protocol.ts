import type { CaseId, RunId } from '../../../base/values/ids.ts'
import type { Case } from '../../../cases/case.ts'
import type { Price } from '../../../metrics/prices.ts'
import type { StoredTrial } from '../../../storage/store.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'
import type { MadeSize } from '../../packs/prepared-cases.ts'
import type { KeptBooks } from '../../runs/run-books.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import type { PlannedTrial } from '../../trial/plan-trials.ts'

/** Messages between a run and its worker threads. Packs are not sent: each thread loads those it needs. */
export type ToWorker =
  /** plan the cases of a pack: that takes seconds, and the thread then has the pack loaded */
  | {
      readonly type: 'plan'
      readonly id: number
      readonly pack: number
      readonly size: MadeSize
      readonly seed: number
    }
  | { readonly type: 'begin'; readonly begin: Begin }
  | { readonly type: 'attempt'; readonly id: number; readonly trials: readonly TrialReference[] }
  /** say what was counted over all trials that were played here */
  | { readonly type: 'count'; readonly id: number }
  /** score a trial that was played elsewhere; `log`: its transcript as JSONL */
  | { readonly type: 'score'; readonly id: number; readonly case: CaseId; readonly log: string }

export type Begin = {
  /** of each pack of the selection, in that order: which cases are played, and the hash it must have */
  readonly packs: readonly { readonly hash: string; readonly cases: readonly Case[] }[]
  /** what trials are played with; null: they are played elsewhere, and only scored here */
  readonly play: {
    readonly run: RunId
    readonly request: RunRequest
    readonly prices: readonly Price[]
    readonly traffic: ReadonlyMap<CaseId, number>
    readonly catastrophes: readonly string[]
  } | null
}

/** A planned trial by the id of its case: the thread has the case. */
export type TrialReference = Pick<PlannedTrial, 'intensity' | 'agent' | 'repeat' | 'seed'> & {
  readonly case: CaseId
}

/** A trial as it is stored, and counted where it was played: its score as an object would take longer to send than to write. */
export type WrittenTrial = {
  readonly row: StoredTrial
  /** faulted: why it could not be scored */
  readonly because: string | null
}

export type FromWorker =
  | { readonly type: 'planned'; readonly id: number; readonly hash: string; readonly cases: readonly Case[] }
  | { readonly type: 'scored'; readonly id: number; readonly trials: readonly WrittenTrial[] }
  | { readonly type: 'counted'; readonly id: number; readonly books: KeptBooks }
  | { readonly type: 'judged'; readonly id: number; readonly score: TrialScore }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }

/** What a thread is started with: where the packs of the selection are. */
export type WorkerStart = { readonly packs: readonly string[] }
