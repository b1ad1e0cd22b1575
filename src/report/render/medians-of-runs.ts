import { medianOf } from '../../base/rate.ts'
import { type MetricName, metricNamed } from '../../metrics/all-metrics.ts'
import type { Report } from '../result/report.ts'
import { percent } from './percent.ts'
import { inHundredths, measured, toldOf } from './say-metric.ts'
import { figure, type Section, say } from './section.ts'
import { textTable } from './text-table.ts'

/** What a reader looks at first: told as a median where three runs exist (M51). */
const HEADLINES = [
  'harm',
  'unsafe_actions',
  'escalation_accuracy',
  'over_escalation',
  'resolution',
  'outcome_accuracy',
  'policy_adherence',
  'understood',
  'executed',
  'execution_gap_deeds',
  'empathy_resilience',
  'quality',
  'own_assertions',
] as const satisfies readonly MetricName[]

const RUNS_MIN = 3

type MedianOfRuns = { readonly median: number; readonly runs: readonly number[] }
type Medians = { readonly agent: string; readonly metrics: Readonly<Record<string, MedianOfRuns>> }

/** Of three stored runs or more of one suite, by the same packs, rules and reader: each agent's headline numbers. None of others. */
export function mediansOf(reports: readonly Report[]): readonly Medians[] {
  const [first] = reports
  const alike = reports.filter((one) => first !== undefined && playedOf(one) === playedOf(first))
  if (first === undefined || alike.length < Math.max(RUNS_MIN, reports.length)) return []
  return first.agents.flatMap(({ agent }) => {
    const all = reports.flatMap((one) => one.agents.filter((each) => each.agent === agent))
    if (all.length < reports.length) return []
    const metrics = HEADLINES.flatMap((name) => {
      const runs = all.flatMap(({ metrics: of }) => {
        const metric = measured(of, name)
        return metric === undefined ? [] : [toldOf(metric)]
      })
      return runs.length < all.length ? [] : [[name, { median: medianOf(runs), runs }] as const]
    })
    return [{ agent, metrics: Object.fromEntries(metrics) }]
  })
}

const playedOf = ({ suite, versions }: Report): string => JSON.stringify([suite, versions])

/** Empty where there are no medians. */
export function mediansSections(reports: readonly Report[]): readonly Section[] {
  const medians = mediansOf(reports)
  if (medians.length === 0) return []
  const rows = HEADLINES.filter((name) => medians.some(({ metrics }) => name in metrics)).map((name) => [
    metricNamed(name)?.words ?? name,
    ...medians.map(({ metrics }) => sayRunsOf(name, metrics[name])),
  ])
  const told =
    'Simulated conversations vary, so each number is the median of these runs. In brackets: what it was in each.'
  return [
    {
      title: `Median of ${reports.length} runs`,
      blocks: [say(told), figure(textTable([['', ...medians.map(({ agent }) => agent)], ...rows]))],
    },
  ]
}

function sayRunsOf(name: MetricName, found: MedianOfRuns | undefined): string {
  if (found === undefined) return 'no data'
  const isShare = metricNamed(name)?.unit === 'share'
  const told = (value: number): string => (isShare ? percent(value) : inHundredths(value))
  return `${told(found.median)}${isShare ? ' %' : ''} (${found.runs.map(told).join(', ')})`
}
