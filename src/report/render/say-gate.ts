import type { Metric } from '../../base/rate.ts'
import { metricNamed } from '../../metrics/all-metrics.ts'
import type { Gate, GateOutcome } from '../../metrics/gates.ts'
import type { GateResult, OpenGate } from '../result/run-result.ts'
import { percent } from './percent.ts'

/** A gate in a line: whether it was met, and the figure that decided, named and in the form a person reads. */
export const sayGate = ({ gate, agent, met, value, says }: GateResult): string =>
  `${met ? 'met    ' : 'NOT MET'}  ${gate}  ${agent}: ${says ?? value ?? 'no data'}`

export const sayOpenGate = ({ gate, says }: OpenGate): string => `not judged  ${gate}  ${says}`

const NAMES: Readonly<Record<Gate['statistic'], string>> = {
  value: 'the measured value',
  hits: 'the count',
  of: 'the number counted',
  n: 'the number counted',
  low: 'the lower end of the interval',
  high: 'the upper end of the interval',
  median: 'the median run',
}

/** `the lower end of the interval is 45 % (measured: 71 %, 45 to 88 %, n 14)` */
export function sayGateValue(gate: Gate, outcome: GateOutcome, metric: Metric | undefined): string {
  if (outcome.compared !== undefined) return sayCompared(gate, outcome.compared)
  if (outcome.because !== undefined) return outcome.because
  if (outcome.value === null || metric === undefined || metric.value === null)
    return 'no data: nothing that this run did bears on it'
  const figure = figureOf(gate)
  const isCount = COUNTS.includes(gate.statistic)
  const n = 'n' in metric ? metric.n : metric.of
  const hits = 'hits' in metric ? `${metric.hits} of ${metric.of}, ` : ''
  if (gate.statistic === 'hits')
    return `${hits}that is ${figure(metric.value)}, likely ${figure(metric.low)} to ${figure(metric.high)}`
  const said = isCount ? String(outcome.value) : figure(outcome.value)
  const rest =
    gate.statistic === 'value'
      ? `(${hits}likely ${figure(metric.low)} to ${figure(metric.high)}${hits === '' ? `, n ${n}` : ''})`
      : `(measured: ${figure(metric.value)}, ${hits}likely ${figure(metric.low)} to ${figure(metric.high)}${hits === '' ? `, n ${n}` : ''})`
  return `${NAMES[gate.statistic]} is ${said} ${rest}`
}

const COUNTS: readonly Gate['statistic'][] = ['hits', 'of', 'n', 'median']

function sayCompared(gate: Gate, compared: NonNullable<GateOutcome['compared']>): string {
  const figure = figureOf(gate)
  const { before, after, worseBy, low, high, pairs, run } = compared
  const change = worseBy > 0 ? `worse by ${figure(worseBy)}` : `better by ${figure(-worseBy)}`
  const which = gate.statistic === 'value' ? '' : ' The far end of that interval decides.'
  return `${figure(before)} in ${run}, ${figure(after)} now: ${worseBy === 0 ? 'equal' : change} (likely ${signed(figure, low)} to ${signed(figure, high)} worse, ${pairs} pairs).${which}`
}

const signed = (figure: (value: number) => string, value: number): string =>
  value < 0 ? `-${figure(-value)}` : figure(value)

const figureOf = ({ metric }: Gate): ((value: number) => string) => {
  const unit = metricNamed(metric)?.unit ?? 'share'
  return (value) => (unit === 'share' ? `${percent(value)} %` : String(Number(value.toPrecision(3))))
}
