import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { sageIn } from '../../../test/sage-in.ts'
import { aRunId, aTrialId } from '../../../test/support/base/ids.ts'
import { HEADER } from '../../../test/support/runner/run-header.ts'
import { aRun, aTrial } from '../../../test/support/storage/store-contract.ts'
import { emptyFolder } from '../../../test/support/temp-folder.ts'
import { openStudioData } from '../../runner/studio/studio-data.ts'
import { openSqliteStore } from '../../storage/sqlite/sqlite-store.ts'
import type { Store } from '../../storage/store.ts'

const DONE = aRunId('done')
const LEFT = aRunId('left')

const folder = emptyFolder()
beforeEach(async () => {
  mkdirSync(join(folder, '.sage'))
})

const sage = (...words: readonly string[]) => sageIn(folder, words)

async function keeping(work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openSqliteStore(join(folder, '.sage/sage.db'))
  await work(store)
  await store.close()
}

const AT = '2026-01-01T01:00:00.000Z'

/** Two runs: one finished, one left behind by a process that is gone. */
const twoRuns = () =>
  keeping(async (store) => {
    await store.createRun(aRun('done', { header: HEADER }))
    await store.saveTrials([aTrial('done', 1), aTrial('done', 2, { state: 'voided' })])
    const { trial } = aTrial('done', 1)
    await store.addReview({ run: DONE, trial, at: AT, author: 'ada', kind: 'note', body: '{}' })
    await store.finishRun(DONE, AT)
    await store.createRun(aRun('left', { header: '{}', startedAt: '2026-01-02T00:00:00.000Z' }))
    await store.appendPages([{ run: LEFT, trial: aTrialId('left/x'), attempt: 0, page: 1, events: '' }])
    await store.claimRun(LEFT, { writer: 'elsewhere:1:0', at: AT, insteadOf: null })
  })

test('before the first run the list is empty, and no store is made', async () => {
  rmSync(join(folder, '.sage'), { recursive: true })
  expect(await sage('runs', '--json')).toEqual({ exit: 0, out: '{"runs":[]}\n', err: '' })
  expect((await sage('runs')).out).toBe('No runs are stored here yet. Start one: sage run\n')
})

test('sage runs lists them, oldest first, with their state; list says the same', async () => {
  await twoRuns()
  const { out, exit } = await sage('runs', '--json')
  expect([exit, JSON.parse(out)]).toEqual([
    0,
    {
      runs: [
        {
          run: 'done',
          state: 'finished',
          started_at: '2026-01-01T00:00:00.000Z',
          finished_at: AT,
          imported_at: null,
          suite: 'smoke',
          agents: ['oracle'],
          packs: ['desk'],
          trials: expect.objectContaining({ judged: 1, voided: 1, faulted: 0, could_not_tell: 0 }),
        },
        expect.objectContaining({ run: 'left', state: 'unfinished', suite: null, agents: [] }),
      ],
    },
  ])
  const table = await sage('runs')
  expect(table.out).toMatch(
    /^run +started +state +suite .*\ndone +2026-01-01 00:00 +finished +smoke +\d +0 +0 +1 +0 +oracle\n/,
  )
  expect((await sage('runs', 'list')).out).toBe(table.out)
})

test('sage runs delete removes all that are named, or none', async () => {
  await twoRuns()
  expect(await sage('runs', 'delete', 'done', 'nope')).toMatchObject({ exit: 2 })
  expect(JSON.parse((await sage('runs', '--json')).out).runs).toHaveLength(2)
  expect(await sage('runs', 'delete', 'done', 'left', '--json')).toMatchObject({
    exit: 0,
    out: '{"deleted":["done","left"]}\n',
  })
  expect(JSON.parse((await sage('runs', '--json')).out).runs).toEqual([])
})

test('a run that is being written is not deleted', async () => {
  await twoRuns()
  await keeping(async (store) => {
    const at = new Date().toISOString()
    await store.claimRun(LEFT, { writer: 'elsewhere:1:0', at, insteadOf: null })
  })
  expect(JSON.parse((await sage('runs', '--json')).out).runs[1].state).toBe('running')
  expect(await sage('runs', 'delete', 'left')).toMatchObject({
    exit: 2,
    err: expect.stringContaining('being written'),
  })
})

