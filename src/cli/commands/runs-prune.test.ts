import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { sageIn } from '../../../test/sage-in.ts'
import { aRunId } from '../../../test/support/base/ids.ts'
import { aRun, aTrial } from '../../../test/support/storage/store-contract.ts'
import { emptyFolder } from '../../../test/support/temp-folder.ts'
import { pruneRun } from '../../runner/runs/prune-runs.ts'
import { openSqliteStore } from '../../storage/sqlite/sqlite-store.ts'
import type { Store } from '../../storage/store.ts'
import { openLineInput } from '../terminal/terminal.ts'

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

const folder = emptyFolder()
beforeEach(async () => {
  mkdirSync(join(folder, '.sage'))
  await keeping(async (store) => {
    for (const [id, age] of [
      ['oldest', 400],
      ['old', 200],
      ['recent', 20],
      ['new', 1],
    ] as const) {
      await store.createRun(aRun(id, { startedAt: daysAgo(age), finishedAt: daysAgo(age) }))
      await store.saveTrials([aTrial(id, 1)])
    }
    await store.createRun(aRun('unfinished', { startedAt: daysAgo(500) }))
    await store.createRun(aRun('leased', { startedAt: daysAgo(450), finishedAt: daysAgo(450) }))
    await store.claimRun(aRunId('leased'), { writer: 'elsewhere:1:0', at: daysAgo(0), insteadOf: null })
    const imported = { startedAt: daysAgo(300), finishedAt: daysAgo(300), imported: daysAgo(2) }
    await store.createRun(aRun('imported', imported))
  })
})

async function keeping<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openSqliteStore(join(folder, '.sage/sage.db'))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const left = () => keeping(async (store) => (await store.runs()).map(({ id }) => id))
const ALL = ['unfinished', 'leased', 'oldest', 'imported', 'old', 'recent', 'new']

const typing = (line: string) => ({
  live: true,
  openInput: () => openLineInput(Readable.from([`${line}\n`]), null),
})

test.each([
  [
    ['--keep', '2'],
    ['oldest', 'imported', 'old'],
  ],
  [
    ['--keep', '0'],
    ['oldest', 'imported', 'old', 'recent', 'new'],
  ],
  [['--keep', '50'], []],
  [
    ['--older-than', '90'],
    ['oldest', 'old'],
  ],
  [['--older-than', '90', '--keep', '3'], ['oldest']],
])('%j lets go what no condition keeps; never what is unfinished or leased', async (words, gone) => {
  const { out, exit } = await sageIn(folder, ['runs', 'prune', ...words, '--yes', '--json'])
  expect([exit, JSON.parse(out)]).toEqual([0, { old: gone, deleted: gone }])
  expect(await left()).toEqual(ALL.filter((id) => !gone.some((one) => one === id)))
})

test('without a person and without --yes it says what would go, and deletes nothing', async () => {
  const { out, exit } = await sageIn(folder, ['runs', 'prune', '--older-than', '90'])
  expect(exit).toBe(2)
  expect(out).toMatch(
    /^run +finished +suite +trials +reviews +agents\noldest .*\nold .*\n\n2 runs would be deleted/,
  )
  expect(await left()).toEqual(ALL)
})

test('a person sees the list and types yes; anything else is a no', async () => {
  const words = ['runs', 'prune', '--keep', '4']
  const no = await sageIn(folder, words, typing('y'))
  expect([no.exit, no.out, await left()]).toEqual([0, 'Nothing was deleted.\n', ALL])
  const yes = await sageIn(folder, words, typing('yes'))
  expect([yes.exit, yes.out]).toEqual([0, 'Deleted: oldest\n'])
  expect(yes.err).toMatch(/\noldest .*\n\n1 run would be deleted permanently\.\n/)
})

test('which runs are old must be said', async () => {
  const { exit, err } = await sageIn(folder, ['runs', 'prune', '--yes'])
  expect([exit, err]).toEqual([2, expect.stringContaining('--older-than 90')])
  expect(await left()).toEqual(ALL)
})

test.each([
  ['resumed by a process', 'leased', []],
  ['handed to workers', 'old', ['old']],
  ['not finished', 'unfinished', []],
] as const)(
  'a run that is %s between the question and the answer stays, and is released',
  async (_, id, taken) => {
    await keeping(async (store) => {
      const before = await store.run(aRunId(id))
      const submitted = async () => new Set(taken.map(aRunId))
      expect(await pruneRun({ store, submitted }, aRunId(id), Date.now)).toBe(false)
      expect(await store.run(aRunId(id))).toEqual(before)
    })
  },
)
