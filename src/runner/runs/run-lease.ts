import { hostname } from 'node:os'
import { EXIT, SageError, usageError } from '../../base/error.ts'
import type { Store, StoredRun } from '../../storage/store.ts'

/**
 * Holds a run for one process while it writes, and says so again and again. A process that slept too long (a closed
 * laptop, Ctrl-Z) may find that another has taken the run: then it writes nothing more, and nobody is paid twice.
 */
export type RunLease = {
  /** throws where the run is no longer ours; asks the store only if the last sign of life is getting old */
  readonly check: () => Promise<void>
  /** aborted as soon as that is known: whatever is under way stops */
  readonly lost: AbortSignal
  readonly release: () => Promise<void>
}

const HEARTBEAT_MS = 5_000
/** A writer that has been silent for so long is gone, whatever its process number says. */
const SILENCE_MAX_MS = 30_000
/** A sign of life younger than this cannot have been overlooked by anybody, whoever looked. */
const SURE_MS = SILENCE_MAX_MS / 2

export async function leaseRun(
  store: Pick<Store, 'claimRun' | 'keepRun' | 'releaseRun'>,
  run: Pick<StoredRun, 'id' | 'writer' | 'heartbeat'>,
  clock: () => number,
): Promise<RunLease> {
  const writer = `${hostname()}:${process.pid}:${clock().toString(36)}`
  const insteadOf = run.writer !== null && isGone(run.writer, run.heartbeat, clock()) ? run.writer : null
  const lost = new AbortController()
  const at = (ms: number): string => new Date(ms).toISOString()
  let heardAt = clock()
  if (!(await store.claimRun(run.id, { writer, at: at(heardAt), insteadOf }))) throw writtenByAnother(run)
  const say = async (): Promise<void> => {
    const now = clock()
    if (await store.keepRun(run.id, writer, at(now))) heardAt = now
    else lost.abort()
  }
  // A sign of life that cannot be written is no reason to stop: the next write of a trial will say what is wrong.
  const beat = setInterval(() => void say().catch(() => undefined), HEARTBEAT_MS)
  beat.unref()
  return {
    lost: lost.signal,
    check: async () => {
      // Also where the clock was set back: then nobody knows how long it was.
      if (!lost.signal.aborted && Math.abs(clock() - heardAt) >= SURE_MS) await say()
      if (lost.signal.aborted) throw takenOver(run.id)
    },
    release: async () => {
      clearInterval(beat)
      // Where the disk is full even this may fail; then silence says it.
      await store.releaseRun(run.id, writer).catch(() => undefined)
    },
  }
}

/** The store as the holder of a run may use it: nothing of the run is written once somebody else has it. */
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
    saveRatings: held(store.saveRatings),
    appendPages: held(store.appendPages),
    dropPages: held(store.dropPages),
  }
}

/** Whether the process that held a run is no more. */
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
    // It is there, but somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const writtenByAnother = ({ id, writer }: Pick<StoredRun, 'id' | 'writer'>) =>
  usageError(
    'run-in-use',
    `Run ${id} is being written by another process${writer === null ? '' : ` (${writer})`}.`,
    `Wait until it is done, or stop it. The run is released 30 seconds after its last heartbeat.`,
  )

const takenOver = (run: string) =>
  new SageError(
    'RUN_TAKEN',
    `Run ${run} was taken over by another process, because this one sent no heartbeat (was the machine asleep?). This process has written nothing since.`,
    {
      hint: `Nothing is lost. The other process continues the run (sage runs show ${run}). If that one has ended too: sage run --resume ${run}.`,
      exit: EXIT.machinery,
    },
  )