test('export into a folder or a file, import into another store', async () => {
  await twoRuns()
  const exported = await sage('runs', 'export', 'done', 'left', '-o', 'archive', '--json')
  expect(JSON.parse(exported.out).runs).toEqual([
    { run: 'done', file: join(folder, 'archive/done.jsonl.gz'), trials: 2 },
    { run: 'left', file: join(folder, 'archive/left.jsonl.gz'), trials: 0 },
  ])
  await sage('runs', 'export', 'done', '-o', 'one.gz')
  const lines = gunzipSync(readFileSync(join(folder, 'one.gz'))).toString()
  expect(lines.split('\n').map((line) => (line === '' ? null : JSON.parse(line).type))).toEqual([
    'run',
    'trial',
    'trial',
    'review',
    'end',
    null,
  ])
  const imported = await sage(
    ...'runs import archive/done.jsonl.gz one.gz --store new/team.db --json'.split(' '),
  )
  expect(JSON.parse(imported.out).runs).toMatchObject([
    { run: 'done', imported: true, trials: 2, reviews: 1 },
    { run: 'done', imported: false },
  ])
  const runsOf = async (...words: readonly string[]) =>
    JSON.parse((await sage('runs', ...words, '--json')).out).runs.find(
      ({ run }: { run: string }) => run === 'done',
    )
  // The marks of made-up trials are made again from their scores.
  const { imported_at, trials, ...shown } = await runsOf('--store', 'new/team.db')
  expect(await runsOf()).toMatchObject(shown)
  expect(trials).toMatchObject({ judged: 1, voided: 1 })
  expect(imported_at).toMatch(/^20/)
})

test('export without a run, import of a file that is none', async () => {
  await twoRuns()
  expect(await sage('runs', 'export')).toMatchObject({
    exit: 2,
    err: expect.stringContaining('No run was named'),
  })
  writeFileSync(join(folder, 'x.csv'), 'a,b\n')
  expect(await sage('runs', 'import', 'x.csv')).toMatchObject({
    exit: 2,
    err: expect.stringContaining('x.csv:1:1'),
  })
})

test('what a damaged store still holds is exported and imported, and the damage is said', async () => {
  const long = `${JSON.stringify({ text: 'long '.repeat(2000) })}\n`
  await keeping(async (store) => {
    await store.createRun(aRun('done', { header: HEADER }))
    await store.saveTrials(Array.from({ length: 200 }, (_, n) => aTrial('done', n, { transcript: long })))
  })
  const file = join(folder, '.sage/sage.db')
  const bytes = readFileSync(file)
  bytes.fill(7, 200 * 4096, 220 * 4096)
  writeFileSync(file, bytes)
  const saved = await sage('runs', 'export', 'done', '-o', 'saved/', '--json')
  const { runs, damage, left_out } = JSON.parse(saved.out)
  expect([saved.exit, damage.length > 0, left_out]).toEqual([1, true, ['trials']])
  expect(runs[0].trials).toBeGreaterThan(100)
  const back = await sage('runs', 'import', 'saved/done.jsonl.gz', '--store', 'new.db', '--json')
  expect(JSON.parse(back.out).runs).toMatchObject([{ imported: true, trials: runs[0].trials }])
})

test('a store whose first page is damaged exports nothing, and says so', async () => {
  await twoRuns()
  const file = join(folder, '.sage/sage.db')
  writeFileSync(file, readFileSync(file).fill(0, 0, 4096))
  expect(await sage('runs', 'export', 'done', '-o', 'saved/')).toMatchObject({
    exit: 2,
    err: expect.stringMatching(/Nothing was exported\.(.|\n)*\.recover/),
  })
  expect(existsSync(join(folder, 'saved'))).toBe(false)
})

test('a run whose header cannot be read stands in the list and in no way of the others', async () => {
  await keeping(async (store) => {
    await store.createRun(aRun('done', { header: HEADER }))
    await store.saveTrials([aTrial('done', 1)])
    await store.finishRun(DONE, AT)
    // As an older SAGE imported it: nothing says where it came from, or that it ended.
    await store.createRun(aRun('odd', { header: '{}', startedAt: '2026-01-03T00:00:00.000Z', imported: AT }))
  })
  expect(JSON.parse((await sage('runs', '--json')).out).runs).toMatchObject([
    { run: 'done' },
    { run: 'odd', suite: null },
  ])
  expect((await sage('runs', 'export', 'latest', '-o', 'saved/')).out).toContain('done: 1 trials')
  const store = await openSqliteStore(join(folder, '.sage/sage.db'))
  const studio = openStudioData(store, { workingFolder: folder, clock: () => Date.parse(AT) })
  expect((await studio.runs()).map(({ run, about }) => [run, about === null])).toEqual([
    ['done', false],
    ['odd', true],
  ])
  expect(await studio.leagues()).toHaveLength(1)
  await store.close()
  expect((await sage('doctor', '--json')).out).toContain('2 runs; the header of odd cannot be read')
  expect(await sage('report', 'odd')).toMatchObject({
    exit: 3,
    err: expect.stringContaining('run odd cannot be read'),
  })
  expect(await sage('runs', 'delete', 'odd')).toMatchObject({ exit: 0 })
  expect((await sage('runs')).out).not.toContain('odd')
})
