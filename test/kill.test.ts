import { beforeAll, expect, test } from 'vitest'
import { CLI, ensureBuilt } from './built.ts'
import { killAndResume } from './kill-run.ts'

beforeAll(ensureBuilt)

test('the built program, killed with SIGKILL and resumed, comes to what it comes to undisturbed', async () => {
  const killing = { cli: CLI, seed: 1, killsMax: 1, trials: 1, lanes: 3, cases: 'planned: none' }
  const killed = await killAndResume(killing)
  expect(killed).toMatchObject({ kills: 1, sameTrials: true, sameNumbers: true, doubled: 0 })
  expect(killed.paidAgain).toBeLessThanOrEqual(killing.lanes)
})
