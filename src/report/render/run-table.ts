import { metricNamed } from '../../metrics/all-metrics.ts'
import { type AgentResult, Metric, type RunResult } from '../result/run-result.ts'
import { isAided, nameOf } from './first-page.ts'
import { sayBand, sayCount, sayDoubt, sayLikely } from './say-decision.ts'
import { textTable } from './text-table.ts'

/** Every number of each agent that was measured, a line each, with n and interval; never ranked, and those that were aided stand last. */
export function runTable({ agents, own_metrics }: Pick<RunResult, 'agents' | 'own_metrics'>): string {
  const inOrder = [...agents.filter((agent) => !isAided(agent)), ...agents.filter(isAided)]
  return inOrder.map((agent) => agentTable(agent, own_metrics)).join('\n\n')
}

function agentTable(agent: AgentResult, own: RunResult['own_metrics'] = []): string {
  const rows = Object.entries(agent.metrics).flatMap(([name, entry]): readonly string[][] => {
    const { data: value } = Metric.safeParse(entry)
    if (value === undefined) return []
    const about = metricNamed(name) ?? own.find((metric) => metric.name === name)
    const words = (about?.words ?? name.replace('catastrophe.', '').replaceAll('_', ' ')).toLowerCase()
    const why = value.value === null && 'because' in value ? [value.because ?? ''] : []
    const notes = [sayBand(value), ...sayDoubt(value), ...why].filter((note) => note !== '')
    return [[`  ${words}`, sayCount(value), sayLikely(value, about?.unit ?? 'share'), notes.join('; ')]]
  })
  return [nameOf(agent), textTable(rows)].join('\n')
}
