import type { RunPlan } from '../schedule/run-plan.ts'
import type { Batch } from '../schedule/schedule.ts'
import type { Pace } from '../schedule/stop-policy.ts'
import type { Sink } from '../schedule/trial-writer.ts'
import { openQueues } from './pack-queues.ts'
import type { WorkerPool, WorkerThread } from './worker-pool.ts'

/** Trials at a time: enough that threads need not wait for the next, few enough that a stop is quick. */
const CHUNK_TRIALS = 8
/** Chunks each thread has before it: it begins the next while the last one is stored. */
const CHUNKS_AHEAD = 2

/** The same as lanes in this process, for parties that nobody has to wait for. */
export async function workInThreads(
  pool: Pick<WorkerPool, 'threads'>,
  work: {
    readonly plan: Pick<RunPlan, 'at' | 'packAt'>
    readonly left: Iterable<number>
    readonly sink: Sink
    readonly pace: Pick<Pace, 'mayBegin' | 'fail'>
    readonly onProgress: () => void
    readonly tell: Batch['tell']
  },
): Promise<void> {
  const queues = openQueues(
    work.left,
    work.plan.packAt,
    pool.threads.map(({ packs }) => packs),
  )
  const lane = async (thread: WorkerThread, place: number): Promise<void> => {
    while (work.pace.mayBegin()) {
      const chunk = queues.take(place, CHUNK_TRIALS)
      if (chunk.length === 0) return
      for (const performed of await thread.perform(chunk.map(work.plan.at))) {
        const { trial, agent, state, attempt } = performed.trial
        await work.sink.take(performed)
        work.tell({ type: 'trial.ended', trial, agent, state, attempt })
      }
      work.onProgress()
    }
  }
  const lanes = pool.threads.flatMap((thread, place) =>
    Array.from({ length: CHUNKS_AHEAD }, () => lane(thread, place).catch(work.pace.fail)),
  )
  await Promise.all(lanes)
}
