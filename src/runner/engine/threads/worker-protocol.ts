import type { CaseId, RunId } from '../../../base/values/ids.ts'
import type { Case } from '../../../cases/case.ts'
import type { Price } from '../../../metrics/prices.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'
import type { MadeSize } from '../../packs/prepared-cases.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import type { ScoredTrial } from '../../trial/attempt-trial.ts'
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
  } | null
}

/** A planned trial by the id of its case: the thread has the case. */
export type TrialReference = Pick<PlannedTrial, 'intensity' | 'agent' | 'repeat' | 'seed'> & {
  readonly case: CaseId
}

export type FromWorker =
  | { readonly type: 'planned'; readonly id: number; readonly hash: string; readonly cases: readonly Case[] }
  | { readonly type: 'scored'; readonly id: number; readonly trials: readonly ScoredTrial[] }
  | { readonly type: 'judged'; readonly id: number; readonly score: TrialScore }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }

/** What a thread is started with: where the packs of the selection are. */
export type WorkerStart = { readonly packs: readonly string[] }
