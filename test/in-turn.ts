import { spawnSync } from 'node:child_process'
import { packageRoot } from '../src/runner/files/package-root.ts'

const { stdout } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], {
  cwd: packageRoot(),
  encoding: 'utf8',
})
/** Sources without their history, such as an archive: the first ones. */
const FROM = Number.parseInt(stdout, 16) || 0

/** `count` of some, or all there are; others with each commit. */
export function inTurn<T>(all: readonly T[], count: number): readonly T[] {
  const from = FROM % all.length
  return [...all.slice(from), ...all.slice(0, from)].slice(0, count)
}
