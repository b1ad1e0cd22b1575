import type { DoseResponse } from '../../../src/metrics/dose-response.ts'
import type { Report } from '../../../src/report/result/report.ts'
import type { AgentResult, Metric, Metrics, RunResult } from '../../../src/report/result/run-result.ts'
import { toReport } from '../../../src/report/result/to-report.ts'
import { aRunId } from '../base/ids.ts'

/** Reports made up for tests. */
export const rate = (hits: number, of: number): Metric => ({
  value: hits / of,
  hits,
  of,
  low: Math.max(0, hits / of - 0.1),
  high: Math.min(1, hits / of + 0.1),
})

export const agent = (id: string, metrics: Metrics = {}, over: Partial<AgentResult> = {}): AgentResult => ({
  agent: id,
  kind: 'agent',
  protocol: 'declared',
  cost_tier: null,
  metrics,
  packs: {},
  buckets: {},
  intensity: {},
  tactics: {},
  ...over,
})

const NO_DECISION: Report['decision'] = {
  run: 'r1',
  verdict: 'none',
  because: 'no gate is held',
  unmet: 0,
  held: 0,
  agents: [],
  failures: [],
}

export const report = (
  agents: readonly AgentResult[],
  over: {
    readonly result?: Partial<RunResult>
    readonly parts?: Partial<Parameters<typeof toReport>[1]>
  } = {},
): Report =>
  toReport(
    {
      run: aRunId('r1'),
      trials: 1200,
      judged: 1190,
      passed: 700,
      failed: 400,
      could_not_tell: 90,
      voided: 10,
      faulted: 0,
      wall_ms: 1,
      report: null,
      agents: [...agents],
      gates: [],
      validity: {
        judges: [{ judge: 'lexical', calibrated: false }],
        agents: agents.map(({ agent: id, kind }) => ({
          agent: id,
          trials: 10,
          judged: kind === 'instrument' ? 0 : 9,
          results: {
            passed: kind === 'instrument' ? 0 : 5,
            failed: kind === 'instrument' ? 0 : 4,
            could_not_tell: 0,
          },
          voided: 1,
          faulted: 0,
          misunderstandings: { hits: 1, of: 30 },
          not_judged: { invented_facts: 2 },
        })),
      },
      usage: [],
      versions: { packs: { desk: 'abcdef0123456789' }, rules: 1, reader: 'lexical 1' },
      ...over.result,
    },
    {
      suite: 'smoke',
      startedAt: '2026-03-01T10:15:00.000Z',
      finishedAt: '2026-03-01T10:16:00.000Z',
      doses: [] satisfies readonly DoseResponse[],
      tacticDoses: [],
      decision: NO_DECISION,
      ...over.parts,
    },
  )
