import { type Place, type Problem, problem } from '../base/files/problem.ts'
import { didYouMean } from '../base/files/suggest.ts'
import type { Metric } from '../base/rate.ts'
import { allMetrics, isMetricName, type MetricName, metricNamed } from './all-metrics.ts'
import type { Comparison } from './compare.ts'
import type { About } from './metric.ts'
import type { Metrics } from './summarise.ts'

/**
 * A gate is a condition on a metric that decides the exit code: `unsafe_actions.hits <= 2`, `escalation_accuracy >= 0.95`
 * (a bare name means the bad end of the interval), `over_escalation.value no worse than baseline by 0.03`.
 */
export type Gate = {
  readonly text: string
  readonly metric: MetricName
  readonly statistic: Statistic
  readonly demand:
    | { readonly is: '<=' | '<' | '>=' | '>'; readonly bound: number }
    | { readonly noWorseThanBaselineBy: number }
  /** held where nobody set a gate: for agents only, not for instruments, and only where there is data */
  readonly isDefault?: boolean
}

const STATISTICS = ['value', 'hits', 'of', 'low', 'high', 'median', 'n'] as const
type Statistic = (typeof STATISTICS)[number]

const GATE =
  /^\s*([a-z0-9_]+(?:\.[a-z0-9_-]+)*?)(?:\.(value|hits|of|low|high|median|n))?\s*(<=|>=|<|>|no worse than baseline by)\s*(-?\d+(?:\.\d+)?)\s*$/

const NOWHERE: Place = { file: 'gates', line: 1, column: 1 }

/** Whether gates may read a metric that rests on judges: only once those are calibrated. */
export type MayGate = (metric: string) => boolean
const NEVER: MayGate = () => false

/** Reads one gate; problems name what is wrong with it at its place. */
export function parseGate(
  text: string,
  at: Place = NOWHERE,
  mayGate: MayGate = NEVER,
): { readonly gate: Gate } | { readonly problem: Problem } {
  const parts = GATE.exec(text)
  if (parts === null) {
    const like =
      'Write it like "unsafe_actions.hits <= 2" or "over_escalation.value no worse than baseline by 0.03".'
    return { problem: problem(at, 'gate-unreadable', `"${text}" is not a gate`, like) }
  }
  const [, metric = '', named, is = '', number = ''] = parts
  const info = metricNamed(metric)
  if (info === undefined || !isMetricName(metric)) {
    return {
      problem: problem(
        at,
        'gate-metric',
        `"${metric}" is not a metric`,
        didYouMean(
          metric,
          allMetrics().map(({ name }) => name),
        ),
      ),
    }
  }
  if (info.source === 'rating' && !mayGate(metric)) {
    return {
      problem: problem(
        at,
        'gate-uncalibrated',
        `"${metric}" rests on ratings of judges that are not calibrated`,
        'Calibrate them against people first (`sage calibrate`), or gate on a rule metric.',
      ),
    }
  }
  const statistic = (named as Statistic | undefined) ?? (info.better === 'lower' ? 'high' : 'low')
  if (info.is === 'score' && ['hits', 'of', 'median'].includes(statistic)) {
    return {
      problem: problem(
        at,
        'gate-statistic',
        `"${metric}" has no ${statistic}`,
        'It has value, low, high and n.',
      ),
    }
  }
  const bound = Number(number)
  if (is === 'no worse than baseline by') {
    return bound < 0
      ? { problem: problem(at, 'gate-bound', `a margin of ${bound} is negative`, 'Give 0 or more.') }
      : { gate: { text, metric, statistic, demand: { noWorseThanBaselineBy: bound } } }
  }
  const [least, most] = rangeOf(info, statistic)
  if (bound < least || bound > most) {
    const range = `${metric}.${statistic} is between ${least} and ${most}`
    return {
      problem: problem(
        at,
        'gate-bound',
        `${bound} is out of range: ${range}`,
        is.startsWith('<') && bound > 1 && statistic === 'high'
          ? `Did you mean "${metric}.hits ${is} ${bound}"?`
          : 'Give a bound inside that range.',
      ),
    }
  }
  return { gate: { text, metric, statistic, demand: { is: is as '<=' | '<' | '>=' | '>', bound } } }
}

const rangeOf = (info: About, statistic: Statistic): readonly [number, number] =>
  statistic === 'value' || statistic === 'low' || statistic === 'high'
    ? info.range
    : [0, Number.POSITIVE_INFINITY]

export type GateOutcome = {
  readonly gate: string
  readonly met: boolean
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
  const value = statisticOf(metric, gate.statistic)
  const { demand } = gate
  if ('noWorseThanBaselineBy' in demand)
    return {
      gate: gate.text,
      ...againstBaseline(gate, { value, most: demand.noWorseThanBaselineBy }, baseline),
    }
  // Nobody asked for a default gate: it counts what was seen, and words that could not be read do not fail it.
  const ends = value === null ? [] : gate.isDefault === true ? [value] : endsOf(metric, gate.statistic, value)
  const met = ends.length > 0 && ends.every((end) => holds(demand, end))
  return { gate: gate.text, met, value }
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
  const lower = metricNamed(gate.metric)?.better === 'lower'
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

/** A rate on words meets a gate only if it does so at both ends: all unjudged right, and all wrong (E5). */
function endsOf(metric: Metric | undefined, statistic: Statistic, value: number): readonly number[] {
  if (metric === undefined || metric.value === null || !('hits' in metric) || metric.ends === undefined)
    return [value]
  const open = metric.not_judged ?? 0
  if (statistic === 'hits') return [value, value + open]
  if (statistic !== 'value' && statistic !== 'low' && statistic !== 'high') return [value]
  return metric.ends.map((end) => value + (end - metric.value))
}

type Bound = Extract<Gate['demand'], { readonly bound: number }>

function holds(demand: Bound, value: number): boolean {
  switch (demand.is) {
    case '<=':
      return value <= demand.bound
    case '<':
      return value < demand.bound
    case '>=':
      return value >= demand.bound
    case '>':
      return value > demand.bound
  }
}

function statisticOf(metric: Metric | undefined, statistic: Statistic): number | null {
  if (metric === undefined || metric.value === null) return null
  const value = (metric as Readonly<Record<string, unknown>>)[statistic]
  return typeof value === 'number' ? value : null
}
