import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { aRunId } from '../../../test/support/base/ids.ts'
import { aRun, aTrial } from '../../../test/support/storage/store-contract.ts'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import { openToExport } from '../open/open-store.ts'
import { storeOver } from '../sql/sql-store.ts'
import { checkSqliteFile } from './check.ts'
import { connect } from './connection.ts'
import { openSqliteStore } from './sqlite-store.ts'

const ONE = aRunId('one')

const folder = tempFolder()

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
    await expect(reading).rejects.toMatchObject({
      code: 'store-corrupt',
      exit: 3,
      hint: expect.stringContaining('sage runs export <run>'),
    })
    await expect(reading).rejects.toThrow(/is damaged\. .*page/i)
    await store.close()
  })

  test('what is not damaged is exported', async () => {
    const { store, damage, leftOut, close } = await openToExport(await damaged('left.db'))
    const read = await collect(store.trials(ONE))
    expect([read.length > 200, read.length < 300, damage.length > 0, leftOut]).toEqual([
      true,
      true,
      true,
      ['trials'],
    ])
    for (const trial of read) {
      const n = Number(trial.case.replace('pack/case-', ''))
      expect(trial).toMatchObject(aTrial('one', n, { transcript: LONG }))
    }
    await close()
  })

  test('a trial whose score is no JSON is found, and left out', async () => {
    const file = await filled('nonsense.db', 3)
    const database = new Database(file)
    database.exec(`update trials set score = '{"n":' where seq = 2`)
    database.close()
    const { store, damage, leftOut, close } = await openToExport(file)
    expect(damage).toEqual(['texts in 1 rows of trials cannot be read'])
    expect([(await collect(store.trials(ONE))).length, leftOut]).toEqual([2, ['trials']])
    await close()
  })
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
