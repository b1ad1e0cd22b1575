import { type Place, type Problem, problem } from '../base/files/problem.ts'
import { didYouMean } from '../base/files/suggest.ts'
import type { Metric } from '../base/rate.ts'
import { ALL_METRICS, isMetricName, type MetricName, metricNamed } from './all-metrics.ts'
import type { Comparison } from './compare.ts'
import type { About, MetricRecord } from './metric.ts'
import type { Metrics } from './summarise.ts'

/**
 * A gate is a condition on a metric that decides the exit code: `unsafe_actions.hits <= 2`, `escalation_accuracy >= 0.95`
 * (a bare name means the bad end of the interval), `over_escalation.value no worse than baseline by 0.03`.
 */
export type Gate = {
  readonly text: string
  readonly metric: MetricName
  /** what is known of the metric */
  readonly about: Pick<About, 'better' | 'source' | 'unit'>
  readonly statistic: GateStatistic
  readonly demand:
    | { readonly is: '<=' | '<' | '>=' | '>'; readonly bound: number }
    | { readonly noWorseThanBaselineBy: number }
  /** one that nobody had to ask for */
  readonly isDefault?: boolean
}

const STATISTICS = ['value', 'hits', 'of', 'low', 'high', 'median', 'n'] as const
type GateStatistic = (typeof STATISTICS)[number]

const GATE =
  /^\s*([a-z0-9_]+(?:\.[a-z0-9_-]+)*?)(?:\.(value|hits|of|low|high|median|n))?\s*(<=|>=|<|>|no worse than baseline by)\s*(-?\d+(?:\.\d+)?)\s*$/

const NOWHERE: Place = { file: 'gates', line: 1, column: 1 }

/** Whether gates may read a metric that rests on judges: only once those are calibrated. */
export type MayGate = (metric: string) => boolean
const NEVER: MayGate = () => false

/** What a gate may name: metrics of judges, and those of a project's plugins. */
export type GateReach = { readonly mayGate?: MayGate; readonly own?: readonly MetricRecord[] }

/** Reads one gate; problems name what is wrong with it at its place. */
export function parseGate(
  text: string,
  at: Place = NOWHERE,
  { mayGate = NEVER, own = [] }: GateReach = {},
): { readonly gate: Gate } | { readonly problem: Problem } {
  const wrong = (code: string, message: string, hint: string) => ({
    problem: problem(at, code, message, hint),
  })
  const parts = GATE.exec(text)
  if (parts === null) {
    const like =
      'Write it like "unsafe_actions.hits <= 2" or "over_escalation.value no worse than baseline by 0.03".'
    return wrong('gate-unreadable', `"${text}" is not a gate`, like)
  }
  const [, metric = '', named, is = '', number = ''] = parts
  const about = metricNamed(metric, own)
  if (about === undefined || !isMetricName(metric, own)) {
    const names = [...ALL_METRICS, ...own].map(({ name }) => name)
    return wrong('gate-metric', `"${metric}" is not a metric`, didYouMean(metric, names))
  }
  if (about.source === 'rating' && !mayGate(metric)) {
    const why = `"${metric}" rests on ratings of judges that are not calibrated`
    const hint = 'Calibrate them against people first (`sage calibrate`), or gate on a rule metric.'
    return wrong('gate-uncalibrated', why, hint)
  }
  const statistic = (named as GateStatistic | undefined) ?? (about.better === 'lower' ? 'high' : 'low')
  if (about.is === 'score' && ['hits', 'of', 'median'].includes(statistic))
    return wrong('gate-statistic', `"${metric}" has no ${statistic}`, 'It has value, low, high and n.')
  const bound = Number(number)
  if (is === 'no worse than baseline by') {
    if (bound < 0) return wrong('gate-bound', `a margin of ${bound} is negative`, 'Give 0 or more.')
    return { gate: { text, metric, about, statistic, demand: { noWorseThanBaselineBy: bound } } }
  }
  const [least, most] = rangeOf(about, statistic)
  if (bound < least || bound > most) {
    const range = `${metric}.${statistic} is between ${least} and ${most}`
    const meant = is.startsWith('<') && bound > 1 && statistic === 'high'
    const hint = meant ? `Did you mean "${metric}.hits ${is} ${bound}"?` : 'Give a bound inside that range.'
    return wrong('gate-bound', `${bound} is out of range: ${range}`, hint)
  }
  return { gate: { text, metric, about, statistic, demand: { is: is as Bound['is'], bound } } }
}

