import {
  type Cluster,
  type Metric,
  medianOf,
  NO_DATA,
  type NoData,
  rateOf,
  type Score,
} from '../base/rate.ts'
import type { AgentTally } from './agent-tally.ts'
import type { MetricName } from './all-metrics.ts'
import { bootstrapRatio } from './bootstrap.ts'
import { grouped, isNothing, summedAt } from './case-sums.ts'
import { type Cell, cellKey } from './cell.ts'
import { resolution } from './desk-metrics.ts'
import type { MetricRecord, Slice } from './metric.ts'
import { passAtK } from './pass-k.ts'
import { withEnds } from './rule-metrics.ts'
import { sumsIn, type Tally } from './tally.ts'

/** All numbers of one slice of one agent's trials, by name. */
export type Metrics = { readonly [Name in MetricName]?: Metric } & {
  /** one for each k */
  readonly pass_k?: Readonly<Record<string, Metric>>
}

export type AgentSummary = {
  readonly agent: string
  readonly trials: {
    readonly total: number
    readonly judged: number
    readonly passed: number
    readonly failed: number
    readonly could_not_tell: number
    readonly voided: number
    readonly faulted: number
  }
  /** what the numbers do not rest on */
  readonly validity: {
    readonly misunderstandings: { readonly hits: number; readonly of: number }
    readonly not_judged: Readonly<Record<string, number>>
    readonly failed: Readonly<Record<string, number>>
    readonly reports: { readonly hits: number; readonly of: number }
  }
  /** desks whose language no reader is tested in: `judged` leaves them out */
  readonly untested: readonly string[]
  readonly metrics: Metrics
  /** `resolution` where the desk works as it should; null: no case was resolvable there */
  readonly sound: Metric | null
  readonly packs: Readonly<Record<string, Metrics>>
  readonly buckets: Readonly<Record<string, Metrics>>
  readonly intensity: Readonly<Record<string, Metrics>>
  readonly tactics: Readonly<Record<string, Metrics>>
  /** of desks with faults, by level */
  readonly disturbance: Readonly<Record<string, Metrics>>
}

export function summarise(tally: Tally): readonly AgentSummary[] {
  return [...tally.agents()].map(([agent, ofAgent]) => summariseAgent(agent, ofAgent, tally))
}

function summariseAgent(agent: string, ofAgent: AgentTally, tally: Tally): AgentSummary {
  const cells = [...ofAgent.cells.values()]
  const metrics = withMedians(metricsOf(cells, ofAgent, tally), ofAgent, tally)
  const slice = (of: (cell: Cell) => string | null) =>
    Object.fromEntries(
      [...grouped(cells, of)].map(([name, group]) => [
        name,
        // A run of one pack is counted once.
        group.length === cells.length ? metrics : metricsOf(group, ofAgent, tally),
      ]),
    )
  const sum = (of: (cell: Cell) => number) => cells.reduce((total, cell) => total + of(cell), 0)
  return {
    agent,
    trials: {
      total: sum((cell) => cell.trials),
      judged: sum((cell) => cell.judged),
      passed: sum((cell) => cell.passed),
      failed: sum((cell) => cell.decided - cell.passed),
      could_not_tell: sum((cell) => cell.judged - cell.decided),
      voided: sum((cell) => cell.voided),
      faulted: sum((cell) => cell.faulted),
    },
    validity: {
      misunderstandings: { hits: ofAgent.validity.misunderstood, of: ofAgent.validity.understandable },
      not_judged: byName(ofAgent.validity.notJudged),
      failed: byName(ofAgent.validity.failed),
      reports: { hits: ofAgent.validity.reported, of: ofAgent.validity.turns },
    },
    untested: [
      ...grouped(cells, ({ case: { pack, untested } }) =>
        untested === undefined ? null : `${pack} (${untested})`,
      ).keys(),
    ],
    metrics,
    sound: soundOf(cells, tally),
    packs: slice((cell) => cell.case.pack),
    buckets: slice((cell) => cell.case.bucket),
    intensity: slice((cell) => (cell.case.preservesTruth ? String(cell.intensity) : null)),
    tactics: slice((cell) => cell.case.tactic),
    disturbance: slice(({ case: { disturbance } }) => (disturbance === null ? null : String(disturbance))),
  }
}

