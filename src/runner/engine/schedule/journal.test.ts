import { expect, test } from 'vitest'
import { aRunId, aTrialId } from '../../../../test/support/base/ids.ts'
import { aRun } from '../../../../test/support/storage/store-contract.ts'
import { openSqliteStore } from '../../../storage/sqlite/sqlite-store.ts'
import type { EventPage, Store } from '../../../storage/store.ts'
import { createJournals } from './journal.ts'

const TRIAL = aTrialId('r/t')

const RUN = aRunId('r')

const PAID = { agent: true, customer: false }
const STARTED = `${JSON.stringify({ n: 1, type: 'ticket.closed', call: 'c1' })}\n`
const ENDED = `${JSON.stringify({ n: 2, type: 'ticket.closed', call: 'c2' })}\n`

async function journalsWith(over: Partial<Store> = {}, pages: readonly EventPage[] = []) {
  const store = { ...(await openSqliteStore(':memory:')), ...over }
  await store.createRun(aRun('r'))
  const said: string[] = []
  const journals = createJournals({
    run: RUN,
    store,
    pages: new Map(pages.length === 0 ? [] : [[TRIAL, pages]]),
    bounds: {
      signal: new AbortController().signal,
      limits: {},
      usdOf: () => 0,
      jumps: () => 0,
      hide: (text) => text,
      clock: () => 0,
      after: () => () => undefined,
    },
    onEvent: (trial, { type }) => said.push(`${trial} ${type}`),
    onRestart: (trial, why) => said.push(`${trial} restarted: ${why}`),
    onFailure: (error) => said.push(`failed: ${error instanceof Error ? error.message : ''}`),
  })
  return { store, journals, said }
}

test('pages are stored in order, numbered within their attempt; a trial started again resumes from the last attempt', async () => {
  const { store, journals } = await journalsWith()
  const journal = journals.of(TRIAL, PAID)
  expect(journal.recorded).toBeNull()
  await journal.append(0, STARTED)
  await journal.append(1, STARTED)
  await journal.append(1, ENDED)
  const pages = await store.pages(RUN)
  expect(pages.map(({ attempt, page }) => [attempt, page])).toEqual([
    [0, 0],
    [1, 0],
    [1, 1],
  ])
  const again = journals.of(TRIAL, PAID).recorded
  expect([again?.attempt, again?.events.map(({ n }) => n)]).toEqual([1, [1, 2]])
})

test('what an earlier session stored is resumed, and numbered on', async () => {
  const page: EventPage = { run: RUN, trial: TRIAL, attempt: 0, page: 0, events: STARTED }
  const { store, journals } = await journalsWith({}, [page])
  const journal = journals.of(TRIAL, PAID)
  expect(journal.recorded?.events).toHaveLength(1)
  await journal.append(0, ENDED)
  expect((await store.pages(RUN)).map((each) => each.page)).toEqual([1])
  expect(journals.of(aTrialId('r/other'), PAID).recorded).toBeNull()
})

test('a discarded journal starts from the beginning, in the store too', async () => {
  const { store, journals, said } = await journalsWith()
  const journal = journals.of(TRIAL, PAID)
  await journal.append(0, STARTED)
  await journal.discard('it diverged')
  expect([await store.pages(RUN), said]).toEqual([[], ['r/t restarted: it diverged']])
  await journal.append(0, ENDED)
  expect((await store.pages(RUN)).map(({ page }) => page)).toEqual([0])
})

test('a store that fails ends the run, and the page is not counted as written', async () => {
  let isFull = true
  const kept: EventPage[] = []
  const { journals, said } = await journalsWith({
    appendPages: async (pages) => {
      if (isFull) throw new TypeError('disk full')
      kept.push(...pages)
    },
  })
  const journal = journals.of(TRIAL, PAID)
  await expect(journal.append(0, STARTED)).rejects.toThrow('disk full')
  expect(said).toEqual(['failed: disk full'])
  isFull = false
  await journal.append(0, STARTED)
  expect(kept.map(({ page }) => page)).toEqual([0])
})

test('a closed journal gives its pages once; they can be written again', async () => {
  const { store, journals } = await journalsWith()
  await journals.of(TRIAL, PAID).append(0, STARTED)
  const pages = journals.close(TRIAL)
  expect([pages.length, journals.close(TRIAL)]).toEqual([1, []])
  await store.dropPages(RUN, TRIAL)
  await journals.rewrite(pages)
  expect(await store.pages(RUN)).toEqual(pages)
})
