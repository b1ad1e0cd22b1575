import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { aRunId } from '../../../test/support/base/ids.ts'
import { aRun, aTrial } from '../../../test/support/storage/store-contract.ts'
import { openTeam } from '../open/open-store.ts'
import type { TeamStore } from '../team.ts'

const ONE = aRunId('one')

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

/** A store with one submitted run of so many trials. */
async function submitted(schema: string, trials: number, usd: number | null = null): Promise<TeamStore> {
  const opened = await openTeam(server.url(schema))
  await opened.store.createRun(aRun('one'))
  await opened.team.submit(ONE, { trials, version: '1', usd, minutes: null })
  await opened.team.tend()
  return opened
}

const take = (opened: TeamStore, worker: string, count: number, suspect = false) =>
  opened.team.take(ONE, { worker, count, suspect, trialAt: (place) => aTrial('one', place).trial })

const saved = (place: number) => ({ trial: aTrial('one', place), ratings: [], usd: 1 })

test('every trial is handed out once, stored once, and ends the run', async () => {
  const opened = await submitted('once', 3)
  const { team, store } = opened
  await team.beat('a', 2)
  const [first, second] = await take(opened, 'a', 2)
  const [third] = await take(opened, 'b', 5)
  expect([first, second, third].map((lease) => lease?.place).sort()).toEqual([0, 1, 2])
  expect(await take(opened, 'a', 5)).toEqual([])
  for (const lease of [first, second, third]) {
    if (lease === undefined) throw new TypeError('three leases')
    expect(await team.saveTrial(lease, saved(lease.place))).toBe(true)
    expect(await team.saveTrial(lease, saved(lease.place))).toBe(false)
  }
  await team.tend()
  expect([await team.submissions(), (await store.run(ONE))?.finishedAt]).toEqual([[], expect.any(String)])
  expect(await store.countTrials(ONE)).toMatchObject({ judged: 3 })
  await store.close()
})

test('a late writer is refused: the trial of a silent worker has another fence', async () => {
  const opened = await submitted('late', 1)
  const { team, store } = opened
  await team.beat('a', 1)
  const [lease] = await take(opened, 'a', 1)
  if (lease === undefined) throw new TypeError('a lease')
  const page = { run: ONE, trial: lease.trial, attempt: 0, page: 0, events: 'x' }
  expect(await team.begin(lease)).toEqual([])
  await team.appendPages(lease, [page])
  await team.bury(['a'])
  await team.tend()
  expect(await take(opened, 'b', 1)).toEqual([])
  const [again] = await take(opened, 'b', 1, true)
  expect(again).toMatchObject({ place: 0, deaths: 1 })
  await expect(team.appendPages(lease, [{ ...page, page: 1 }])).rejects.toMatchObject({ code: 'trial-taken' })
  expect(await team.saveTrial(lease, saved(0))).toBe(false)
  if (again === undefined) throw new TypeError('a lease')
  expect(await team.begin(again)).toEqual([page])
  expect(await team.saveTrial(again, saved(0))).toBe(true)
  expect([await store.pages(ONE), await store.trialKeys(ONE)]).toMatchObject([[], [{}]])
  await store.close()
})

test('who dies with a trial it has not begun says nothing about it; three who had begun set it aside', async () => {
  const opened = await submitted('begun', 2)
  const { team, store } = opened
  const dieWith = async (worker: string, begins: (place: number) => boolean) => {
    await team.beat(worker, 2)
    const leases = await take(opened, worker, 2, true)
    for (const lease of leases) if (begins(lease.place)) await team.begin(lease)
    await team.bury([worker])
    await team.tend()
    return leases.map(({ place, deaths }) => `${place}:${deaths}`).sort()
  }
  for (let nth = 0; nth < 5; nth += 1)
    expect(await dieWith(`idle-${nth}`, () => false)).toEqual(['0:0', '1:0'])
  expect(await dieWith('first', (place) => place === 1)).toEqual(['0:0', '1:0'])
  // Begun beside a suspect, the other trial is not blamed; a suspect that is only held keeps its number.
  expect(await dieWith('second', () => true)).toEqual(['0:0', '1:1'])
  expect(await dieWith('starting', () => false)).toEqual(['0:0', '1:2'])
  expect(await dieWith('third', (place) => place === 1)).toEqual(['0:0', '1:2'])
  expect(await dieWith('fourth', () => false)).toEqual(['0:0', '1:3'])
  await store.close()
})

test('what a worker gives back is handed out again; a budget keeps trials back', async () => {
  const opened = await submitted('back', 5, 2)
  const { team, store } = opened
  await team.beat('a', 4)
  const [one, ...none] = await take(opened, 'a', 4)
  if (one === undefined) throw new TypeError('a lease')
  expect(none).toEqual([])
  await team.giveBack(one, 'faulted')
  const [again] = await take(opened, 'a', 4)
  expect(again).toMatchObject({ place: one.place, faults: 1 })
  if (again === undefined) throw new TypeError('a lease')
  await team.saveTrial(again, saved(again.place))
  await team.tend()
  const rest = await take(opened, 'a', 4)
  expect(rest).toHaveLength(1)
  for (const lease of rest) await team.saveTrial(lease, saved(lease.place))
  await team.tend()
  expect(await team.submissions()).toMatchObject([{ fed: 2, stopped: 'budget-usd', waiting: 0, held: 0 }])
  await store.close()
})

test('what two workers are told at the same time is one cut, and a pause lasts as long as the longest', async () => {
  const { team, store } = await openTeam(server.url('providers'))
  const tell = (told: Partial<Parameters<typeof team.tellProvider>[1]>) =>
    team.tellProvider('some#1', { calls: null, pauseMs: 0, seen: 0, ...told })
  expect(await tell({ calls: 8, seen: null })).toBe(1)
  expect(await tell({ calls: 5, seen: 0 })).toBe(1)
  expect(await team.providerNews()).toEqual([{ provider: 'some#1', cuts: 1, calls: 8, pauseMs: 0 }])
  expect(await tell({ calls: 4, pauseMs: 60_000, seen: 1 })).toBe(2)
  expect(await tell({ pauseMs: 1_000 })).toBe(2)
  const [news] = await team.providerNews()
  expect(news).toMatchObject({ cuts: 2, calls: 4 })
  expect(news?.pauseMs).toBeGreaterThan(1_000)
  expect(news?.pauseMs).toBeLessThanOrEqual(60_000)
  await store.close()
})
