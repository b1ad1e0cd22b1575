import { metricNamed } from '../../metrics/all-metrics.ts'
import type { Report } from '../result/report.ts'
import type { AgentResult, Metric, Metrics } from '../result/run-result.ts'
import { type CsvCell, csvText } from './csv.ts'
import { isMetric } from './say-metric.ts'

/** The tables of one or more runs as CSV files, one line a metric: what spreadsheets and statistics programs read at once. */
export function reportCsv(reports: readonly Report[]): ReadonlyMap<string, string> {
  return new Map([
    ['agents.csv', table(reports, [], ({ metrics }) => [[[], metrics]])],
    ...SLICES.map(
      ({ file, head, of }) =>
        [
          file,
          table(reports, [head], (agent) =>
            Object.entries(of(agent)).map(([name, metrics]) => [[name], metrics]),
          ),
        ] as const,
    ),
  ])
}

const SLICES: readonly {
  readonly file: string
  readonly head: string
  readonly of: (agent: AgentResult) => Readonly<Record<string, Metrics>>
}[] = [
  { file: 'packs.csv', head: 'pack', of: ({ packs }) => packs },
  { file: 'intensity.csv', head: 'intensity', of: ({ intensity }) => intensity },
  { file: 'tactics.csv', head: 'tactic', of: ({ tactics }) => tactics },
]

const HEAD = ['metric', 'value', 'low', 'high', 'hits', 'of', 'n', 'median', 'band', 'diagnostic']

function table(
  reports: readonly Report[],
  slice: readonly string[],
  slices: (agent: AgentResult) => readonly (readonly [names: readonly string[], metrics: Metrics])[],
): string {
  const rows = reports.flatMap((report) =>
    report.agents.flatMap((agent) =>
      slices(agent).flatMap(([names, metrics]) =>
        metricRows(metrics, isDiagnostic(report)).map((row) => [
          report.run,
          agent.agent,
          agent.kind,
          agent.protocol,
          ...names,
          ...row,
        ]),
      ),
    ),
  )
  return csvText([['run', 'agent', 'kind', 'protocol', ...slice, ...HEAD], ...rows])
}

/** `pass_k` has one line a k, as `pass_k.1`. */
const metricRows = (metrics: Metrics, diagnostic: boolean): readonly (readonly CsvCell[])[] =>
  Object.entries(metrics).flatMap(([name, metric]) =>
    isMetric(metric)
      ? [metricRow(name, metric, diagnostic)]
      : Object.entries(metric).map(([k, each]) => metricRow(`${name}.${k}`, each, diagnostic)),
  )

/** Ratings of judges that were never held against people. */
const isDiagnostic = ({ validity }: Report): boolean => validity.judges.some(({ calibrated }) => !calibrated)

function metricRow(name: string, metric: Metric, uncalibrated: boolean): readonly CsvCell[] {
  const diagnostic = uncalibrated && metricNamed(name)?.source === 'rating' ? 'yes' : ''
  if (metric.value === null) return [name, null, null, null, null, 0, null, null, null, diagnostic]
  const { value, low, high } = metric
  const counts = 'n' in metric ? [null, null, metric.n, null, null] : rateCells(metric)
  return [name, value, low, high, ...counts, diagnostic]
}

const rateCells = (rate: Extract<Metric, { readonly hits: number }>): readonly CsvCell[] => [
  rate.hits,
  rate.of,
  null,
  rate.median ?? null,
  rate.band ?? null,
]
