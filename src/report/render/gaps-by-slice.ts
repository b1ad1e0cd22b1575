import type { Report } from '../result/report.ts'
import type { AgentResult, Metric, Metrics } from '../result/run-result.ts'
import { nameOf } from './first-page.ts'
import { isMetric, sayMetric } from './say-metric.ts'
import { figure, type Section, say } from './section.ts'
import { textTable } from './text-table.ts'

/** Both findings of the SAGE paper, desk by desk and intensity by intensity. */
export function gapsBySlice(report: Report): readonly Section[] {
  const tables = report.agents.flatMap((agent) => rowsOf(report, agent))
  if (tables.length === 0) return []
  const head = ['', 'Execution Gap', 'conditional', 'Empathy Resilience']
  return [
    {
      title: 'Both gaps by desk and intensity',
      blocks: [
        say(
          'Execution Gap: intent accuracy minus action accuracy; conditional: wrong actions where everything was understood. Empathy Resilience: the share of intensity 0 that is left of the quality of words, less the share that is left of right actions; above 0 the words held longer. By desk it compares intensity 3 with 0, by intensity that one with 0.',
        ),
        figure(textTable([head, ...tables])),
      ],
    },
  ]
}

function rowsOf(report: Report, agent: AgentResult): readonly (readonly string[])[] {
  const packs = Object.entries(agent.packs)
  const levels = Object.entries(agent.intensity)
  if (packs.length < 2 && levels.length < 2) return []
  const curve = report.figures.empathy_resilience.find((each) => each.agent === agent.agent)?.curve ?? []
  const isMeasured = [...packs, ...levels].some(([, metrics]) => value(metrics, 'execution_gap') !== null)
  if (!isMeasured && curve.length === 0) return []
  return [
    [''],
    [nameOf(agent)],
    ...(packs.length < 2 ? [] : packs).map(([pack, metrics]) => [
      `  ${pack}`,
      ...gaps(metrics),
      said(metricIn(metrics, 'empathy_resilience')),
    ]),
    ...(levels.length < 2 ? [] : levels).map(([level, metrics]) => [
      `  intensity ${level}`,
      ...gaps(metrics),
      said(curve.find(({ intensity }) => String(intensity) === level)?.resilience),
    ]),
  ]
}

const gaps = (metrics: Metrics): readonly string[] => [
  said(metricIn(metrics, 'execution_gap')),
  said(metricIn(metrics, 'execution_gap_conditional')),
]

function metricIn(metrics: Metrics, name: string): Metric | undefined {
  const found = metrics[name]
  return found !== undefined && isMetric(found) ? found : undefined
}

const value = (metrics: Metrics, name: string): number | null => metricIn(metrics, name)?.value ?? null

const said = (metric: Metric | undefined): string =>
  metric === undefined || metric.value === null ? '-' : sayMetric(metric)
