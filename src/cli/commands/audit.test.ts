import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sageIn } from '../../../test/sage-in.ts'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import { packageRoot } from '../../runner/files/package-root.ts'
import { openSqliteStore } from '../../storage/sqlite/sqlite-store.ts'

/** A desk so small that its audit takes a second; it leaves something to find, so its bar is not met. */
const DESK = join(packageRoot(), 'test/golden/example-pack')
const folder = tempFolder()

const audit = (...words: readonly string[]) =>
  sageIn(folder, ['audit', DESK, '--voice', 'lexicon', '--oracle-trials', '2', ...words])

const lastIn = async (file: string): Promise<string | undefined> => {
  const store = await openSqliteStore(join(folder, file))
  const found = await store.lastAudit('example')
  await store.close()
  return found?.result
}

test('a pack with errors is not audited unless one insists', async () => {
  const spoiled = join(folder, 'spoiled')
  cpSync(DESK, spoiled, { recursive: true })
  const about = readFileSync(join(spoiled, 'pack.yaml'), 'utf8')
  writeFileSync(join(spoiled, 'pack.yaml'), about.replace('{ damaged: 1 }', '{ damaged: 0.5 }'))
  const { exit, err } = await sageIn(folder, ['audit', 'spoiled'])
  expect([exit, err]).toEqual([2, expect.stringContaining('Fix them, or run it anyway with --force.')])
})

test('the result is kept in a store that is named, or in the one that is there; none is made by the way', async () => {
  const plain = await audit()
  expect([plain.exit, plain.out.includes('Stored.'), existsSync(join(folder, '.sage'))]).toEqual([
    1,
    false,
    false,
  ])
  const kept = await audit('--store', '.sage/sage.db')
  expect([kept.exit, kept.out.includes('Stored.')]).toEqual([1, true])
  expect(JSON.parse((await lastIn('.sage/sage.db')) ?? '{}')).toMatchObject({ met: false, oracle_trials: 2 })
  expect((await audit('--no-store')).out).not.toContain('Stored.')
  expect((await audit()).out).toContain('Stored.')
})

test.each([[[]], [['--all', DESK]], [['--all', '--plan', 'planned.yaml']]])(
  'one pack, or --all by itself: audit %j is neither',
  async (words) => {
    const { exit, err } = await sageIn(folder, ['audit', ...words])
    expect([exit, err]).toEqual([2, expect.stringContaining('Name one pack, or write --all')])
  },
)
