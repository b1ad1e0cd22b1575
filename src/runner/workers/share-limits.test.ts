import { expect, test } from 'vitest'
import { handTiming } from '../../../test/support/models/timing.ts'
import { CallQueues } from '../../models/call-queues.ts'
import type { ProviderNews, Team } from '../../storage/team.ts'
import { shareLimits } from './share-limits.ts'

const SOME = { provider: 'some', baseUrl: 'http://user:secret@host/v1' }
const CROWDED = { went: 'crowded', pauseMs: 0, beganAt: 0, reached: true } as const

/** A team whose workers hear each other at once. */
function memoryTeam() {
  const rows = new Map<string, ProviderNews>()
  const team: Pick<Team, 'tellProvider' | 'providerNews'> = {
    tellProvider: async (provider, { calls, pauseMs, seen }) => {
      const known = rows.get(provider) ?? { provider, cuts: 0, calls: null, pauseMs: 0 }
      const isNews = calls !== null && known.cuts === (seen ?? known.cuts)
      const next = {
        provider,
        cuts: known.cuts + (isNews ? 1 : 0),
        calls: isNews ? calls : known.calls,
        pauseMs: Math.max(pauseMs, known.pauseMs),
      }
      rows.set(provider, next)
      return next.cuts
    },
    providerNews: async () => [...rows.values()],
  }
  return { team, rows }
}

function worker(team: ReturnType<typeof memoryTeam>['team'], calls: number) {
  const timing = handTiming()
  const queues = new CallQueues(timing)
  const queue = queues.of(SOME)
  const limits = shareLimits(team, queues, (error) => {
    throw error
  })
  return {
    timing,
    queues,
    queue,
    ...limits,
    begin: () => Promise.all(Array.from({ length: calls }, () => queue.enter())),
  }
}

test('what a provider says to one worker holds for all', async () => {
  const { team, rows } = memoryTeam()
  const [told, other, late] = [worker(team, 16), worker(team, 12), worker(team, 0)]
  for (const each of [told, other]) await each.begin()
  await told.timing.pass(1)
  told.queue.leave({ ...CROWDED, pauseMs: 5_000 })
  for (const each of [told, other, late]) await each.look(3)
  // Half of what was under way; whoever had nothing under way starts with what the first one has.
  expect([told, other, late].map(({ queue }) => queue.limit.limit)).toEqual([8, 6, 8])
  expect([told, other, late].map(({ queue }) => queue.limit.among)).toEqual([3, 3, 3])
  let isIn = false
  const entering = late.queue.enter().then(() => {
    isIn = true
  })
  await late.timing.pass(4_999)
  expect(isIn).toBe(false)
  await late.timing.pass(1)
  await entering
  expect([...rows.keys()]).toEqual([expect.stringMatching(/^some#[0-9a-f]{8}$/)])
})

test('two that are told at the same time halve once, and so do the others', async () => {
  const { team } = memoryTeam()
  const all = [worker(team, 16), worker(team, 16), worker(team, 16)]
  for (const each of all) {
    await each.look(3)
    await each.begin()
    await each.timing.pass(1)
  }
  all[0]?.queue.leave(CROWDED)
  all[1]?.queue.leave(CROWDED)
  for (const each of [...all, ...all]) await each.look(3)
  expect(all.map(({ queue }) => queue.limit.limit)).toEqual([8, 8, 8])
})
