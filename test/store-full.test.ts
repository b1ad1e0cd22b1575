import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openStore, storePlace } from '../src/storage/open/open-store.ts'
import { checkSqliteFile } from '../src/storage/sqlite/check.ts'
import type { Store } from '../src/storage/store.ts'
import { aRunId } from './support/base/ids.ts'
import { aRun, aTrial } from './support/storage/store-contract.ts'

const ONE = aRunId('one')

/** A disk that is really full: a file system of 3 MB in memory. Only root may make one; `sqlite-trouble.test.ts` does the same by SQLite's own limit. */
const disk = mkdtempSync(join(tmpdir(), 'sage-full-'))
const mounted =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]).status === 0
afterAll(() => {
  // Lazily: libsql closes a file only when its statements are collected.
  if (mounted) spawnSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

const LONG = `${JSON.stringify({ text: 'long '.repeat(3000) })}\n`

/** Writes batches until the store refuses; how many trials it has confirmed, and why it stopped. */
async function fill(store: Store, from: number): Promise<{ stored: number; code: unknown }> {
  let stored = from
  try {
    for (; ; stored += 8) {
      const batch = Array.from({ length: 8 }, (_, k) => aTrial('one', stored + k, { transcript: LONG }))
      await store.saveTrials(batch)
      if (stored > 1000) return { stored, code: 'never full' }
    }
  } catch (error) {
    return { stored, code: error instanceof Error && 'code' in error ? error.code : error }
  }
}

test.skipIf(!mounted)('a full disk: a clear word, nothing lost, reading and resuming work', async () => {
  const file = join(disk, 'sage.db')
  const store = await openStore(storePlace(file, disk), 'write')
  await store.createRun(aRun('one'))
  const { stored, code } = await fill(store, 0)
  expect([stored > 0, code]).toEqual([true, 'store-full'])
  expect(await store.countTrials(ONE)).toMatchObject({ judged: stored })
  await store.close()
  // Another process, the disk still full: what is there can be read.
  const reader = await openStore(storePlace(file, disk), 'write')
  expect(await reader.countTrials(ONE)).toMatchObject({ judged: stored })
  expect((await fill(reader, stored)).code).toBe('store-full')
  spawnSync('mount', ['-o', 'remount,size=60m', disk])
  await reader.saveTrials([aTrial('one', stored, { transcript: LONG })])
  expect(await reader.countTrials(ONE)).toMatchObject({ judged: stored + 1 })
  await reader.close()
  expect(checkSqliteFile(file, 5)).toEqual([])
})
