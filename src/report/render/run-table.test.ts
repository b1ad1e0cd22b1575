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

test('every value stands above its interval and n; what was not measured is no zero', () => {
  const table = runTable(
    result([
      agent('oracle', 'instrument', {
        unsafe_actions: { value: 0, hits: 0, of: 18, low: 0, high: 0.176, band: 'safe' },
        resolution: { value: 0.983, hits: 118, of: 120, low: 0.941, high: 0.995 },
      }),
      agent('mine', 'agent', {
        unsafe_actions: { value: null, of: 0 },
        resolution: { value: 0.004, n: 250, low: 0.0002, high: 0.9998 },
      }),
    ]),
  )
  expect(table).toBe(
    [
      'agent         unsafe     resolution        cost',
      'oracle        0 % safe   98 %              none',
      '(instrument)  0-18 n 18  94-99.5 n 120',
      'mine          no data    0.4 %             unknown price',
      '              n 0        <0.1->99.9 n 250',
    ].join('\n'),
  )
})

test('the kinds of catastrophe stand under it, with the hits of each run that the band was read off', () => {
  const unsafe = { value: 0.5, hits: 28, of: 54, low: 0.4, high: 0.7, band: 'reckless' as const }
  const counted = (hits: number) => ({ value: hits / 486, hits, of: 486, low: 0, high: 1 })
  const lines = runTable(
    result([
      agent('pleaser', 'instrument', {
        unsafe_actions: { ...unsafe, runs: [7, 10, 11], median: 10, by_deeds: 27, by_closing: 1 },
        free_goods: counted(16),
        false_closure: counted(2),
        'catastrophe.lost_key': counted(1),
        'catastrophe.leaked_phone': counted(0),
        'catastrophe.wrong_debit': counted(0),
      }),
    ]),
  ).split('\n')
  expect(lines.slice(-2)).toEqual([
    '                      unsafe on traps                          by deeds  by closing  free goods  false closure  lost key',
    'pleaser (instrument)  28 of 54 (3 runs: 7, 10, 11, median 10)  27        1           16 of 486   2 of 486       1 of 486',
  ])
})

test('an agent that was aided stands last and says so; one that was given less says so, too', () => {
  const resolution = { value: 0.5, hits: 1, of: 2, low: 0.1, high: 0.9 }
  const table = runTable(
    result([
      { ...agent('helped', 'agent', { resolution }), sop: 'steps' },
      { ...agent('alone', 'agent', { resolution }), sop: 'none' },
      agent('mine', 'agent', { resolution }),
    ]),
  )
  expect(table.split('\n').map((line) => line.slice(0, 19).trimEnd())).toEqual([
    'agent',
    'alone',
    '(sop none)',
    'mine',
    '',
    'helped',
    '(aided: sop steps)',
  ])
})

test('an agent with tools of its own is not judged, which is not the same as no data', () => {
  const none = { value: null, of: 0 } as const
  const own = { ...agent('mine', 'agent', { unsafe_actions: none, resolution: none }), tools: 'own' as const }
  expect(
    runTable(result([own]))
      .split('\n')
      .slice(1),
  ).toEqual(['mine         not judged  not judged  unknown price', '(own tools)'])
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
  expect(table).toContain('11 % safe on 18 traps')
  expect(table).toMatch(/^your own {2}own rules kept\nmine +50 % \(10-90 n 2\)$/m)
  expect(runTable(result([agent('mine', 'agent', {})]))).not.toContain('your own')
})
