import { expect, test } from 'vitest'
import { aRunId } from '../../../test/support/base/ids.ts'
import { leaguesOf } from './leagues.ts'
import type { RunAbout, RunRow } from './run-row.ts'

const ABOUT: RunAbout = {
  suite: 's',
  agents: [],
  packs: { desk: 'h1' },
  rules: 1,
  customer: 'scripted',
  judges: ['lexical'],
  seed: 1,
  trials: 3,
  selection: '{}',
}
const run = (id: string, over: Partial<RunAbout> | null = {}): RunRow => ({
  run: aRunId(id),
  started_at: `2026-03-0${id}T10:00:00.000Z`,
  finished_at: null,
  live: false,
  about: over === null ? null : { ...ABOUT, ...over },
})

test('runs alike stand together, newest first; another seed or agent is no difference', () => {
  const leagues = leaguesOf([run('1'), run('3', { seed: 9 }), run('2')])
  expect(leagues.map(({ runs, apart }) => [runs.map((one) => one.run), apart])).toEqual([
    [['3', '2', '1'], []],
  ])
})

test.each([
  [{ packs: { desk: 'h2' } }, 'another version of desk'],
  [{ packs: { desk: 'h1', other: 'h' } }, 'with other'],
  [{ packs: {} }, 'without desk'],
  [{ rules: 2 }, 'rules version 2 instead of 1'],
  [{ customer: 'model' }, 'another customer'],
  [{ judges: [] }, 'other judges'],
  [{ trials: 5 }, '5 trials per case instead of 3'],
  [{ selection: '{"own":false}' }, 'another choice of cases'],
] as const)('%j is set apart and says so', (over, says) => {
  expect(leaguesOf([run('2'), run('1', over)]).map(({ apart }) => apart)).toEqual([[], [says]])
})

test('a run nobody can read is in no league', () => {
  expect(leaguesOf([run('1', null)])).toEqual([])
})
