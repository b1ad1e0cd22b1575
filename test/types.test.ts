import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './architecture/source-files.ts'

/** The type check and the linter are tests like any other: CI runs nothing else. The native compiler takes a third of the time. */
const run = (file: string, words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, file), ...words], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { status, said: status === 0 ? '' : `${stdout}${stderr}` }
}
const CLEAN = { status: 0, said: '' }

test.each(['.', 'studio'])('the types of %s hold', (project) => {
  expect(run('node_modules/typescript-native/bin/tsc', ['-p', project])).toEqual(CLEAN)
})

test('the linter and the formatter find nothing', () => {
  expect(
    run('node_modules/@biomejs/biome/bin/biome', ['ci', '--colors=off', '--max-diagnostics=50']),
  ).toEqual(CLEAN)
})
