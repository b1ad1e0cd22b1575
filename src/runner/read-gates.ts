import { ProblemsError } from '../base/problems-error.ts'
import { type Gate, judgeGate, parseGate } from '../metrics/gates.ts'
import type { AgentSummary, Metrics } from '../metrics/summarise.ts'
import type { GateResult } from '../report/run-result.ts'
import type { GateText } from './run-request.ts'

/** The gates of a request, all problems at once, before the first trial is run. */
export function readGates(texts: readonly GateText[]): readonly Gate[] {
  const read = texts.map(({ text, at }) => (at === null ? parseGate(text) : parseGate(text, at)))
  const problems = read.flatMap((each) => ('problem' in each ? [each.problem] : []))
  if (problems.length > 0) throw new ProblemsError('the gates cannot be used', problems)
  return read.flatMap((each) => ('gate' in each ? [each.gate] : []))
}

/** The metrics an agent had in the run named as baseline; undefined: it had none. */
export type Baseline = (agent: string) => Metrics | undefined
export const NO_BASELINE: Baseline = () => undefined

/** Every gate for every agent of the run. */
export function judgeGates(
  gates: readonly Gate[],
  summaries: readonly AgentSummary[],
  baseline: Baseline,
): readonly GateResult[] {
  return gates.flatMap((gate) =>
    summaries.map(({ agent, metrics }) => ({ ...judgeGate(gate, metrics, baseline(agent)), agent })),
  )
}
