import { hostname } from 'node:os'
import { EXIT, SageError, usageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import type { Store, StoredRun } from '../../storage/store.ts'

/**
 * Holds a run for the one process that writes it, with a heartbeat. A process that slept too long (a closed laptop,
 * Ctrl-Z) may find that another has taken over the run. Then it writes nothing more, and nothing is paid for twice.
 */
export type RunLease = {
  /** throws if the run is no longer ours; asks the store only if the last heartbeat is getting old */
  readonly check: () => Promise<void>
  /** aborted as soon as that is known: everything under way stops */
  readonly lost: AbortSignal
  readonly release: () => Promise<void>
}

const HEARTBEAT_MS = 5_000
/** A writer without a heartbeat for so long is gone, even if a process with its number exists. */
const SILENCE_MAX_MS = 30_000
/** After a heartbeat younger than this, no other process can have taken the writer for gone. */
const SURE_MS = SILENCE_MAX_MS / 2

export async function leaseRun(
  store: Pick<Store, 'claimRun' | 'keepRun' | 'releaseRun'>,
  run: Pick<StoredRun, 'id' | 'writer' | 'heartbeat'>,
  clock: () => number,
): Promise<RunLease> {
  const writer = writerName(clock())
  const insteadOf = run.writer !== null && isGone(run.writer, run.heartbeat, clock()) ? run.writer : null
  const lost = new AbortController()
  const at = (ms: number): string => new Date(ms).toISOString()
  let beatAt = clock()
  if (!(await store.claimRun(run.id, { writer, at: at(beatAt), insteadOf }))) throw writtenByAnother(run)
  const beat = async (): Promise<void> => {
    const now = clock()
    if (await store.keepRun(run.id, writer, at(now))) beatAt = now
    else lost.abort()
  }
  // A heartbeat that cannot be written does not stop the run: the next write of a trial reports what is wrong.
  const beating = setInterval(() => void beat().catch(() => undefined), HEARTBEAT_MS)
  beating.unref()
  return {
    lost: lost.signal,
    check: async () => {
      // Also if the clock was set back: then the age of the heartbeat is unknown.
      if (!lost.signal.aborted && Math.abs(clock() - beatAt) >= SURE_MS) await beat()
      if (lost.signal.aborted) throw takenOver(run.id)
    },
    release: async () => {
      clearInterval(beating)
      // On a full disk even this may fail. Then the missing heartbeat releases the run.
      await store.releaseRun(run.id, writer).catch(() => undefined)
    },
  }
}

/** What this process calls itself as the writer of a run; `isGone` reads it. */
export const writerName = (now: number): string => `${hostname()}:${process.pid}:${now.toString(36)}`

/** Is a process writing this run now? */
export const hasWriter = (
  { writer, heartbeat }: Pick<StoredRun, 'writer' | 'heartbeat'>,
  now: number,
): boolean => writer !== null && !isGone(writer, heartbeat, now)

/** The store as the holder of a run may use it: nothing is written once another process has the run. */
export function leasedStore(store: Store, { check }: Pick<RunLease, 'check'>): Store {
  const held =
    <Given extends readonly unknown[]>(write: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
      await check()
      return write(...given)
    }
  return {
    ...store,
    finishRun: held(store.finishRun),
    saveTrials: held(store.saveTrials),
    saveForks: held(store.saveForks),
    saveRatings: held(store.saveRatings),
    appendPages: held(store.appendPages),
    dropPages: held(store.dropPages),
  }
}

/** Whether the process that held a run is gone. */
export function isGone(writer: string, heartbeat: string | null, now: number): boolean {
  if (heartbeat === null || Math.abs(now - Date.parse(heartbeat)) > SILENCE_MAX_MS) return true
  const [host, pid] = writer.split(':')
  return host === hostname() && !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const writtenByAnother = ({ id, writer }: Pick<StoredRun, 'id' | 'writer'>) =>
  usageError(
    'run-in-use',
    `Run ${id} is being written by another process${writer === null ? '' : ` (${writer})`}.`,
    `Wait until it is done, or stop it. The run is released 30 seconds after its last heartbeat.`,
  )

const takenOver = (run: RunId) =>
  new SageError(
    'run-taken',
    `Run ${run} was taken over by another process, because this one sent no heartbeat (was the machine asleep?). This process has written nothing since.`,
    {
      hint: `Nothing is lost. The other process continues the run (sage runs shows it). If that one has ended too: sage run --resume ${run}.`,
      exit: EXIT.machinery,
    },
  )
