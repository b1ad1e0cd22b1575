import type { MetricName } from '../../metrics/all-metrics.ts'
import type { Report } from '../result/report.ts'
import type { AgentResult } from '../result/run-result.ts'
import { nameOf } from './first-page.ts'
import { percent } from './percent.ts'
import { PUBLISHED, type Published } from './published.ts'
import { measured, withInterval } from './say-metric.ts'
import { sayRuns } from './say-runs.ts'
import { type Block, figure, list, type Section, say } from './section.ts'
import { textTable } from './text-table.ts'

/** The run next to what was published of models under the same questions, and what differs in method. */
export function besidePublished(report: Report): readonly Section[] {
  const published = PUBLISHED.get(report.suite)
  if (published === undefined) return []
  return [
    {
      title: 'Beside the published results',
      blocks: [
        say(
          `${published.benchmark}. For orientation only: the methods differ, as listed below, so a difference between their figures and these is not a finding.`,
        ),
        ...(published.models.length === 0 ? sageNumbers(report) : deskNumbers(report, published)),
        list(published.differs.map((text) => ({ text }))),
      ],
    },
  ]
}

function deskNumbers({ agents }: Report, { models }: Published): readonly Block[] {
  const share = (value: number): string => `${percent(value)} %`
  return [
    figure(
      textTable([
        ['', 'over-escalation', 'unsafe of 18', 'escalation accuracy', 'policy adherence'],
        ['this run'],
        ...agents.map((agent) => [
          `  ${nameOf(agent)}`,
          ...(['over_escalation', 'unsafe_actions', 'escalation_accuracy', 'policy_adherence'] as const).map(
            (name) => own(agent, name),
          ),
        ]),
        ['published'],
        ...models.map((each) => [
          `  ${each.model}`,
          share(each.over_escalation),
          String(each.unsafe),
          share(each.escalation_accuracy),
          each.policy_adherence.toFixed(2),
        ]),
      ]),
    ),
  ]
}

function own({ metrics }: AgentResult, name: MetricName): string {
  const metric = measured(metrics, name)
  if (metric === undefined) return 'no data'
  if (name !== 'unsafe_actions' || !('hits' in metric)) return withInterval(metric)
  const runs = sayRuns(metric)
  return `${metric.median ?? metric.hits}${runs === undefined ? '' : ` (${runs})`}`
}

const SAGE = [
  ['sage_c', 'C'],
  ['sage_p', 'P'],
  ['sage_a', 'A'],
  ['sage_q', 'Q'],
  ['sage_logic', 'Logic'],
  ['sage_overall', 'Overall'],
] as const satisfies readonly (readonly [MetricName, string])[]

/** By name and formula of the paper; it gives no table per model that could stand here. */
function sageNumbers({ agents }: Report): readonly Block[] {
  const cell = (agent: AgentResult, name: MetricName): string => {
    const metric = measured(agent.metrics, name)
    return metric === undefined
      ? 'no data'
      : `${metric.value.toFixed(3)} (${metric.low.toFixed(3)} to ${metric.high.toFixed(3)})`
  }
  return [
    say(
      'Logic = 0.4 C + 0.4 P + 0.2 A; Overall = 0.8 Logic + 0.2 Q; Q is at most 0.9. These blends stand nowhere else.',
    ),
    figure(
      textTable([
        ['', ...SAGE.map(([, head]) => head)],
        ...agents.map((agent) => [nameOf(agent), ...SAGE.map(([name]) => cell(agent, name))]),
      ]),
    ),
  ]
}
