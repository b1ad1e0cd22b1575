import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** `<host>:<process>:<machine>:<chance>`: unlike any other worker's, also one that ran here before. */
export const workerName = (): string =>
  [hostname(), process.pid, machine() ?? 'unknown', randomBytes(3).toString('hex')].join(':')

/** A worker that ran among the processes of this machine and is gone: its trials need not wait for its silence to be noticed. */
export function isDeadHere(worker: string): boolean {
  const [, pid = '', place] = worker.split(':')
  return place !== undefined && place === machine() && !isRunning(Number(pid))
}

/** Who shares our process numbers: same start of the machine, same container. Null: not known here. */
function machine(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
    return createHash('sha256')
      .update(`${boot}${readlinkSync('/proc/self/ns/pid')}`)
      .digest('hex')
      .slice(0, 8)
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
