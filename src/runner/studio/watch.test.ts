import { expect, test } from 'vitest'
import { aRunId } from '../../../test/support/base/ids.ts'
import { report } from '../../../test/support/report/run.ts'
import type { StoredRun } from '../../storage/store.ts'
import { createLedger } from '../runs/run-ledger.ts'
import type { RunScan } from './run-scan.ts'
import { openWatch } from './watch.ts'

const RUN: StoredRun = {
  id: aRunId('r'),
  startedAt: '2026-03-01T10:00:00.000Z',
  finishedAt: null,
  header: '{}',
  writer: 'w',
  heartbeat: '1970-01-01T00:00:00.000Z',
  imported: null,
}
const SCAN: RunScan = {
  catchUp: async () => true,
  rows: [],
  numbers: async () => createLedger([]),
}

const watched = () => {
  let now = 0
  let counted = 0
  const watch = openWatch(SCAN, RUN, { clock: () => now })
  const ask = async (stored: number, tookMs = 1_000) => {
    await watch.report(stored, async () => {
      counted += 1
      now += tookMs
      return report([])
    })
    return counted
  }
  return { watch, ask, wait: (ms: number) => (now += ms) }
}

test('a growing run is counted again only after a pause that is long beside the counting', async () => {
  const { ask, wait } = watched()
  expect([await ask(10), await ask(20)]).toEqual([1, 1])
  wait(3_999)
  expect(await ask(30)).toBe(1)
  wait(1)
  expect(await ask(30)).toBe(2)
})

test('a run that ended is counted at once, and once', async () => {
  const { watch, ask } = watched()
  await ask(10)
  watch.see({ ...RUN, finishedAt: '2026-03-01T10:05:00.000Z' })
  expect([await ask(12), await ask(12)]).toEqual([2, 2])
})

test('whoever asks while it is counted waits for the same report; a failure is tried again', async () => {
  const { watch } = watched()
  let counted = 0
  const fail = async () => {
    counted += 1
    return Promise.reject(new TypeError('no'))
  }
  const both = await Promise.allSettled([watch.report(1, fail), watch.report(2, fail)])
  expect([both.map(({ status }) => status), counted]).toEqual([['rejected', 'rejected'], 1])
  await expect(watch.report(2, async () => report([]))).resolves.toBeDefined()
})

test('the rate is that of the last seconds somebody looked; live is what has a writer that still says so', async () => {
  const { watch, wait } = watched()
  const look = (judged: number) => watch.progress({ judged, voided: 0, faulted: 0 }, 0)
  expect(await look(10)).toMatchObject({ per_second: null, live: true, planned: null, stored: 10 })
  wait(2_000)
  expect(await look(30)).toMatchObject({ per_second: 10 })
  wait(60_000)
  expect(await look(30)).toMatchObject({ live: false })
  watch.see({ ...RUN, finishedAt: '2026-03-01T10:05:00.000Z', writer: null })
  expect(await look(30)).toMatchObject({ per_second: null, live: false, planned: 30 })
})
