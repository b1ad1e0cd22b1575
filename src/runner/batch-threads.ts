import type { Batch } from './batch.ts'
import type { Pace } from './batch-pace.ts'
import type { Sink } from './batch-sink.ts'
import type { WorkerPool, WorkerThread } from './worker-pool.ts'

/** Trials at a time: enough that threads need not wait for the next, few enough that a stop is quick. */
const CHUNK_TRIALS = 8
/** Chunks each thread has before it: it begins the next while the last one is stored. */
const CHUNKS_AHEAD = 2

/** The same as lanes in this process, for parties that nobody has to wait for. */
export async function workInThreads(
  pool: Pick<WorkerPool, 'threads'>,
  work: {
    readonly left: Iterable<number>
    readonly sink: Sink
    readonly pace: Pick<Pace, 'mayBegin' | 'fail'>
    readonly onProgress: () => void
    readonly tell: Batch['tell']
  },
): Promise<void> {
  const queue = work.left[Symbol.iterator]()
  const lane = async (thread: WorkerThread): Promise<void> => {
    while (work.pace.mayBegin()) {
      const chunk = take(queue, CHUNK_TRIALS)
      if (chunk.length === 0) return
      for (const performed of await thread.perform(chunk)) {
        const { trial, agent, state, attempt } = performed.trial
        await work.sink.take(performed)
        work.tell({ type: 'trial.ended', trial, agent, state, attempt })
      }
      work.onProgress()
    }
  }
  const lanes = pool.threads.flatMap((thread) =>
    Array.from({ length: CHUNKS_AHEAD }, () => lane(thread).catch(work.pace.fail)),
  )
  await Promise.all(lanes)
}

function take(queue: Iterator<number>, count: number): readonly number[] {
  const taken: number[] = []
  while (taken.length < count) {
    const next = queue.next()
    if (next.done === true) break
    taken.push(next.value)
  }
  return taken
}
