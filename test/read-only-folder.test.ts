import { chmodSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import { sageIn } from './sage-in.ts'
import { aRunId } from './support/base/ids.ts'
import { HEADER } from './support/runner/run-header.ts'
import { aRun, aTrial } from './support/storage/store-contract.ts'
import { emptyFolder } from './support/temp-folder.ts'

const NOBODY = 65_534

/** Root may write anywhere, so it becomes somebody else meanwhile. */
async function asAnyUser<Result>(work: () => Promise<Result>): Promise<Result> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

const folder = emptyFolder()

/** A store as a process left it that was killed: most of it is in the log beside the file. */
async function readOnlyStore(): Promise<string> {
  const made = join(folder, 'made.db')
  const store = await openSqliteStore(made)
  await store.createRun(aRun('one', { header: HEADER }))
  await store.saveTrials([aTrial('one', 1), aTrial('one', 2)])
  await store.finishRun(aRunId('one'), '2026-01-01T01:00:00.000Z')
  mkdirSync(join(folder, 'closed'))
  const file = join(folder, 'closed/sage.db')
  for (const end of ['', '-wal']) copyFileSync(`${made}${end}`, `${file}${end}`)
  await store.close()
  chmodSync(folder, 0o777)
  chmodSync(join(folder, 'closed'), 0o555)
  return file
}

test('a store in a folder that may not be written to is read like any other; what would write says so in a line', async () => {
  const file = await readOnlyStore()
  const sage = (...words: readonly string[]) => asAnyUser(() => sageIn(folder, [...words, '--store', file]))
  expect(await sage('runs')).toMatchObject({ exit: 0, out: expect.stringContaining('one  ') })
  expect(await sage('runs', 'export', 'latest', '-o', 'saved/')).toMatchObject({
    exit: 0,
    out: expect.stringContaining('one: 2 trials'),
  })
  const doctor = await sage('doctor')
  expect(doctor.out).toContain('it cannot be written to')
  for (const words of [
    ['runs', 'delete', 'one'],
    ['run', '--pack', 'lunchbox', '--agent', 'forgetful(0.3)', '--case', 'lunchbox/cancel-in-time'],
  ]) {
    const { exit, err } = await sage(...words)
    expect([words[0], exit, err.split('\n').length]).toEqual([words[0], 2, 3])
    expect(err).toContain('closed/sage.db or the files beside it (-wal, -shm) cannot be written to.')
  }
  expect(readdirSync(join(folder, 'closed')).sort()).toEqual(['sage.db', 'sage.db-wal'])
  chmodSync(join(folder, 'closed'), 0o755)
})
