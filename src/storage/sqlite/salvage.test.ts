import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assert } from '../../base/assert.ts'
import { seededChance } from '../../base/chance.ts'
import { aRunId } from '../../base/values/ids-testing.ts'
import { runFileLines } from '../run-file.ts'
import { aRun, aTrial } from '../store-contract.ts'
import { inspectSqliteFile } from './check.ts'
import { isNothingLost, salvageSqliteFile } from './salvage.ts'
import { openSqliteStore } from './sqlite-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'sage-salvage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ONE = aRunId('one')
const TRIALS = 120
const SOUND = join(folder, 'sound.db')
let wanted: readonly string[] = []

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Short and long transcripts (some over several pages), pages of a trial in progress, ratings, reviews, deleted rows. */
beforeAll(async () => {
  const store = await openSqliteStore(SOUND)
  const at = '2026-01-02T00:00:00.000Z'
  await store.createRun(aRun('gone'))
  await store.saveTrials(Array.from({ length: 40 }, (_, n) => aTrial('gone', n, { transcript: words(900) })))
  await store.createRun(aRun('one'))
  for (let n = 0; n < TRIALS; n += 1)
    await store.saveTrials([aTrial('one', n, { transcript: words(50 * (n % 40)) })])
  const { trial } = aTrial('one', 1)
  const page = { run: ONE, trial: aTrial('one', TRIALS).trial, attempt: 0 }
  await store.appendPages([0, 1, 2].map((n) => ({ ...page, page: n, events: words(100) })))
  const rating = { run: ONE, trial, judge: 'j', n: 1, dimension: 'd', value: 0.5, quote: 'a\u0000b' }
  for (let n = 0; n < 30; n += 1)
    await store.saveRatings([{ ...rating, n, because: null, promptHash: 'h', at }])
  await store.addReview({ run: ONE, trial, at, author: 'ada', kind: 'note', body: '{}' })
  await store.deleteRun(aRunId('gone'))
  const run = await store.run(ONE)
  assert(run !== undefined, 'it was created')
  wanted = await collect(runFileLines(store, run))
  await store.close()
})

const words = (count: number): string => `${JSON.stringify({ text: 'wörds '.repeat(count) })}\n`

function damage(name: string, change: (bytes: Buffer) => void): string {
  const file = join(folder, name)
  const bytes = readFileSync(SOUND)
  change(bytes)
  writeFileSync(file, bytes)
  return file
}
const flip = (bytes: Buffer, at: number): void => {
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
}

async function salvaged(file: string) {
  const salvage = salvageSqliteFile(file)
  try {
    const run = salvage.runs.find(({ id }) => id === ONE)
    const lines = run === undefined ? [] : await collect(runFileLines(salvage, run))
    return { lines, loss: salvage.loss, runs: salvage.runs, unusable: [...salvage.unusable()] }
  } finally {
    salvage.close()
  }
}

describe('salvage', () => {
  test('a sound file is saved whole; deleted rows stay deleted', async () => {
    const { lines, loss, runs } = await salvaged(SOUND)
    expect(lines).toEqual(wanted)
    expect(runs.map(({ id }) => id)).toEqual(['one'])
    expect(isNothingLost(loss)).toBe(true)
  })

  test('a damaged schema page costs no run', async () => {
    const file = damage('schema.db', (bytes) => {
      for (const at of [2000, 3000]) flip(bytes, at)
    })
    expect((await salvaged(file)).lines).toEqual(wanted)
    expect(inspectSqliteFile(file, 5).is).toBe('damaged')
  })

  test('a first page full of zeros costs no run', async () => {
    const file = damage('zeros.db', (bytes) => bytes.fill(0, 0, 4096))
    const { lines, loss } = await salvaged(file)
    expect(lines).toEqual(wanted)
    expect(loss.unreadablePages).toBeGreaterThan(0)
  })

  test('one invalid byte in a transcript costs that text only', async () => {
    const file = damage('utf8.db', (bytes) => {
      bytes[bytes.lastIndexOf('wörds', bytes.indexOf('{"n":41}')) + 1] = 0xff
    })
    const { lines, loss } = await salvaged(file)
    expect(lines.length).toBe(wanted.length)
    expect(lines.filter((line, index) => line !== wanted[index])).toHaveLength(1)
    expect(loss).toMatchObject({ values: 1, rows: 0, unreadablePages: 0 })
  })

  test('a row with a damaged score is kept aside, readable', async () => {
    const file = damage('score.db', (bytes) => flip(bytes, bytes.indexOf('{"n":80}')))
    const { lines, loss, unusable } = await salvaged(file)
    expect(lines).toHaveLength(wanted.length - 1)
    expect(loss).toMatchObject({ rows: 1 })
    expect(unusable).toMatchObject([{ table: 'trials', state: 'judged' }])
  })

  test('what is in the log beside the file is saved too', async () => {
    const file = join(folder, 'logged.db')
    const store = await openSqliteStore(file)
    await store.createRun(aRun('one'))
    await store.saveTrials([aTrial('one', 1), aTrial('one', 2)])
    const copy = join(folder, 'copied.db')
    for (const end of ['', '-wal']) copyFileSync(`${file}${end}`, `${copy}${end}`)
    await store.close()
    const { lines, loss } = await salvaged(copy)
    expect(lines).toHaveLength(4)
    expect(isNothingLost(loss)).toBe(true)
    const log = readFileSync(`${copy}-wal`)
    flip(log, log.length - 100)
    writeFileSync(`${copy}-wal`, log)
    expect(isNothingLost((await salvaged(copy)).loss)).toBe(false)
  })

  test('a truncated file says so', async () => {
    const file = join(folder, 'short.db')
    writeFileSync(file, readFileSync(SOUND).subarray(0, 40 * 4096))
    const { lines, loss } = await salvaged(file)
    expect(lines.length).toBeGreaterThan(2)
    expect(loss.unreadablePages).toBeGreaterThan(0)
  })

  test('a text file is not a store', () => {
    const file = join(folder, 'text.db')
    writeFileSync(file, 'words '.repeat(2000))
    expect(() => salvageSqliteFile(file)).toThrow(/is not a store/)
  })

  test('each random damage: all is saved, or the loss is stated; the doctor sees it', async () => {
    const chance = seededChance(20261115)
    for (let round = 0; round < 24; round += 1) {
      const file = damage('random.db', (bytes) => {
        const at = () => chance.below(bytes.length)
        if (round % 3 === 0) for (let n = 0; n < 3; n += 1) flip(bytes, at())
        else if (round % 3 === 1) bytes.fill(0, ...sector(at()))
        else for (let n = 0, from = at(); n < 64 && from + n < bytes.length; n += 1) flip(bytes, from + n)
      })
      const { lines, loss } = await salvaged(file)
      const same = JSON.stringify(lines) === JSON.stringify(wanted)
      expect([round, same || !isNothingLost(loss)]).toEqual([round, true])
      if (!isNothingLost(loss)) expect([round, inspectSqliteFile(file, 5).is]).toEqual([round, 'damaged'])
    }
  })

  const sector = (at: number): [number, number] => [at - (at % 512), at - (at % 512) + 512]
})
