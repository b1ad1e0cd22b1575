import { hostname } from 'node:os'
import { SageError, usageError } from '../base/error.ts'
import type { Store, StoredRun } from '../storage/store.ts'

/** Two processes writing one run would play its trials twice: who writes holds the run and says so again and again. */
export type HeldRun = {
  /** lets go; the run may be taken up by another */
  readonly release: () => Promise<void>
}

export type Writer = { readonly host: string; readonly pid: number }

export type HoldOutside = {
  readonly writer: Writer
  /** milliseconds since 1970 */
  readonly clock: () => number
  /** whether a process of this machine is there */
  readonly isAlive: (pid: number) => boolean
  /** somebody else took the run, or the store fails: stop writing */
  readonly onLost: (why: SageError) => void
}

const BEAT_MS = 5000
/** A writer of another machine that was silent for so long is dead. */
export const SILENT_MS_MAX = 60_000

export async function holdRun(store: Store, id: string, outside: HoldOutside): Promise<HeldRun> {
  const writer = nameOf(outside.writer)
  const at = () => new Date(outside.clock()).toISOString()
  const run = await store.run(id)
  const insteadOf = run !== undefined && isDead(run, outside) ? run.writer : null
  const taken = await store.claimRun(id, { writer, at: at(), insteadOf })
  if (!taken) throw held(await store.run(id), id)
  const beat = setInterval(() => void stillHere(), BEAT_MS)
  beat.unref()
  const stillHere = async () => {
    try {
      if (await store.claimRun(id, { writer, at: at(), insteadOf: null })) return
      clearInterval(beat)
      outside.onLost(held(await store.run(id), id))
    } catch (error) {
      clearInterval(beat)
      if (error instanceof SageError) outside.onLost(error)
    }
  }
  return {
    release: async () => {
      clearInterval(beat)
      await store.releaseRun(id, writer)
    },
  }
}

/** This process, as a writer. */
export const thisWriter = (): Writer => ({ host: hostname(), pid: process.pid })

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process is one too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** On this machine the process tells; elsewhere, or where its number was given to another, only its silence does. */
export function isDead(
  { writer, heartbeat }: Pick<StoredRun, 'writer' | 'heartbeat'>,
  { writer: me, clock, isAlive: lives }: Pick<HoldOutside, 'writer' | 'clock' | 'isAlive'>,
): boolean {
  if (writer === null || heartbeat === null) return false
  const { host, pid } = writerOf(writer)
  if (host === me.host && !lives(pid)) return true
  return clock() - Date.parse(heartbeat) > SILENT_MS_MAX
}

const nameOf = ({ host, pid }: Writer): string => `${pid}@${host}`

const writerOf = (name: string): Writer => {
  const at = name.indexOf('@')
  return { pid: Number(name.slice(0, at)), host: name.slice(at + 1) }
}

function held(run: StoredRun | undefined, id: string): SageError {
  if (run?.writer == null) return usageError('unknown-run', `There is no run "${id}" in this store.`, '')
  const { host, pid } = writerOf(run.writer)
  return usageError(
    'run-held',
    `Run ${id} is being written by process ${pid} on ${host} (last seen ${run.heartbeat ?? 'never'}).`,
    'Wait for it or stop that process, then resume.',
  )
}