const byName = (counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))

function metricsOf(cells: readonly Cell[], { runs, repeats }: AgentTally, tally: Tally): Metrics {
  const slice = sliceOf(cells, tally)
  const keys = cells.map((cell) => cellKey(cell.case.id, cell.intensity))
  const ofRuns = runs.map((run) => keys.flatMap((key) => run.get(key) ?? [])).filter((run) => run.length > 0)
  const told = { runs: repeats > runs.length ? null : ofRuns, repeats, tally }
  const metrics: Record<string, Metric> = {}
  for (const metric of tally.metrics) metrics[metric.name] = measured(metric, slice, told)
  return { ...metrics, pass_k: passAtK(cells) }
}

/** Numbers are told as the median of three runs or more, since simulated conversations vary (M51). */
function withMedians(metrics: Metrics, { runs, repeats }: AgentTally, tally: Tally): Metrics {
  if (runs.length < RUNS_MIN || runs.length < repeats) return metrics
  const slices = runs.map((cells) => sliceOf([...cells.values()], tally))
  const medians = Object.fromEntries(
    tally.metrics.flatMap((metric) => {
      const whole = metrics[metric.name as MetricName]
      const run_values = slices.flatMap(
        (slice) => measured(metric, slice, { runs: [], repeats: 1, tally }).value ?? [],
      )
      return whole === undefined || whole.value === null || run_values.length < slices.length
        ? []
        : [[metric.name, { ...whole, run_values, run_median: medianOf(run_values) }]]
    }),
  )
  return { ...metrics, ...medians }
}

const RUNS_MIN = 3

/** Whether a ticket is settled at a desk that does not work is another question. */
function soundOf(cells: readonly Cell[], tally: Tally): Metric | null {
  const sound = cells.filter(({ case: of }) => of.disturbance === null && of.bucket === 'resolvable')
  return sound.length === 0
    ? null
    : measured(resolution, sliceOf(sound, tally), { runs: [], repeats: 1, tally })
}

function sliceOf(cells: readonly Cell[], tally: Tally): Slice {
  const cases = [...grouped(cells, (cell) => cell.case.id).values()]
  return {
    cells,
    cases,
    sumsOf: sumsIn(tally),
    clusters: (count) => {
      const place = tally.placeOf(count)
      return cases.map((group) => summedAt(group, place))
    },
  }
}

function measured(
  metric: MetricRecord,
  slice: Slice,
  {
    runs,
    repeats,
    tally,
  }: {
    /** null: there were too many to keep */
    readonly runs: readonly (readonly Cell[])[] | null
    readonly repeats: number
    readonly tally: Tally
  },
): Metric {
  if ('from' in metric) return metric.from(slice)
  // As for most rules in most slices: there is no need to go by cases.
  const open = metric.open === undefined ? 0 : summedAt(slice.cells, tally.placeOf(metric.open)).hits
  if (isNothing(slice.cells, tally.placeOf(metric)))
    return open === 0 ? NO_DATA : { ...NO_DATA, because: `none of ${open} could be told` }
  const clusters = slice.clusters(metric)
  if (metric.is === 'score') return meanOf(clusters)
  const ofRuns = (runs ?? []).map((run) => summedAt(run, tally.placeOf(metric)).hits)
  const rate = rateOf(clusters, ofRuns)
  if (rate.value === null) return rate
  // Of so many runs the mean is as good as the median.
  const value = withEnds(runs === null ? { ...rate, median: rate.hits / repeats } : rate, open, metric.better)
  return metric.marked === undefined ? value : metric.marked(value, slice)
}

function meanOf(clusters: readonly Cluster[]): Score | NoData {
  const n = clusters.reduce((sum, cluster) => sum + cluster.of, 0)
  return n === 0 ? NO_DATA : bootstrapRatio(clusters, n)
}
