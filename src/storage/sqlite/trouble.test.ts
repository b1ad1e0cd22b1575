import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import Database from 'libsql'
import { afterAll, describe, expect, test } from 'vitest'
import { aRunId, aTrialId } from '../../base/values/ids-testing.ts'
import { runFileLines } from '../run-file.ts'
import { storeOver } from '../sql/sql-store.ts'
import type { Store } from '../store.ts'
import { aRun, aTrial } from '../store-contract.ts'
import { checkSqliteFile } from './check.ts'
import { connect } from './connection.ts'
import { salvageSqliteFile } from './salvage.ts'
import { openSqliteStore } from './sqlite-store.ts'

const ONE = aRunId('one')

const folder = mkdtempSync(join(tmpdir(), 'sage-trouble-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)
const LONG = `${JSON.stringify({ text: 'long '.repeat(1500) })}\n`

async function filled(name: string, trials: number): Promise<string> {
  const file = join(folder, name)
  const store = await openSqliteStore(file)
  await store.createRun(aRun('one'))
  await store.saveTrials(range(trials).map((n) => aTrial('one', n, { transcript: LONG })))
  await store.close()
  return file
}

describe('a damaged file', () => {
  /** Overwrites pages in the middle, as a dying disk does. */
  async function damaged(name: string): Promise<string> {
    const file = await filled(name, 300)
    const bytes = readFileSync(file)
    bytes.fill(7, 200 * 4096, 260 * 4096)
    writeFileSync(file, bytes)
    return file
  }

  test('closing leaves everything in the one file', async () => {
    const file = await filled('whole.db', 10)
    expect(checkSqliteFile(file, 5)).toEqual([])
    expect(existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0).toBe(0)
  })

  test('the damage is found and named', async () => {
    const file = await damaged('named.db')
    expect(checkSqliteFile(file, 5)).not.toEqual([])
    const store = await openSqliteStore(file)
    const reading = collect(store.trials(ONE))
    await expect(reading).rejects.toMatchObject({ code: 'store-corrupt', exit: 3 })
    await expect(reading).rejects.toThrow(/is damaged\. .*page/i)
    await store.close()
  })

  test('what is not damaged is saved, and the loss is counted', async () => {
    const file = await damaged('saved.db')
    const salvage = salvageSqliteFile(file)
    expect(salvage.runs.map(({ id }) => id)).toEqual(['one'])
    const saved = await collect(salvage.trials(ONE))
    expect(saved.length).toBeGreaterThan(200)
    expect(saved.length + salvage.loss.rows).toBe(300)
    for (const trial of saved) {
      const n = Number(trial.case.replace('pack/case-', ''))
      expect(trial).toEqual(aTrial('one', n, { transcript: LONG, glance: null }))
    }
    salvage.close()
  })

  test('trials whose run is lost come with an empty header', async () => {
    const file = await filled('orphans.db', 3)
    const database = new Database(file)
    database.exec('pragma foreign_keys = off')
    database.exec('delete from runs')
    database.close()
    const salvage = salvageSqliteFile(file)
    expect(salvage.runs).toMatchObject([{ id: 'one', header: '{}', finishedAt: null }])
    const [run] = salvage.runs
    expect(run && (await collect(runFileLines(salvage, run)))).toHaveLength(5)
    salvage.close()
  })

  test('a row that says nonsense is lost, not saved', async () => {
    const file = await filled('nonsense.db', 3)
    const database = new Database(file)
    database.exec(`update trials set score = '{"n":' where seq = 2`)
    database.close()
    const salvage = salvageSqliteFile(file)
    expect(await collect(salvage.trials(ONE))).toHaveLength(2)
    expect(salvage.loss.rows).toBe(1)
    salvage.close()
  })

  test('a file of the first schema has no pages, ratings or reviews to save', async () => {
    const file = await filled('first.db', 3)
    const database = new Database(file)
    for (const table of ['pages', 'ratings', 'reviews', 'calibrations']) database.exec(`drop table ${table}`)
    database.close()
    const salvage = salvageSqliteFile(file)
    const [run] = salvage.runs
    expect(run && (await collect(runFileLines(salvage, run)))).toHaveLength(5)
    expect(salvage.loss.rows).toBe(0)
    salvage.close()
  })

  test('a sound file is saved whole, line for line', async () => {
    const file = join(folder, 'sound.db')
    const store = await openSqliteStore(file)
    await everything(store)
    const run = await store.run(ONE)
    const wanted = run && (await collect(runFileLines(store, run)))
    await store.close()
    const salvage = salvageSqliteFile(file)
    const [saved] = salvage.runs
    expect(saved && (await collect(runFileLines(salvage, saved)))).toEqual(wanted)
    salvage.close()
  })

  async function everything(store: Store): Promise<void> {
    const at = '2026-01-02T00:00:00.000Z'
    const { trial } = aTrial('one', 1)
    await store.createRun(aRun('one'))
    await store.saveTrials([aTrial('one', 1)])
    await store.appendPages([{ run: ONE, trial: aTrialId('x'), attempt: 0, page: 0, events: '{"n":1}\n' }])
    const rating = { run: ONE, trial, judge: 'j', n: 1, dimension: 'd', value: 1, quote: 'a\u0000b' }
    await store.saveRatings([{ ...rating, because: null, promptHash: 'h', at }])
    await store.addReview({ run: ONE, trial, at, author: 'ada', kind: 'note', body: '{}' })
  }
})

describe('a full disk', () => {
  test('is said as such, loses nothing, and writing goes on once there is room', async () => {
    const file = await filled('full.db', 5)
    const connection = await connect(file)
    const store = storeOver(connection)
    const roomFor = (pages: number) =>
      connection.read({ compile: () => CompiledQuery.raw(`pragma max_page_count = ${pages}`) })
    await roomFor(100)
    const batch = range(200).map((n) => aTrial('one', 100 + n, { transcript: LONG }))
    await expect(store.saveTrials(batch)).rejects.toMatchObject({
      code: 'store-full',
      exit: 3,
      hint: expect.stringMatching(/safe.*--resume/),
    })
    expect(await store.countTrials(ONE)).toMatchObject({ judged: 5 })
    await roomFor(100_000)
    await store.saveTrials(batch)
    expect(await store.countTrials(ONE)).toMatchObject({ judged: 205 })
    await store.close()
    expect(checkSqliteFile(file, 5)).toEqual([])
  })
})

describe('one byte that is not UTF-8', () => {
  test('is a damaged store in every read, and the process lives', async () => {
    const file = await filled('byte.db', 3)
    const bytes = readFileSync(file)
    bytes[bytes.lastIndexOf('long long') + 2] = 0xff
    writeFileSync(file, bytes)
    const store = await openSqliteStore(file)
    await expect(collect(store.trials(ONE))).rejects.toMatchObject({ code: 'store-corrupt', exit: 3 })
    expect(await store.countTrials(ONE)).toMatchObject({ judged: 3 })
    await store.close()
  })
})
