import { spawnSync } from 'node:child_process'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './architecture/source-files.ts'

/**
 * The built command line, for tests that start it as people do. Builds where that is needed, as npm does;
 * a lock keeps two test workers from building into one folder at once.
 */
/** SAGE_CLI: test another build than the tree's own, such as one that is not dist/ while others build there. */
export const CLI = process.env['SAGE_CLI'] ?? join(ROOT, 'bin/sage.js')
/** What the build writes outside dist; git ignores it (tools/write-generated.ts, and encoder/kernel.ts is compiled). */
export const WRITTEN: readonly string[] = [
  'encoder/kernel.wasm',
  'schemas',
  'docs/reference.md',
  'docs/tactics.md',
  'studio/.generated/declared.json',
]
const LOCK = join(ROOT, 'node_modules/.sage-build-owner')
const WAIT_MS = 200

export function ensureBuilt(): void {
  if (process.env['SAGE_CLI'] !== undefined) return
  while (!takeLock()) sleep(WAIT_MS)
  try {
    const built = spawnSync(process.execPath, [join(ROOT, 'bin/prepare.js')], { encoding: 'utf8' })
    if (built.status !== 0) throw new TypeError(`the build failed:\n${built.stderr}`)
  } finally {
    rmSync(LOCK, { force: true })
  }
}

/** Held by a process, not for a time: however slowly somebody builds, nobody else builds beside it. */
function takeLock(): boolean {
  const own = `${LOCK}-${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    // A link comes into being whole, with its owner in it.
    linkSync(own, LOCK)
    return true
  } catch {
    if (!isHeld()) rmSync(LOCK, { force: true })
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

function isHeld(): boolean {
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0)
    return true
  } catch (error) {
    // No such process: left behind by a killed run. Anything else (let go by now, somebody else's) is asked again.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
