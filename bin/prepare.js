// What npm runs after `npm ci` in a clone, and where somebody installs from git: builds, unless that was done or cannot be done.
// It writes nothing to stdout, which belongs to `npm pack --json` and its like. In an installed package it finds nothing to do.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const at = (path) => join(root, path)
const BUILT = ['dist/cli/main.js', 'dist/cli/help.txt', 'dist/studio/index.html', 'dist/report-page/page.js']
/** The build writes them too, and git ignores them. */
const WRITTEN = [
  'encoder/kernel.wasm',
  'schemas',
  'docs/reference.md',
  'docs/tactics.md',
  'studio/.generated/declared.json',
]
const TOOLS = ['tsdown', 'vite', 'assemblyscript'].map((name) => `node_modules/${name}/package.json`)

/** When the newest file was changed that the build reads. */
function changedAt(path) {
  const found = statSync(path)
  if (!found.isDirectory()) return /\.(test|fixture)\.ts$/.test(path) ? 0 : found.mtimeMs
  const names = readdirSync(path).filter((name) => !/^(\.|node_modules$)/.test(name))
  return Math.max(0, ...names.map((name) => changedAt(join(path, name))))
}

function isCurrent() {
  if (![...BUILT, ...WRITTEN].every((path) => existsSync(at(path)))) return false
  const sources = ['src', 'studio', 'tools', 'encoder/kernel.ts', 'package.json', 'tsdown.config.ts'].map(
    (path) => changedAt(at(path)),
  )
  return Math.max(...sources) <= statSync(at(BUILT[0])).mtimeMs
}

if (existsSync(at('src')) && TOOLS.every((path) => existsSync(at(path))) && !isCurrent()) {
  process.stderr.write('sage: building, which takes about a minute ...\n')
  // NODE_ENV of a test would build pages for developers: twice the size, half the speed.
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.stderr.write(`${stdout}${stderr}`)
  process.exitCode = status ?? 1
}
