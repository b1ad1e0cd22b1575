import { spawnSync } from 'node:child_process'
import { packageRoot } from '../src/runner/files/package-root.ts'

/** `count` of some, others with each commit. */
export function inTurn<T>(all: readonly T[], count: number): readonly T[] {
  const commit = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: packageRoot(),
    encoding: 'utf8',
  }).stdout
  // Sources without their history, such as an archive: the first ones.
  const from = Number.parseInt(commit, 16) || 0
  return Array.from({ length: count }, (_, at) => all[(from + at) % all.length]).flatMap((one) => one ?? [])
}
