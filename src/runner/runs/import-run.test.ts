import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aRunId, aTrialId } from '../../../test/support/base/ids.ts'
import { HEADER } from '../../../test/support/runner/run-header.ts'
import { aRun, aTrial } from '../../../test/support/storage/store-contract.ts'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { openSqliteStore } from '../../storage/sqlite/sqlite-store.ts'
import type { Store } from '../../storage/store.ts'
import { exportRun } from './export-run.ts'
import { importRun } from './import-run.ts'
import { readCalibrated } from './judge-calibrated.ts'

const ONE = aRunId('one')

const folder = tempFolder()

let made = 0
const newStore = (): Promise<Store> => {
  made += 1
  return openSqliteStore(join(folder, `${made}.db`))
}
const newFile = (): string => {
  made += 1
  return join(folder, `${made}.jsonl.gz`)
}

async function withStores<Result>(work: (from: Store, to: Store) => Promise<Result>): Promise<Result> {
  const [from, to] = [await newStore(), await newStore()]
  try {
    return await work(from, to)
  } finally {
    await from.close()
    await to.close()
  }
}

async function exported(store: Store, id: string): Promise<string> {
  const run = await store.run(aRunId(id))
  const file = newFile()
  if (run !== undefined) await exportRun(store, run, file)
  return file
}

const AT = '2026-01-02T00:00:00.000Z'

/** A run with everything a run can have, among others. */
async function fill(store: Store, trials: number): Promise<void> {
  await store.createRun(aRun('one', { header: HEADER.replace(/}$/, ',"2":1}') }))
  await store.createRun(aRun('two', { header: HEADER }))
  await store.saveTrials(Array.from({ length: trials }, (_, n) => aTrial('one', n)))
  await store.saveTrials([
    aTrial('one', 8001, { transcript: '{"n": 1}\n{"n"', facts: '"text"', score: 'null' }),
    aTrial('one', 8002, { transcript: '', state: 'voided' }),
    aTrial('two', 1),
  ])
  const { trial } = aTrial('one', 1)
  await store.appendPages([
    { run: ONE, trial: aTrialId('one/under way'), attempt: 1, page: 3, events: '{"n":1}\n' },
  ])
  const rating = { run: ONE, trial, judge: 'a:b', n: 2, dimension: 'empathy', because: null, at: AT }
  await store.saveRatings([
    { ...rating, value: 0.1, quote: 'so \u0000 sorry', promptHash: 'h' },
    { ...rating, value: 0.2, quote: '🧳\ud800', promptHash: 'i' },
  ])
  await store.addReview({ run: ONE, trial, at: AT, author: 'ada', kind: 'note', body: '{"b":[1,2]}' })
  const calibration = {
    judge: 'a:b',
    promptHash: 'i',
    dimension: 'empathy',
    at: AT,
    result: '{"calibrated":true}',
  }
  await store.saveCalibration(calibration)
  await store.saveCalibration({ ...calibration, judge: 'lexical' })
  await store.saveCalibration({ ...calibration, judge: 'of:another-run' })
  await store.finishRun(ONE, AT)
}

test('exported, imported and exported again, a run is the same bytes', () =>
  withStores(async (from, to) => {
    await fill(from, 450)
    const file = await exported(from, 'one')
    expect(await importRun(to, file, AT)).toEqual({
      run: 'one',
      imported: true,
      counts: { trials: 452, forks: 0, pages: 1, ratings: 2, reviews: 1, calibrations: 2 },
    })
    const again = await exported(to, 'one')
    expect(readFileSync(again).equals(readFileSync(file))).toBe(true)
    expect(await to.run(ONE)).toEqual({ ...(await from.run(ONE)), imported: AT })
    expect((await to.runs()).map(({ id }) => id)).toEqual(['one'])
  }))

test('any text that a store keeps comes back byte for byte', () =>
  withStores(async (from, to) => {
    const kept = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\u0000', '')),
      fc.jsonValue().map((value) => `${JSON.stringify(value)}\n`),
      fc.constantFrom('{"b":1,"1":2}', '{"a":1,"a":2}', '1e3', '-0', '"x"\n"y"\n', '{"__proto__":{"x":1}}'),
    )
    let n = 0
    await fc.assert(
      fc.asyncProperty(kept, kept, kept, async (transcript, score, facts) => {
        n += 1
        await from.createRun(aRun(`r${n}`, { header: HEADER }))
        const trial = aTrial(`r${n}`, 1, { transcript, score, facts })
        await from.saveTrials([trial])
        await importRun(to, await exported(from, `r${n}`), AT)
        // What lists show follows from the score, which is none here.
        expect(await to.trial(trial.trial)).toEqual({ ...trial, glance: null })
      }),
      { numRuns: 60 },
    )
  }))

test('the file can be read without us: one JSON object a line, transcripts as arrays', () =>
  withStores(async (from) => {
    await fill(from, 2)
    const lines = gunzipSync(readFileSync(await exported(from, 'one'))).toString()
    const read = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(read.map(({ type }) => type)).toEqual([
      'run',
      'trial',
      'trial',
      'trial',
      'trial',
      'page',
      'rating',
      'rating',
      'review',
      'calibration',
      'calibration',
      'end',
    ])
    expect(read[1]).toMatchObject({ trial: aTrial('one', 0).trial, score: { n: 0 } })
    expect(read[1].transcript).toEqual([{ n: 1, text: '0' }])
  }))

