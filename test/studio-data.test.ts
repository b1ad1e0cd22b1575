import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLabels } from '../src/runner/jobs/calibrate/read-labels.ts'
import { NO_EXTENSIONS } from '../src/runner/plugins/extensions.ts'
import { reportRun } from '../src/runner/runs/report-run.ts'
import { openStudioData, type StudioData } from '../src/runner/studio/studio-data.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import type { Store } from '../src/storage/store.ts'
import { sageIn } from './sage-in.ts'
import { aRunId } from './support/base/ids.ts'
import { tempFolder } from './support/temp-folder.ts'

const folder = tempFolder()
let store: Store
let data: StudioData
let run = aRunId('none')
const clock = () => Date.parse('2026-03-10T12:00:00.000Z')

beforeAll(async () => {
  const words = ['run', '--suite', 'smoke', '--agent', 'oracle', '--agent', 'people-pleaser', '--json']
  run = JSON.parse((await sageIn(folder, words)).out).run
  store = await openSqliteStore(join(folder, '.sage/sage.db'))
  data = openStudioData(store, { workingFolder: folder, clock })
})
afterAll(() => store.close())

const unsafe = async (): Promise<string> => {
  const { page } = await data.matrix(run, { mark: 'unsafe' }, { offset: 0, limit: 1 })
  return page[0]?.cells.flat()[0]?.trial ?? ''
}

test('the report of the page is the report of the command line', async () => {
  expect(await data.report(run)).toEqual(
    (await reportRun(store, run, { report: null, own: NO_EXTENSIONS })).report,
  )
  expect(await data.report('latest')).toEqual(await data.report(run))
})

test('progress counts what is stored; the matrix holds all of it', async () => {
  const progress = await data.progress(run)
  expect(progress).toMatchObject({ complete: true, live: false, faulted: 0, stored: progress.read })
  const { of } = await data.matrix(run, {}, { offset: 0, limit: 1 })
  expect(of).toBe(progress.stored)
})

test('a trial: what was said, notes at events that are there, the way through its graph, the case to copy', async () => {
  const view = await data.trial(await unsafe())
  const events = new Set(view.events.map(({ n }) => n))
  expect(view.notes.length).toBeGreaterThan(0)
  expect(
    view.notes.every(({ n, clauses }) => events.has(n) && clauses.every((id) => id in view.clauses)),
  ).toBe(true)
  expect(view.desk?.parts.flatMap(({ nodes }) => nodes.map(({ on }) => on))).toContain('taken')
  expect(view.desk?.test_case).toContain('- id:')
  expect(view.pack_is).toBe('same')
})

test('a run without a conversation is listed, and stands in no table of agents', async () => {
  const [first] = await store.runs()
  const begun = aRunId('just-begun')
  await store.createRun({
    id: begun,
    startedAt: '2100-01-01T00:00:00.000Z',
    finishedAt: null,
    header: first?.header ?? '',
  })
  expect((await data.runs()).map((each) => each.run)).toEqual([run, begun])
  expect((await data.leagues()).flatMap(({ runs }) => runs.map((each) => each.run))).toEqual([run])
  await store.deleteRun(begun)
})

describe('packs', () => {
  test('are found by id, never by path', async () => {
    expect((await data.packs()).find(({ pack }) => pack === 'lunchbox')).toMatchObject({
      title: expect.stringContaining('Lunchbox'),
      currency: expect.stringMatching(/^[A-Z]{3}$/),
    })
    for (const name of ['../lunchbox', `${folder}/packs`, '/etc', 'packs/lunchbox', ''])
      await expect(data.pack(name)).rejects.toMatchObject({ code: 'unknown-pack' })
  })

  test('text and graph point at each other', async () => {
    const { sop, parts } = await data.pack('lunchbox')
    const steps = new Set(parts.flatMap(({ nodes }) => nodes.map(({ id }) => id)))
    expect(sop.clauses.flatMap((clause) => clause.steps).every((id) => steps.has(id))).toBe(true)
    for (const { start, end, id } of sop.clauses)
      expect([id, sop.text.slice(start, end).trim()]).not.toContain('')
  })
})

