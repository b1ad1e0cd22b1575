import { afterAll, beforeAll, expect, test } from 'vitest'
import { fallAsleep } from './kill-asleep.ts'
import { buildCli, killAndResume, runWithThreads } from './kill-run.ts'

/**
 * The built command line: kill -9 at random moments, ten times, and threads in any number. What a run comes to does not
 * depend on either. `npm run soak` kills fifty times.
 */
let built: Awaited<ReturnType<typeof buildCli>> | undefined
beforeAll(async () => {
  built = await buildCli()
})
afterAll(() => built?.remove())

test('killed ten times, no trial is lost, doubled or another one, and no reply that was stored is paid for again', async () => {
  let kills = 0
  for (let seed = 1; kills < 10; seed += 1) {
    const killing = { cli: built?.cli ?? '', seed, killsMax: 10 - kills, trials: 2, lanes: 3 }
    const killed = await killAndResume(killing)
    kills += killed.kills
    expect(killed).toMatchObject({ sameTrials: true, sameNumbers: true, doubled: 0 })
    expect(killed.paidAgain).toBeLessThanOrEqual(killed.kills * killing.lanes)
  }
})

test('killed in the middle of forks, no fork is lost or doubled, and no stored reply is paid for again', async () => {
  const killing = { cli: built?.cli ?? '', seed: 5, killsMax: 5, trials: 1, lanes: 3, forks: 2 }
  const killed = await killAndResume(killing)
  expect(killed.kills).toBeGreaterThan(0)
  expect(killed.forks).toBeGreaterThan(0)
  expect(killed).toMatchObject({ sameTrials: true, sameForks: true, doubled: 0 })
  expect(killed.paidAgain).toBeLessThanOrEqual(killed.kills * killing.lanes)
})

test('any number of threads: the same trials and numbers', async () => {
  const runs = []
  for (const threads of [0, 1, 3]) runs.push(await runWithThreads(built?.cli ?? '', threads))
  const [none, ...more] = runs
  expect(none?.trials.length).toBeGreaterThan(30)
  expect(more).toEqual([none, none])
})

test('a process that slept while another took its run stops, says so, and nothing is doubled or paid for again', async () => {
  const woken = await fallAsleep(built?.cli ?? '')
  expect(woken).toMatchObject({ code: 3, sameTrials: true, sameNumbers: true })
  expect(woken.says).toMatch(/was taken over by another process, .*\n.*sage runs show/)
  // What it was waiting for when it fell asleep was paid for and not stored.
  expect(woken.paidAgain).toBeLessThanOrEqual(woken.lanes)
})
