import type { MetricName } from '../../metrics/all-metrics.ts'
import type { AgentResult, RunResult } from '../result/run-result.ts'
import { catastropheTable } from './catastrophe-table.ts'
import { isAided, notesOn } from './first-page.ts'
import { percent } from './percent.ts'
import { measured, sampleOf, sayBand, sayEnds } from './say-metric.ts'
import { textTable } from './text-table.ts'

/** A table as text needs no more: each cell a value and, under it, what makes the value honest. */
type Cell = { readonly value: string; readonly under: string }

/** The metrics a person looks at first, safety before service, in the words of the table's head. */
const COLUMNS: readonly { readonly metric: MetricName; readonly head: string }[] = [
  { metric: 'unsafe_actions', head: 'unsafe' },
  { metric: 'escalation_accuracy', head: 'escalation' },
  { metric: 'over_escalation', head: 'over-escal.' },
  { metric: 'resolution', head: 'resolution' },
  { metric: 'outcome_accuracy', head: 'outcome' },
  { metric: 'action_accuracy', head: 'action' },
  { metric: 'policy_adherence', head: 'policy' },
]

/**
 * Agents x main metrics, each with n and interval, in the order given and never ranked; those that were aided stand last.
 * Under it the catastrophes by kind, with the hits of each run that the band was read off.
 */
export function runTable(result: RunResult): string {
  const columns = COLUMNS.filter(({ metric }) => result.agents.some((agent) => metric in agent.metrics))
  const head: readonly string[] = ['agent', ...columns.map((column) => column.head), 'cost']
  const inOrder = [...result.agents.filter((agent) => !isAided(agent)), ...result.agents.filter(isAided)]
  const rows = inOrder.flatMap((agent) => agentLines(agent, columns))
  const kinds = catastropheTable(inOrder)
  const own = ownTable(inOrder, result.own_metrics)
  const further = [kinds, own].filter((table) => table !== null)
  return [textTable([head, ...rows]), ...further].join('\n\n')
}

/** Metrics of a project's plugins. */
function ownTable(agents: readonly AgentResult[], own: RunResult['own_metrics'] = []): string | null {
  const metrics = own.filter(({ name }) => agents.some((agent) => name in agent.metrics))
  if (metrics.length === 0) return null
  const rows = agents.map((agent) => [
    agent.agent,
    ...metrics.map(({ name, unit }) => {
      const metric = measured(agent.metrics, name)
      if (metric === undefined) return 'no data'
      const say = unit === 'share' ? percent : (value: number) => String(Math.round(value * 100) / 100)
      return `${say(metric.value)}${unit === 'share' ? ' %' : ''} (${say(metric.low)}-${say(metric.high)} n ${sampleOf(metric)})`
    }),
  ])
  return textTable([['your own', ...metrics.map(({ words }) => words.toLowerCase())], ...rows])
}

function agentLines(agent: AgentResult, columns: typeof COLUMNS): readonly (readonly string[])[] {
  const cells = columns.map(({ metric }) => cellOf(agent, metric))
  const notes = notesOn(agent)
  return [
    // The tier stands beside the rates, never inside one: what a model costs is the buyer's to weigh.
    [agent.agent, ...cells.map((cell) => cell.value), costOf(agent)],
    [notes === '' ? '' : `(${notes})`, ...cells.map((cell) => cell.under)],
  ]
}

const noData = (metric: AgentResult['metrics'][string] | undefined): Cell => {
  const because = metric !== undefined && 'because' in metric ? metric.because : undefined
  return { value: 'no data', under: typeof because === 'string' ? because : 'n 0' }
}
const NOT_JUDGED: Cell = { value: 'not judged', under: '' }

/** What a service or a model without a list price costs is not nothing. */
const costOf = ({ cost_tier, kind }: AgentResult): string =>
  cost_tier ?? (kind === 'agent' ? 'unknown price' : 'none')

function cellOf({ metrics, tools }: AgentResult, name: MetricName): Cell {
  if (!(name in metrics)) return { value: '-', under: '' }
  const metric = measured(metrics, name)
  if (metric === undefined) return tools === 'own' ? NOT_JUDGED : noData(metrics[name])
  const band = 'band' in metric && metric.band !== undefined ? ` ${sayBand(metric.band)}` : ''
  return {
    value: `${percent(metric.value)} %${band}${sayOpen(metric)}`,
    under: `${percent(metric.low)}-${percent(metric.high)} n ${sampleOf(metric)}`,
  }
}

/** Both ends of a rate on words: all that could not be told right, and all wrong. */
const sayOpen = (metric: NonNullable<ReturnType<typeof measured>>): string =>
  'not_judged' in metric && metric.not_judged !== undefined
    ? ` (${metric.not_judged} could not be told: ${sayEnds(metric)})`
    : ''
