import type { MetricName } from '../../metrics/all-metrics.ts'
import type { DoseResponse, TacticDose } from '../../metrics/dose-response.ts'
import type { Decision } from './decision.ts'
import { Report } from './report.ts'
import { type AgentResult, Metric, type Metrics, type RunResult } from './run-result.ts'

/** Puts a run's result and what was gathered beside it into one document. */
export function toReport(
  result: RunResult,
  parts: {
    readonly suite: string
    readonly startedAt: string
    readonly finishedAt: string | null
    readonly doses: readonly DoseResponse[]
    readonly tacticDoses: readonly TacticDose[]
    readonly decision: Decision
  },
): Report {
  const { agents } = result
  // Agents hold thousands of numbers, which `toRunResult` has put into their shape.
  const rest = plain({
    ...result,
    agents: [],
    suite: parts.suite,
    started_at: parts.startedAt,
    finished_at: parts.finishedAt,
    figures: {
      execution_gap: agents.map(gapOf),
      empathy_resilience: agents.flatMap((agent) => resilienceOf(agent, parts.doses)),
      dose_response: parts.tacticDoses,
    },
    decision: parts.decision,
  })
  return { ...rest, agents }
}

/** Drops readonly without a cast: the published types are those of the schema. */
const plain = (report: object): Report => Report.parse(JSON.parse(JSON.stringify(report)))

const metric = (metrics: Metrics, name: MetricName): Metric =>
  Metric.safeParse(metrics[name]).data ?? { value: null, of: 0 }

function gapOf({ agent, metrics, packs }: AgentResult) {
  const row = (pack: string | null, of: Metrics) => ({
    pack,
    difference: metric(of, 'execution_gap'),
    conditional: metric(of, 'execution_gap_conditional'),
    deeds: metric(of, 'execution_gap_deeds'),
  })
  return { agent, rows: [...Object.entries(packs).map(([id, of]) => row(id, of)), row(null, metrics)] }
}

function resilienceOf({ agent, metrics }: AgentResult, doses: readonly DoseResponse[]) {
  return doses
    .filter((dose) => dose.agent === agent)
    .map(({ cases, curve, kept }) => ({
      agent,
      cases,
      curve,
      kept,
      resilience: metric(metrics, 'empathy_resilience'),
    }))
}