const rangeOf = (about: About, statistic: GateStatistic): readonly [number, number] =>
  statistic === 'value' || statistic === 'low' || statistic === 'high'
    ? about.range
    : [0, Number.POSITIVE_INFINITY]

export type GateOutcome = {
  readonly gate: string
  readonly met: boolean
  /** the figure that decided: of a rate on words its bad end */
  readonly value: number | null
  /** of a gate on a baseline: both values and the paired difference, in the bad direction */
  readonly compared?: {
    readonly run: string
    readonly before: number
    readonly after: number
    readonly worseBy: number
    readonly low: number
    readonly high: number
    readonly pairs: number
  }
  /** why it could not be judged */
  readonly because?: string
}

/** The run that gates are held against, as far as one agent is concerned: its metrics, and the paired differences. */
export type GateBaseline =
  | { readonly run: string; readonly metrics: Metrics; readonly differences: Comparison }
  | { readonly because: string }

/** No data is not met: a gate that nothing was measured for must not let a release through. */
export function judgeGate(gate: Gate, metrics: Metrics, baseline: GateBaseline): GateOutcome {
  const metric = metrics[gate.metric]
  const { demand } = gate
  const value =
    'bound' in demand ? badEnd(metric, gate.statistic, demand) : statisticOf(metric, gate.statistic)
  if ('noWorseThanBaselineBy' in demand)
    return {
      gate: gate.text,
      ...againstBaseline(gate, { value, most: demand.noWorseThanBaselineBy }, baseline),
    }
  return { gate: gate.text, met: value !== null && HOLDS[demand.is](value, demand.bound), value }
}

/**
 * Rates are compared in pairs, as `sage compare` does: `.value` looks at the difference, everything else at its bad end, so that
 * a gate without a statistic asks for proof. Counts have no pairs; they are compared as they are.
 */
function againstBaseline(
  gate: Gate,
  { value, most }: { readonly value: number | null; readonly most: number },
  baseline: GateBaseline,
): Omit<GateOutcome, 'gate'> {
  if ('because' in baseline) return { met: false, value, because: baseline.because }
  const lower = gate.about.better === 'lower'
  const paired = baseline.differences.metrics[gate.metric]
  if (paired !== undefined && !['hits', 'of', 'n', 'median'].includes(gate.statistic)) {
    const { a: before, b: after, low, high, difference } = paired
    const worse = lower
      ? { worseBy: difference, low, high }
      : { worseBy: -difference, low: -high, high: -low }
    const decides = gate.statistic === 'value' ? worse.worseBy : worse.high
    const { pairs } = baseline.differences
    return {
      met: decides <= most + 1e-12,
      value,
      compared: { run: baseline.run, before, after, ...worse, pairs },
    }
  }
  const before = statisticOf(baseline.metrics[gate.metric], gate.statistic)
  if (value === null || before === null)
    return { met: false, value, because: `no data ${value === null ? 'in this run' : `in ${baseline.run}`}` }
  const worseBy = lower ? value - before : before - value
  return {
    met: worseBy <= most + 1e-12,
    value,
    because: `${before} in ${baseline.run}, ${value} now`,
  }
}

/** A rate on words is read at its bad end: with all that could not be told counted against the demand (E5). */
function badEnd(metric: Metric | undefined, statistic: GateStatistic, demand: Bound): number | null {
  const value = statisticOf(metric, statistic)
  if (value === null || metric === undefined || !('hits' in metric) || metric.ends === undefined) return value
  const worst = demand.is.startsWith('<') ? Math.max : Math.min
  if (statistic === 'hits') return worst(value, value + (metric.not_judged ?? 0))
  if (statistic !== 'value' && statistic !== 'low' && statistic !== 'high') return value
  const end = worst(...metric.ends)
  return statistic === 'value' ? end : Math.min(1, Math.max(0, value + (end - metric.value)))
}

type Bound = Extract<Gate['demand'], { readonly bound: number }>

const HOLDS: Readonly<Record<Bound['is'], (value: number, bound: number) => boolean>> = {
  '<=': (value, bound) => value <= bound,
  '<': (value, bound) => value < bound,
  '>=': (value, bound) => value >= bound,
  '>': (value, bound) => value > bound,
}

function statisticOf(metric: Metric | undefined, statistic: GateStatistic): number | null {
  if (metric === undefined || metric.value === null) return null
  const value = (metric as Readonly<Record<string, unknown>>)[statistic]
  return typeof value === 'number' ? value : null
}
