import { availableParallelism } from 'node:os'
import type { Prices } from '../../../metrics/prices.ts'
import type { PlanPack } from '../../packs/load-cases.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import type { RunPlan } from '../schedule/run-plan.ts'
import { openWorkerPool, type WorkerPool } from './worker-pool.ts'

/** Threads of a run, where they help: nobody has to be waited for, and there is enough to do. */
export type Threads = {
  /** undefined: cases are planned in this process */
  readonly planPack: PlanPack | undefined
  /** null: the run does better without */
  readonly for: (work: {
    readonly run: string
    readonly request: RunRequest
    readonly plan: RunPlan
    readonly prices: Prices
    readonly left: number
  }) => WorkerPool | null
  /** the trials are done: what the threads hold is let go before the results are summed up */
  readonly close: () => Promise<void>
}

/** Below this, starting threads takes longer than the trials. */
const TRIALS_MIN = 400

/** Where cases are planned from graphs that takes seconds, and threads do that too. */
export async function withThreads<T>(
  request: RunRequest,
  work: (threads: Threads) => Promise<T>,
): Promise<T> {
  const open = (): WorkerPool | null => openWorkerPool(threadsOf(request), request.selection.packs)
  let pool = request.selection.planned === 'none' ? null : open()
  const close = async (): Promise<void> => {
    await pool?.close()
  }
  try {
    return await work({
      planPack: pool?.planPack,
      close,
      for: ({ left, ...parts }) => {
        if (left < TRIALS_MIN && request.workers === null) return null
        pool ??= open()
        pool?.begin(parts)
        return pool
      },
    })
  } finally {
    await close()
  }
}

function threadsOf({ agents, customer, recogniser, judges, workers }: RunRequest): number {
  const isFree =
    agents.every(({ kind }) => kind === 'reference') &&
    customer === 'scripted' &&
    recogniser === 'lexical' &&
    judges.every((judge) => judge === 'lexical')
  return isFree ? (workers ?? availableParallelism()) : 0
}
