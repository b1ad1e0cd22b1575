import { availableParallelism } from 'node:os'
import type { RunId } from '../../../base/values/ids.ts'
import type { Prices } from '../../../metrics/prices.ts'
import type { PlanPack } from '../../packs/load-cases.ts'
import { pluginVersions } from '../../plugins/loaded-plugins.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { paidParties } from '../../trial/paid-parties.ts'
import type { RunPlan } from '../schedule/run-plan.ts'
import { openWorkerPool, type WorkerPool } from './worker-pool.ts'

/** The threads of a run, if they help: all parties are built in, and there is enough to do. */
export type Threads = {
  /** undefined: cases are planned in this process */
  readonly planPack: PlanPack | undefined
  /** null: the run is faster without */
  readonly for: (work: {
    readonly run: RunId
    readonly request: RunRequest
    readonly plan: RunPlan
    readonly prices: Prices
    readonly left: number
  }) => WorkerPool | null
  /** also called when all trials are done, so that the memory is free before the results are summed up */
  readonly close: () => Promise<void>
}

/** Below this, starting threads takes longer than the trials. */
const TRIALS_MIN = 400

/** Must be closed. Planning cases from graphs takes seconds, so threads do that too. */
export function openThreads(request: RunRequest): Threads {
  const open = (): WorkerPool | null => openWorkerPool(threadsOf(request), request.selection.packs)
  let pool = request.selection.planned === 'none' ? null : open()
  return {
    planPack: pool?.planPack,
    for: ({ left, ...parts }) => {
      if (left < TRIALS_MIN && request.workers === null) return null
      pool ??= open()
      pool?.begin(parts)
      return pool
    },
    close: async () => {
      await pool?.close()
    },
  }
}

function threadsOf(request: RunRequest): number {
  // A thread does not load plugins: their rules would be left out of its verdicts.
  if (pluginVersions().plugins !== undefined) return 0
  const isFree =
    request.reader === 'lexical' && request.agents.every((_, agent) => paidParties(request, agent) === null)
  return isFree ? (request.workers ?? availableParallelism()) : 0
}
