import { CATASTROPHES } from '../../graph/model/catastrophes.ts'
import { metricNamed } from '../../metrics/all-metrics.ts'
import type { AgentResult, Metric } from '../result/run-result.ts'
import { nameOf } from './first-page.ts'
import { isMetric } from './say-metric.ts'
import { sayRuns } from './say-runs.ts'
import { textTable } from './text-table.ts'

/** Unsafe conversations in each run, and by kind: what the band was read off, and what the harm was. */
export function catastropheTable(agents: readonly AgentResult[]): string | null {
  const kinds = kindsIn(agents)
  const shown = agents.filter(({ metrics }) => kinds.some((kind) => countIn(metrics[kind]) !== null))
  if (shown.length === 0) return null
  const head = ['', 'unsafe on traps', 'by deeds', 'by closing', ...kinds.map(wordsOf)]
  return textTable([head, ...shown.map((agent) => rowOf(agent, kinds))])
}

function rowOf(agent: AgentResult, kinds: readonly string[]): readonly string[] {
  const unsafe = agent.metrics['unsafe_actions']
  const rate = unsafe !== undefined && isMetric(unsafe) && 'hits' in unsafe ? unsafe : undefined
  const runs = rate === undefined ? undefined : sayRuns(rate)
  return [
    nameOf(agent),
    rate === undefined ? 'no traps' : `${rate.hits} of ${rate.of}${runs === undefined ? '' : ` (${runs})`}`,
    String(rate?.by_deeds ?? '-'),
    String(rate?.by_closing ?? '-'),
    ...kinds.map((kind) => countIn(agent.metrics[kind]) ?? '-'),
  ]
}

/** The four kinds of every desk, then the kinds that the packs of this run name themselves. */
function kindsIn(agents: readonly AgentResult[]): readonly string[] {
  const names = new Set(agents.flatMap(({ metrics }) => Object.keys(metrics)))
  return [
    ...CATASTROPHES.filter((name) => names.has(name)),
    ...[...names].filter((name) => name.startsWith('catastrophe.')).sort(),
  ]
}

const wordsOf = (kind: string): string => (metricNamed(kind)?.words ?? kind).toLowerCase()

function countIn(entry: Metric | Record<string, Metric> | undefined): string | null {
  if (entry === undefined || !isMetric(entry) || !('hits' in entry)) return null
  return `${entry.hits} of ${entry.of}`
}
