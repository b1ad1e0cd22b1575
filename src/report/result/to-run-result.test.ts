import { expect, test } from 'vitest'
import { aRunId } from '../../../test/support/base/ids.ts'
import { toRunResult } from './to-run-result.ts'

const tierAt = (usd: number | null) => {
  const metrics = {
    cost_usd: usd === null ? { value: null, of: 0 as const } : { value: usd, n: 10, low: usd, high: usd },
  }
  const summaries = [
    {
      agent: 'a',
      trials: { total: 1, judged: 1, passed: 1, failed: 0, could_not_tell: 0, voided: 0, faulted: 0 },
      untested: [],
      sound: null,
      validity: {
        misunderstandings: { hits: 0, of: 0 },
        not_judged: {},
        failed: {},
        reports: { hits: 0, of: 0 },
      },
      metrics,
      packs: {},
      buckets: {},
      intensity: {},
      tactics: {},
      disturbance: {},
    },
  ]
  const agents = [{ id: 'a', kind: 'agent' as const, protocol: 'declared' as const }]
  return toRunResult({
    run: aRunId('r'),
    wallMs: 1,
    report: 'x',
    summaries,
    agents,
    gates: [],
    judges: ['lexical'],
    usage: [],
    versions: { packs: {}, rules: 1, reader: 'lexical 1' },
  }).agents[0]?.cost_tier
}

test('[M13] the cost tier goes by model cost per 100 conversations', () => {
  expect([0.0049, 0.005, 0.0199, 0.02, 0.0799, 0.08].map(tierAt)).toEqual([
    '$',
    '$$',
    '$$',
    '$$$',
    '$$$',
    '$$$$',
  ])
  expect(tierAt(null)).toBeNull()
})
