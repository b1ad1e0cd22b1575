import type { Metric } from '../../base/rate.ts'
import type { Gate, GateOutcome } from '../../metrics/gates.ts'
import type { RunResult } from '../result/run-result.ts'
import { percent } from './percent.ts'

type Gates = Pick<RunResult, 'gates' | 'gates_not_held' | 'default_gates'>
type GateLine = {
  readonly state: 'met' | 'NOT MET' | 'not held'
  readonly gate: string
  readonly agent: string
  readonly says: string
}

/** Every gate of a run: those that decided, with the figure that did, then those that decide nothing, and why. */
export const gateLines = ({ gates, gates_not_held = [], default_gates }: Gates): readonly GateLine[] => [
  ...gates.map(({ gate, agent, met, value, says }): GateLine => {
    return { state: met ? 'met' : 'NOT MET', gate, agent, says: `${agent}: ${says ?? value ?? 'no data'}` }
  }),
  ...gates_not_held.map(({ gate, agent, says }): GateLine => {
    return { state: 'not held', gate, agent, says: `${agent}: ${says}` }
  }),
  ...(default_gates === 'off'
    ? [{ state: 'not held', gate: 'the default gates', agent: 'all', says: 'taken away' } as const]
    : []),
]

/** `2 of 6 gates not met`; null: nothing was held. */
export function sayVerdict({ gates }: Pick<Gates, 'gates'>): string | null {
  const unmet = gates.filter(({ met }) => !met).length
  if (gates.length === 0) return null
  return unmet > 0
    ? `${unmet} of ${gates.length} gates not met`
    : gates.length === 1
      ? 'the one gate is met'
      : `all ${gates.length} gates are met`
}

/** Agents of whom only their answering was held to a gate: a green light says nothing of what they did. */
export const unjudgedDeeds = ({ gates, gates_not_held = [] }: Gates): readonly string[] => {
  const agents = gates_not_held.filter(({ gate }) => gate.startsWith('harm.')).map(({ agent }) => agent)
  const only = [...new Set(agents)].filter((id) =>
    gates.every(({ agent, gate }) => agent !== id || gate.startsWith('answered')),
  )
  return only.length === 0
    ? []
    : [`Deeds were not judged: ${only.join(', ')} (only that it answered was held to a gate).`]
}

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
    return metric?.value === null && 'because' in metric ? `no data: ${metric.because}` : 'no data'
  const figure = figureOf(gate)
  const isCount = COUNTS.includes(gate.statistic)
  const n = 'n' in metric ? metric.n : metric.of
  const told = 'hits' in metric ? `${metric.hits} of ${metric.of}, ` : ''
  const open =
    'hits' in metric && metric.not_judged !== undefined ? `${metric.not_judged} could not be told, ` : ''
  const hits = `${told}${open}`
  if (gate.statistic === 'hits')
    return `${open === '' ? '' : `at worst ${outcome.value}: `}${hits}that is ${figure(metric.value)}, likely ${figure(metric.low)} to ${figure(metric.high)}`
  if (open !== '' && gate.statistic === 'value')
    return `at worst ${figure(outcome.value)} (measured: ${figure(metric.value)}, ${hits}likely ${figure(metric.low)} to ${figure(metric.high)})`
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

const figureOf =
  ({ about: { unit } }: Gate) =>
  (value: number): string =>
    unit === 'share' ? `${percent(value)} %` : String(Number(value.toPrecision(3)))
