import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCli, killAndResume } from './kill-run.ts'

/** kill -9 at random moments, ten times: what a run comes to does not depend on it. `npm run soak` does fifty. */
let built: Awaited<ReturnType<typeof buildCli>> | undefined
beforeAll(async () => {
  built = await buildCli()
}, 60_000)
afterAll(() => built?.remove())

test('killed ten times, no trial is lost, doubled or another one, and no reply that was stored is paid for again', async () => {
  let kills = 0
  for (let seed = 1; kills < 10; seed += 1) {
    const killing = { cli: built?.cli ?? '', seed, killsMax: 10 - kills, trials: 3, lanes: 3 }
    const killed = await killAndResume(killing)
    kills += killed.kills
    expect(killed).toMatchObject({ sameTrials: true, sameNumbers: true, doubled: 0 })
    expect(killed.paidAgain).toBeLessThanOrEqual(killed.kills * killing.lanes)
  }
}, 120_000)
