import { ProblemsError } from '../../base/files/problems-error.ts'
import { metricNamed } from '../../metrics/all-metrics.ts'
import { type Gate, judgeGate, type MayGate, parseGate } from '../../metrics/gates.ts'
import type { AgentSummary, Metrics } from '../../metrics/summarise.ts'
import type { GateResult } from '../../report/result/run-result.ts'
import type { CheckGate } from '../settings/resolve-run.ts'
import type { GateText } from '../settings/run-request.ts'

/** The gates of a request, all problems at once, before the first trial is run. */
export function readGates(texts: readonly GateText[], mayGate?: MayGate): readonly Gate[] {
  const read = texts.map(({ text, at }) => parseGate(text, at ?? undefined, mayGate))
  const problems = read.flatMap((each) => ('problem' in each ? [each.problem] : []))
  if (problems.length > 0) throw new ProblemsError('The gates have errors', problems)
  return read.flatMap((each) => ('gate' in each ? [each.gate] : []))
}

/** Checks one gate for `resolveRun`, with the metrics of judges it may read. */
export const gateChecker =
  (mayGate?: MayGate): CheckGate =>
  (text, at) => {
    const read = parseGate(text, at, mayGate)
    if ('problem' in read) return { problem: read.problem, needsBaseline: false }
    return { problem: null, needsBaseline: 'noWorseThanBaselineBy' in read.gate.demand }
  }

/** The metrics an agent had in the run named as baseline; undefined: it had none. */
export type Baseline = (agent: string) => Metrics | undefined
export const NO_BASELINE: Baseline = () => undefined

/** What gates are held against: the baseline, and which metrics of judges they may read by now. */
export type GateGrounds = {
  readonly baseline: Baseline
  readonly judging?: { readonly mayGate: MayGate }
}

/** Every gate for every agent of the run. */
export function judgeGates(
  gates: readonly Gate[],
  summaries: readonly AgentSummary[],
  { baseline, judging }: GateGrounds,
): readonly GateResult[] {
  return gates.flatMap((gate) => {
    // A judge added since the run began may be uncalibrated: its numbers then decide nothing, and the gate is not met.
    const refused = metricNamed(gate.metric)?.source === 'rating' && judging?.mayGate(gate.metric) === false
    return summaries.map(({ agent, metrics }) => ({
      ...judgeGate(gate, refused ? {} : metrics, baseline(agent)),
      agent,
    }))
  })
}