test('the same run again is no error and changes nothing; another of its name is refused', () =>
  withStores(async (from, to) => {
    await fill(from, 3)
    const file = await exported(from, 'one')
    await importRun(to, file, AT)
    expect(await importRun(to, file, AT)).toMatchObject({ imported: false })
    await to.saveTrials([aTrial('one', 9999)])
    await expect(importRun(to, file, AT)).rejects.toMatchObject({ code: 'run-exists', exit: 2 })
    expect((await to.trialKeys(ONE)).length).toBe(6)
  }))

test('calibrations of its judges come with a run, once; those made later make it no other run', () =>
  withStores(async (from, to) => {
    await fill(from, 3)
    const file = await exported(from, 'one')
    await importRun(to, file, AT)
    const judges = async () => (await to.calibrations()).map(({ judge, at }) => `${judge} ${at}`)
    expect(await judges()).toEqual([`a:b ${AT}`, `lexical ${AT}`])
    const [first] = await to.calibrations()
    if (first === undefined) expect.unreachable()
    const LATER = '2026-02-02T00:00:00.000Z'
    await to.saveCalibration({ ...first, at: LATER, result: '{"calibrated":false}' })
    expect(await importRun(to, file, AT)).toMatchObject({ imported: false })
    expect(await judges()).toEqual([`a:b ${AT}`, `lexical ${AT}`, `a:b ${LATER}`])
    await to.saveCalibration({ ...first, at: '2025-01-01T00:00:00.000Z', result: '{"calibrated":true}' })
    // The latest by its date holds, however late an older one came in.
    expect((await readCalibrated(to))({ judge: 'a:b', promptHash: 'i' }).size).toBe(0)
  }))

test('an unpacked file is taken as well', () =>
  withStores(async (from, to) => {
    await fill(from, 3)
    const file = newFile()
    writeFileSync(file, gunzipSync(readFileSync(await exported(from, 'one'))))
    expect(await importRun(to, file, AT)).toMatchObject({ imported: true, counts: { trials: 5 } })
  }))

const problemsOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'imported',
    (error: unknown) =>
      error instanceof ProblemsError
        ? error.problems.map(({ line, code }) => `${line} ${code}`)
        : error instanceof Error && 'code' in error
          ? error.code
          : error,
  )

test('a wrong file is refused with all its places, and nothing is written', () =>
  withStores(async (from, to) => {
    await fill(from, 3)
    const file = await exported(from, 'one')
    const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
    const check = async (changed: readonly string[]) => {
      writeFileSync(file, gzipSync(changed.map((line) => `${line}\n`).join('')))
      return problemsOf(importRun(to, file, AT))
    }
    const [first = '', second = '', ...rest] = lines
    expect(await check(lines.slice(0, -1))).toEqual([`${lines.length - 1} cut-off`])
    expect(await check(lines.filter((_, index) => index !== 2))).toEqual([`${lines.length - 1} cut-off`])
    expect(await check(lines.slice(1))).toEqual([`${lines.length - 1} no-run`])
    expect(await check([first, '{', second.replace('"judged"', '"won"'), ...rest])).toEqual([
      '2 unreadable-line',
      '3 unreadable-line',
    ])
    expect(await check([...lines, second])).toEqual([`${lines.length + 1} after-the-end`])
    expect(await check([first, second.replace('"one/', '"two/'), ...rest])).toEqual([
      '2 trial-of-another-run',
    ])
    expect(await check([first.replace('"format":1', '"format":2'), second, ...rest])).toEqual([
      '1 unreadable-line',
    ])
    expect(await check([])).toEqual(['0 no-run'])
    // Such a run could be listed and deleted, and that is all.
    for (const header of ['{}', '{"version":99}', '"x"'])
      expect(await check([first.replace(/"header":.*/, `"header":${header}}`), second, ...rest])).toEqual([
        '1 unreadable-header',
      ])
    expect(await to.runs()).toEqual([])
  }))

test('a file cut off in the middle, one that is none, and none', () =>
  withStores(async (from, to) => {
    await fill(from, 300)
    const file = await exported(from, 'one')
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, bytes.length / 2))
    expect(await problemsOf(importRun(to, file, AT))).toBe('run-file-damaged')
    writeFileSync(file, 'id,name\n1,x\n')
    expect(await problemsOf(importRun(to, file, AT))).toEqual(['1 unreadable-line', '2 unreadable-line'])
    expect(await problemsOf(importRun(to, join(folder, 'nowhere.gz'), AT))).toBe('file-missing')
    expect(await to.runs()).toEqual([])
  }))

test('where the store fails in the middle, nothing of the run stays', () =>
  withStores(async (from, to) => {
    await fill(from, 450)
    const file = await exported(from, 'one')
    let calls = 0
    const failing: Store = {
      ...to,
      saveTrials: async (trials) => {
        calls += 1
        if (calls === 3) throw new TypeError('pulled the plug')
        await to.saveTrials(trials)
      },
    }
    await expect(importRun(failing, file, AT)).rejects.toThrow('pulled the plug')
    expect([await to.runs(), await to.trialKeys(ONE)]).toEqual([[], []])
  }))

test('a place that cannot be written to is wrong usage and leaves nothing behind', () =>
  withStores(async (from) => {
    await fill(from, 3)
    const run = await from.run(ONE)
    const into = join(folder, 'taken')
    writeFileSync(into, '')
    if (run === undefined) expect.unreachable()
    await expect(exportRun(from, run, join(into, 'x.jsonl.gz'))).rejects.toMatchObject({
      code: 'file-unwritable',
    })
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  }))
