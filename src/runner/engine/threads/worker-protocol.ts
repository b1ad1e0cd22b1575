import type { Case } from '../../../cases/case.ts'
import type { PlanSize } from '../../../cases/plan-cases.ts'
import type { Price } from '../../../metrics/prices.ts'
import type { TrialFacts } from '../../../metrics/trial-facts.ts'
import type { StoredTrial } from '../../../storage/store.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import type { PlannedTrial } from '../../trial/plan-trials.ts'

/** What is said between a run and the threads that work for it. Packs do not travel: each thread loads those it needs. */
export type ToWorker =
  /** make the cases of a pack: it takes seconds, and the thread that did it has the pack at hand */
  | {
      readonly type: 'plan'
      readonly id: number
      readonly pack: number
      readonly size: PlanSize
      readonly seed: number
    }
  | { readonly type: 'begin'; readonly begin: Begin }
  | { readonly type: 'perform'; readonly id: number; readonly trials: readonly AskedTrial[] }

export type Begin = {
  readonly run: string
  readonly request: RunRequest
  readonly prices: readonly Price[]
  /** of each pack of the selection, in its order: which cases it plays, and the hash it must have */
  readonly packs: readonly { readonly hash: string; readonly cases: readonly Case[] }[]
  readonly traffic: ReadonlyMap<string, number>
}

/** A trial to come, by the name of its case. */
export type AskedTrial = Pick<PlannedTrial, 'intensity' | 'agent' | 'repeat' | 'seed'> & {
  readonly case: string
}

export type FromWorker =
  | { readonly type: 'planned'; readonly id: number; readonly hash: string; readonly cases: readonly Case[] }
  | { readonly type: 'performed'; readonly id: number; readonly trials: readonly TravellingTrial[] }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }

/** A performed trial on its way: its score goes as text, once. */
export type TravellingTrial = { readonly trial: StoredTrial; readonly facts: Omit<TrialFacts, 'score'> }

/** What a thread is started with: where the packs of the selection are. */
export type WorkerStart = { readonly packs: readonly string[] }
