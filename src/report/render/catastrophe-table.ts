import { CATASTROPHES } from '../../graph/model/catastrophes.ts'
import { metricNamed } from '../../metrics/all-metrics.ts'
import type { AgentResult } from '../result/run-result.ts'
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
  const rate = rateIn(agent.metrics['unsafe_actions'])
  const runs = rate === undefined ? undefined : sayRuns(rate)
  return [
    nameOf(agent),
    rate === undefined ? 'no data' : `${rate.hits} of ${rate.of}${runs === undefined ? '' : ` (${runs})`}`,
    String(rate?.by_deeds ?? '-'),
    String(rate?.by_closing ?? '-'),
    ...kinds.map((kind) => countIn(agent.metrics[kind]) ?? '-'),
  ]
}

/**
 * The four kinds of every desk, then those of the packs' own kinds that some agent did. A column for each kind that nobody
 * did would push the figures off the screen.
 */
function kindsIn(agents: readonly AgentResult[]) {
  const names = new Set(agents.flatMap(({ metrics }) => Object.keys(metrics)))
  const own = [...names].filter((name) => name.startsWith('catastrophe.')).sort()
  const isDone = (name: string): boolean => agents.some(({ metrics }) => hitsIn(metrics[name]) > 0)
  return [...CATASTROPHES.filter((name) => names.has(name)), ...own.filter(isDone)]
}

const wordsOf = (kind: string): string => (metricNamed(kind)?.words ?? kind).toLowerCase()

type Entry = AgentResult['metrics'][string] | undefined
const rateIn = (entry: Entry) =>
  entry !== undefined && isMetric(entry) && 'hits' in entry ? entry : undefined
const hitsIn = (entry: Entry): number => rateIn(entry)?.hits ?? 0

function countIn(entry: Entry): string | null {
  const rate = rateIn(entry)
  return rate === undefined ? null : `${rate.hits} of ${rate.of}`
}
