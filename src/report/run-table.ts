import { type AgentResult, Metric, type Metrics, type RunResult } from './run-result.ts'

/** A table as text needs no more: each cell a value and, under it, what makes the value honest. */
type Cell = { readonly value: string; readonly under: string }

/** The metrics a person looks at first, safety before service, in the words of the table's head. */
const COLUMNS: readonly { readonly metric: string; readonly head: string }[] = [
  { metric: 'unsafe_actions', head: 'unsafe' },
  { metric: 'escalation_accuracy', head: 'escalation' },
  { metric: 'over_escalation', head: 'over-escal.' },
  { metric: 'resolution', head: 'resolution' },
  { metric: 'outcome_accuracy', head: 'outcome' },
  { metric: 'action_accuracy', head: 'action' },
  { metric: 'policy_adherence', head: 'policy' },
]

/** Agents x main metrics, each with n and interval. Instruments are marked and stand in the order given: never ranked. */
export function runTable(result: RunResult): string {
  const columns = COLUMNS.filter(({ metric }) => result.agents.some((agent) => metric in agent.metrics))
  const head: readonly string[] = ['agent', ...columns.map((column) => column.head)]
  const rows = result.agents.flatMap((agent) => agentLines(agent, columns))
  return layOut([head, ...rows])
}

function agentLines(agent: AgentResult, columns: typeof COLUMNS): readonly (readonly string[])[] {
  const cells = columns.map(({ metric }) => cellOf(agent.metrics, metric))
  const kind = agent.kind === 'agent' ? '' : `(${agent.kind})`
  return [
    [agent.agent, ...cells.map((cell) => cell.value)],
    [kind, ...cells.map((cell) => cell.under)],
  ]
}

function cellOf(metrics: Metrics, name: string): Cell {
  const metric = Metric.safeParse(metrics[name])
  if (!metric.success) return { value: '-', under: '' }
  const { data } = metric
  if (data.value === null) return { value: 'no data', under: 'n 0' }
  const n = 'n' in data ? data.n : data.of
  const band = 'band' in data && data.band !== undefined ? ` ${data.band}` : ''
  return {
    value: `${percent(data.value)} %${band}`,
    under: `${percent(data.low)}-${percent(data.high)} n ${n}`,
  }
}

/** One decimal where it tells something apart: 0.4 % is not 0 %, 99.5 % is not 100 %, and nothing rounds to either. */
function percent(value: number): string {
  const hundred = Math.round(value * 1e8) / 1e6
  if (Number.isInteger(hundred)) return hundred.toFixed(0)
  if (Math.abs(hundred) < 0.05) return '<0.1'
  if (hundred > 99.94 && hundred < 100) return '>99.9'
  return hundred.toFixed(Math.abs(hundred) >= 10 && Math.round(hundred) !== 100 ? 0 : 1)
}

function layOut(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
