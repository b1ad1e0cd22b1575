import { type ChildProcess, spawn } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { build } from 'tsdown'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { checkSqliteFile } from '../../src/storage/sqlite/check.ts'
import { openSqliteStore } from '../../src/storage/sqlite/sqlite-store.ts'
import { ROOT } from '../architecture/source-files.ts'
import { aRunId } from '../support/base/ids.ts'
import { tempFolder } from '../support/temp-folder.ts'

const ONE = aRunId('one')

/**
 * One store file used by real processes at once, and by processes that are killed. A few seconds here; SAGE_SOAK=1 makes
 * it at least a minute and fifty kills. How much was done ends it, not how long it took: a slow machine proves as much.
 */
const SOAK = process.env.SAGE_SOAK === '1'
const ENOUGH = { trials: 2000, rounds: 100, ms: SOAK ? 60_000 : 0 }
const KILLS = SOAK ? 50 : 6

const folder = tempFolder()
beforeAll(async () => {
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await build({
    config: false,
    cwd: ROOT,
    entry: { writer: 'test/store/writer.ts' },
    outDir: folder,
    clean: false,
    dts: false,
    format: 'esm',
    fixedExtension: true,
    platform: 'node',
    logLevel: 'silent',
  })
})

const Said = z.object({ written: z.number(), slowest: z.number() })

type Writer = {
  readonly process: ChildProcess
  /** what the store last confirmed to it; null: nothing yet */
  readonly said: () => z.infer<typeof Said> | null
  readonly ended: Promise<{ code: number | null; err: string }>
}

function startWriter(file: string, run: string): Writer {
  const child = spawn(process.execPath, [join(folder, 'writer.mjs'), file, run])
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out = `${out}${text}`.split('\n').slice(-2).join('\n')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  return {
    process: child,
    said: () => (out.includes('\n') ? Said.parse(JSON.parse(out.split('\n')[0] ?? '')) : null),
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, err }))),
  }
}

test('two writers and readers on one new file: nobody hears of a lock, nothing is lost', async () => {
  const file = join(folder, 'shared.db')
  const writers = ['one', 'two'].map((run) => startWriter(file, run))
  let working = true
  const ends = Promise.all(writers.map(({ ended }) => ended)).finally(() => {
    working = false
  })
  const rounds = [0, 0]
  const until = performance.now() + ENOUGH.ms
  const isEnough = (): boolean =>
    performance.now() >= until &&
    writers.every(({ said }) => (said()?.written ?? 0) >= ENOUGH.trials) &&
    rounds.every((done) => done >= ENOUGH.rounds)
  const hasOneGone = (): boolean => writers.some(({ process: { exitCode } }) => exitCode !== null)
  // Opened and closed again and again: opening and closing are where SQLite takes its strictest locks.
  const reads = async (who: number): Promise<void> => {
    while (working) {
      const reader = await openSqliteStore(file)
      for (const { id } of await reader.runs()) await reader.countTrials(id)
      for (const { id } of await reader.runs()) await reader.trialPage(id, { place: 0, limit: 50 })
      await reader.close()
      rounds[who] = (rounds[who] ?? 0) + 1
      if (isEnough() || hasOneGone()) for (const { process: writer } of writers) writer.stdin?.end()
      // Not a timer: two timers shorter than the work between them keep Node from hearing its children.
      await nextTurn()
    }
  }
  const [ended] = await Promise.all([ends, reads(0), reads(1)])
  expect(ended).toEqual([
    { code: 0, err: '' },
    { code: 0, err: '' },
  ])
  const store = await openSqliteStore(file)
  for (const [index, run] of ['one', 'two'].entries()) {
    expect(await store.countTrials(aRunId(run))).toMatchObject({ judged: writers[index]?.said()?.written })
    expect(await store.pages(aRunId(run))).toEqual([])
  }
  await store.close()
  expect(checkSqliteFile(file, 5)).toEqual([])
})

test(`a writer killed ${KILLS} times: all that was confirmed is there, whole, and the file is sound`, async () => {
  const file = join(folder, 'killed.db')
  for (let kill = 0; kill < KILLS; kill += 1) {
    const writer = startWriter(file, 'one')
    await new Promise((resolve) => writer.process.stdout?.once('data', resolve))
    await sleep((kill * 37) % 150)
    writer.process.kill('SIGKILL')
    await writer.ended
    const store = await openSqliteStore(file)
    const { judged } = await store.countTrials(ONE)
    const written = writer.said()?.written ?? 0
    // A batch may have been stored in the moment between its commit and its word.
    expect([written, written + 16]).toContain(judged)
    expect(new Set((await store.trialKeys(ONE)).map(({ trial }) => trial)).size).toBe(judged)
    // Pages of the batch that was under way are all there or none.
    const pages = await store.pages(ONE)
    expect([0, 16]).toContain(pages.length)
    for (const trial of new Set(pages.map((page) => page.trial))) await store.dropPages(ONE, trial)
    await store.close()
    expect(checkSqliteFile(file, 5)).toEqual([])
  }
})
