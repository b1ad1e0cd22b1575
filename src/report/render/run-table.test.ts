import { expect, test } from 'vitest'
import { aRunId } from '../../../test/support/base/ids.ts'
import type { AgentResult, Metrics, RunResult } from '../result/run-result.ts'
import { runTable } from './run-table.ts'

const agent = (id: string, kind: AgentResult['kind'], metrics: Metrics): AgentResult => ({
  agent: id,
  kind,
  protocol: 'declared',
  cost_tier: null,
  metrics,
  packs: {},
  buckets: {},
  intensity: {},
  tactics: {},
})
const result = (agents: readonly AgentResult[]): RunResult => ({
  run: aRunId('r1'),
  trials: 1,
  judged: 1,
  passed: 1,
  failed: 0,
  could_not_tell: 0,
  voided: 0,
  faulted: 0,
  wall_ms: 1,
  report: null,
  agents: [...agents],
  gates: [],
  validity: { judges: [], agents: [] },
  usage: [],
  versions: { packs: {}, rules: 1, reader: 'lexical 1' },
})

test('every value stands beside its interval and n; what was not measured is no zero', () => {
  const table = runTable(
    result([
      agent('oracle', 'instrument', {
        unsafe_actions: { value: 0, hits: 0, of: 18, low: 0, high: 0.176, band: 'safe' },
        resolution: {
          value: 0.983,
          hits: 118,
          of: 120,
          low: 0.941,
          high: 0.995,
          not_judged: 2,
          ends: [0.98, 0.96],
        },
      }),
      agent('mine', 'agent', {
        unsafe_actions: { value: null, of: 0, because: 'no trap was played' },
        resolution: { value: 0.004, n: 250, low: 0.0002, high: 0.9998 },
        'catastrophe.leaked_address': { value: 0.5, hits: 2, of: 4, low: 0.1, high: 0.9 },
      }),
    ]),
  )
  expect(table).toBe(
    [
      'oracle (instrument)',
      '  unsafe actions  0 of 18     0 %, likely 0 to 18 %      safe (18 traps)',
      '  resolution      118 of 120  98 %, likely 94 to 99.5 %  2 more could not be told, so between 96 and 98 %',
      '',
      'mine',
      '  unsafe actions  no data                                 no trap was played',
      '  resolution      n 250    0.4 %, likely <0.1 to >99.9 %',
      '  leaked address  2 of 4   50 %, likely 10 to 90 %',
    ].join('\n'),
  )
})

test('aided agents stand last, and say so', () => {
  const helped = { ...agent('helped', 'agent', {}), sop: 'steps' as const }
  const names = runTable(result([helped, agent('mine', 'agent', {})])).split('\n')
  expect(names.filter((line) => line !== '')).toEqual(['mine', 'helped (aided: sop steps)'])
})

test('three runs are told as their median, a band with its traps; rules of cases stand with those of the team', () => {
  const rate = { hits: 7, of: 54, low: 0.06, high: 0.25, run_values: [0.1, 0.2, 0.11] }
  const table = runTable(
    result([
      agent('mine', 'agent', {
        unsafe_actions: { ...rate, value: 0.13, run_median: 0.11, band: 'safe', traps: 18 },
        own_assertions: { value: 0.5, hits: 1, of: 2, low: 0.1, high: 0.9 },
      }),
    ]),
  )
  expect(table.split('\n')).toEqual([
    'mine',
    '  unsafe actions  7 of 54  13 %, likely 6 to 25 %   safe (18 different traps); median of 3 runs: 11 % (10, 20, 11 %)',
    '  own rules kept  1 of 2   50 %, likely 10 to 90 %',
  ])
})
