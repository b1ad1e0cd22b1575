import { hostname } from 'node:os'
import { usageError } from '../base/error.ts'
import type { Store, StoredRun } from '../storage/store.ts'

/** Holds a run for one process while it writes, and says so again and again. */
export type RunLease = { readonly release: () => Promise<void> }

const HEARTBEAT_MS = 5_000
/** A writer that has been silent for so long is gone, whatever its process number says. */
const SILENCE_MAX_MS = 30_000

export async function leaseRun(
  store: Pick<Store, 'claimRun' | 'releaseRun'>,
  run: Pick<StoredRun, 'id' | 'writer' | 'heartbeat'>,
  clock: () => number,
): Promise<RunLease> {
  const writer = `${hostname()}:${process.pid}:${clock().toString(36)}`
  const at = (): string => new Date(clock()).toISOString()
  const insteadOf = run.writer !== null && isGone(run.writer, run.heartbeat, clock()) ? run.writer : null
  if (!(await store.claimRun(run.id, { writer, at: at(), insteadOf }))) throw writtenByAnother(run)
  const beat = setInterval(() => {
    // A heartbeat that cannot be written is no reason to stop: the next write of a trial will say what is wrong.
    store.claimRun(run.id, { writer, at: at(), insteadOf: null }).catch(() => undefined)
  }, HEARTBEAT_MS)
  beat.unref()
  return {
    release: async () => {
      clearInterval(beat)
      // Where the disk is full even this may fail; then silence says it.
      await store.releaseRun(run.id, writer).catch(() => undefined)
    },
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
    `Wait until it is done, or stop it; half a minute after its last sign of life the run is free.`,
  )
