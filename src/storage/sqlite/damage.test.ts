import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { aRunId } from '../../../test/support/base/ids.ts'
import { aRun, aTrial } from '../../../test/support/storage/store-contract.ts'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import { seededChance } from '../../base/chance.ts'
import { SageError } from '../../base/error.ts'
import { openToExport } from '../open/open-store.ts'
import { runFileLines } from '../run-file.ts'
import { checkSqliteFile, inspectSqliteFile } from './check.ts'
import { openSqliteStore } from './sqlite-store.ts'

const folder = tempFolder()

const ONE = aRunId('one')
const TRIALS = 120
const SOUND = join(folder, 'sound.db')
let wanted: readonly string[] = []

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
  await store.close()
  wanted = (await exported(SOUND)).lines
})

const words = (count: number): string => `${JSON.stringify({ text: 'wörds '.repeat(count) })}\n`

async function exported(file: string) {
  const { store, damage, leftOut, close } = await openToExport(file)
  try {
    const run = await store.run(ONE)
    const lines: string[] = []
    if (run !== undefined) for await (const line of runFileLines(store, run)) lines.push(line)
    return { lines, damage, leftOut }
  } finally {
    await close()
  }
}

function damaged(name: string, change: (bytes: Buffer) => Buffer | undefined): string {
  const file = join(folder, name)
  const bytes = readFileSync(SOUND)
  for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true })
  writeFileSync(file, change(bytes) ?? bytes)
  return file
}
const flip = (bytes: Buffer, at: number): void => {
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
}

test('a sound file is found sound, and all of it is exported', async () => {
  expect(checkSqliteFile(SOUND, 5)).toEqual([])
  expect([wanted.length, (await exported(SOUND)).damage]).toEqual([TRIALS + 36, []])
})

test.each<readonly [string, (bytes: Buffer) => Buffer | undefined]>([
  ['a first page full of zeros', (bytes) => bytes.fill(0, 0, 4096)],
  ['a damaged schema', (bytes) => bytes.fill(0xff, 2000, 4096)],
])('%s: nothing is exported, and that is said', async (_, change) => {
  const file = damaged('first.db', change)
  expect(inspectSqliteFile(file, 5).is).not.toBe('sound')
  await expect(exported(file)).rejects.toThrow(/Nothing was exported\./)
})

test('one invalid byte in a transcript costs that trial only', async () => {
  const file = damaged('utf8.db', (bytes) => {
    bytes[bytes.lastIndexOf('wörds', bytes.indexOf('{"n":41}')) + 1] = 0xff
    return bytes
  })
  const { lines, damage, leftOut } = await exported(file)
  expect(damage).toEqual(['texts in 1 rows of trials cannot be read'])
  expect([lines.length, leftOut]).toEqual([wanted.length - 1, ['trials']])
})

test('a cut file is found damaged', () => {
  const file = damaged('short.db', (bytes) => bytes.subarray(0, 40 * 4096))
  expect(inspectSqliteFile(file, 5).is).toBe('damaged')
})

test('a text file is no store', async () => {
  const file = join(folder, 'text.db')
  writeFileSync(file, 'words '.repeat(2000))
  expect(inspectSqliteFile(file, 5).is).toBe('unreadable')
  await expect(exported(file)).rejects.toMatchObject({ code: 'store-unreadable' })
})

test('each random damage is found, or costs nothing', async () => {
  const chance = seededChance(20261115)
  for (let round = 0; round < 40; round += 1) {
    const file = damaged('random.db', (bytes) => {
      const at = () => chance.below(bytes.length)
      if (round % 4 === 0) for (let n = 0; n < 3; n += 1) flip(bytes, at())
      else if (round % 4 === 1) bytes.fill(0, ...sector(at()))
      else if (round % 4 === 2)
        for (let n = 0, from = at(); n < 64; n += 1) flip(bytes, Math.min(bytes.length - 1, from + n))
      else flip(bytes, chance.below(4096))
      return bytes
    })
    const isFound = inspectSqliteFile(file, 5).is !== 'sound'
    const came = await exported(file).catch(refusal)
    const isWhole = JSON.stringify(came.lines) === JSON.stringify(wanted)
    // Found by the doctor and said by the export, or harmless.
    expect([round, isFound && came.damage.length > 0, isWhole]).toEqual([
      round,
      ...(isWhole ? [expect.anything(), true] : [true, false]),
    ])
  }
})

/** A store that is refused in words is no loss that was passed over. */
function refusal(error: unknown) {
  if (!(error instanceof SageError)) throw error
  return { lines: [], damage: [error.message], leftOut: [] }
}

const sector = (at: number): [number, number] => [at - (at % 512), at - (at % 512) + 512]
