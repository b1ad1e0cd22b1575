import { spawnSync } from 'node:child_process'
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder, ROOT } from './architecture/source-files.ts'

/**
 * The built command line, for tests that start it as people do. Builds where dist is missing or older than a source;
 * a lock keeps two test workers from building into one folder at once.
 */
/** SAGE_CLI: test another build than the tree's own, such as one that is not dist/ while others build there. */
export const CLI = process.env['SAGE_CLI'] ?? join(ROOT, 'bin/sage.js')
const BUNDLE = join(ROOT, 'dist/cli/main.js')
const STUDIO = join(ROOT, 'dist/studio/index.html')
const REPORT_PAGE = join(ROOT, 'dist/report-page/page.js')
/** What the build writes outside dist; git ignores it (tools/write-generated.ts). */
export const WRITTEN: readonly string[] = [
  'schemas',
  'docs/reference.md',
  'docs/tactics.md',
  'studio/.generated/declared.json',
]
const LOCK = join(ROOT, 'node_modules/.sage-build-owner')
const WAIT_MS = 200

export function ensureBuilt(): void {
  if (process.env['SAGE_CLI'] !== undefined || isFresh()) return
  while (!takeLock()) sleep(WAIT_MS)
  try {
    if (isFresh()) return
    const built = spawnSync('npm', ['run', 'build'], {
      cwd: ROOT,
      encoding: 'utf8',
      // A test's own NODE_ENV would build pages for developers: twice the size, half the speed.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (built.status !== 0) throw new TypeError(`the build failed:\n${built.stdout}${built.stderr}`)
  } finally {
    rmSync(LOCK, { force: true })
  }
}

function isFresh(): boolean {
  if (
    ![BUNDLE, STUDIO, REPORT_PAGE, ...WRITTEN.map((path) => join(ROOT, path))].every((path) =>
      existsSync(path),
    )
  )
    return false
  const builtAt = statSync(BUNDLE).mtimeMs
  const sources = [
    ...filesUnder('src', (path) => path.endsWith('.ts')),
    ...filesUnder('studio', (path) => /\.(tsx?|html|css|svg)$/.test(path)),
  ]
  return [...sources.map(({ path }) => path), 'package.json', 'tsdown.config.ts'].every(
    (path) => statSync(join(ROOT, path)).mtimeMs <= builtAt,
  )
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