describe('reviews', () => {
  test('are blind, kept with author and time, and come out as labels that can be read', async () => {
    const task = await data.review(run, 'Ada')
    expect(JSON.stringify([task.task, task.messages])).not.toMatch(/oracle|people-pleaser/)
    const n = task.messages.find(({ from }) => from === 'agent')?.n ?? 0
    const rate = (value: number) =>
      data.rate({ run, task: task.task ?? '', author: 'Ada', ratings: [{ n, dimension: 'empathy', value }] })
    await rate(0.25)
    await rate(0.75)
    const kept = await store.reviews(run)
    expect(kept.map(({ author, at }) => [author, at])).toEqual([
      ['Ada', '2026-03-10T12:00:00.000Z'],
      ['Ada', '2026-03-10T12:00:00.000Z'],
    ])
    const { labels, problems } = readLabels('labels.jsonl', await data.labels(run))
    expect([problems, labels]).toMatchObject([[], [{ n, dimension: 'empathy', value: 0.75, rater: 'Ada' }]])
    const next = await data.review(run, 'Ada')
    expect([next.done, next.task === task.task]).toEqual([1, false])
    expect((await data.review(run, 'Bob')).done).toBe(0)
  })

  test('a dispute stands beside the verdict and makes a golden transcript', async () => {
    const trial = await unsafe()
    await data.dispute({ trial, author: 'Ada', rule: 'free_goods', n: 7, because: 'the photo was there' })
    expect((await data.trial(trial)).disputes).toMatchObject([
      { author: 'Ada', because: 'the photo was there' },
    ])
    expect(JSON.parse(await data.golden(run))).toMatchObject({ trial, disputes: [{ rule: 'free_goods' }] })
  })

  test('of a conversation that is not there are refused', async () => {
    const ratings = [{ n: 1, dimension: 'empathy' as const, value: 1 }]
    await expect(data.rate({ run, task: 'x', author: 'Ada', ratings })).rejects.toMatchObject({
      code: 'unknown-task',
    })
    await expect(
      data.dispute({ trial: 'x', author: 'Ada', rule: 'r', n: 1, because: 'b' }),
    ).rejects.toMatchObject({ code: 'unknown-trial' })
  })
})

describe('what is broken costs its own part only', () => {
  const edited = async (statement: string): Promise<StudioData> => {
    const copy = join(folder, `${Math.abs(statement.length)}.db`)
    const source = new Database(join(folder, '.sage/sage.db'))
    source.exec(`vacuum into '${copy}'`)
    source.close()
    const target = new Database(copy)
    target.exec(statement)
    target.close()
    return openStudioData(await openSqliteStore(copy), { workingFolder: folder, clock })
  }

  test('a trial of another version is listed as such, and the others are counted', async () => {
    const other = await edited(
      `update trials set score = '{"rules":0}', mark = null where seq = (select min(seq) from trials);
       delete from sums`,
    )
    const { marks } = await other.matrix(run, {}, { offset: 0, limit: 500 })
    expect(marks.unreadable).toBe(1)
    expect((await other.report(run)).trials).toBe((await data.report(run)).trials - 1)
  })

  test('a run whose header nobody can read keeps its conversations', async () => {
    const other = await edited(`update runs set header = '{}'`)
    expect((await other.runs())[0]?.about).toBeNull()
    expect((await other.matrix(run, {}, { offset: 0, limit: 5 })).agents).toEqual([
      'oracle',
      'people-pleaser',
    ])
    expect((await other.trial(await unsafe())).events.length).toBeGreaterThan(2)
  })

  test('a pack that is gone, or a transcript cut in half, still opens', async () => {
    const gone = await edited(
      `update trials set pack = 'gone', transcript = substr(transcript, 1, length(transcript) / 2)`,
    )
    const view = await gone.trial(await unsafe())
    expect(view).toMatchObject({ pack_is: 'missing', desk: null })
    expect([view.events.length > 0, view.problems.length > 0]).toEqual([true, true])
  })

  test('an unknown run or trial is said to be one', async () => {
    await expect(data.progress('nope')).rejects.toMatchObject({ code: 'unknown-run' })
    await expect(data.trial('nope')).rejects.toMatchObject({ code: 'unknown-trial' })
  })
})
