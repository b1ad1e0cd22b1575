import type { RunBooks } from '../../runs/run-books.ts'
import type { RunPlan } from '../schedule/run-plan.ts'
import type { Schedule } from '../schedule/schedule.ts'
import { createPackQueues } from './pack-queues.ts'
import type { WorkerPool, WorkerThread } from './worker-pool.ts'

/** Trials sent at a time: enough to keep a thread busy, few enough that a stop is quick. */
const CHUNK_TRIALS = 8
/** Chunks each thread has ahead of it: it starts the next while the last one is stored. */
const CHUNKS_AHEAD = 2

/** Does what `schedule` does, in threads: for built-in parties, which cost nothing and answer at once. */
export async function scheduleInThreads(
  pool: Pick<WorkerPool, 'threads'>,
  run: Pick<Schedule, 'left' | 'writer' | 'policy' | 'onProgress' | 'onRunEvent'> & {
    readonly plan: Pick<RunPlan, 'at' | 'packAt'>
    readonly ledger: Pick<RunBooks, 'addKept'>
  },
): Promise<void> {
  const queues = createPackQueues(
    run.left,
    run.plan.packAt,
    pool.threads.map(({ packs }) => packs),
  )
  const lane = async (thread: WorkerThread, place: number): Promise<void> => {
    while (run.policy.mayBegin()) {
      const chunk = queues.take(place, CHUNK_TRIALS)
      if (chunk.length === 0) return
      for (const { row, because } of await thread.attempt(chunk.map(run.plan.at))) {
        await run.writer.takeWritten(row)
        const { trial, agent, state, attempt } = row
        const why = because === null ? {} : { because }
        run.onRunEvent({ type: 'trial.ended', trial, agent, state, attempt, ...why })
      }
      run.onProgress()
    }
  }
  // Each says what it has counted as soon as nothing is left for it, while the others go on.
  const playAll = async (thread: WorkerThread, place: number): Promise<void> => {
    await Promise.all(Array.from({ length: CHUNKS_AHEAD }, () => lane(thread, place).catch(run.policy.fail)))
    await thread.count().then(run.ledger.addKept, run.policy.fail)
  }
  await Promise.all(pool.threads.map(playAll))
}
