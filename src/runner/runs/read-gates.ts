import { basename } from 'node:path'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { inShell, SAGE } from '../../base/shell.ts'
import { FALSE_CLOSURE } from '../../graph/model/catastrophes.ts'
import { metricNamed } from '../../metrics/all-metrics.ts'
import { type Gate, judgeGate, type MayGate, parseGate } from '../../metrics/gates.ts'
import type { AgentSummary } from '../../metrics/summarise.ts'
import { sayGateValue } from '../../report/render/say-gate.ts'
import type { AgentResult, GateResult, OpenGate } from '../../report/result/run-result.ts'
import type { CheckGate } from '../settings/resolve-run.ts'
import type { GateText } from '../settings/run-request.ts'
import { type Baseline, gateBaseline } from './baseline.ts'

/** The gates of a request, all problems at once, before the first trial is run. */
export function readGates(texts: readonly GateText[], mayGate?: MayGate): readonly Gate[] {
  const read = texts.map(({ text, at }) => parseGate(text, at ?? undefined, mayGate))
  const problems = read.flatMap((each) => ('problem' in each ? [each.problem] : []))
  if (problems.length > 0) throw new ProblemsError('The gates have errors.', problems)
  return read.flatMap((each, index) =>
    'gate' in each
      ? [{ ...each.gate, ...(texts[index]?.isDefault === true ? { isDefault: true } : {}) }]
      : [],
  )
}

/** The gates of a stored run. One on the metric of a plugin that is not loaded here must not keep the run from being shown. */
export function readStoredGates(texts: readonly GateText[]): {
  readonly gates: readonly Gate[]
  readonly unreadGates: readonly string[]
} {
  const isRead = ({ text }: GateText): boolean => 'gate' in parseGate(text, undefined, () => true)
  return {
    gates: readGates(
      texts.filter(isRead).map((gate) => ({ ...gate, at: null })),
      () => true,
    ),
    unreadGates: texts.filter((gate) => !isRead(gate)).map(({ text }) => text),
  }
}

/** Not met: what could not be measured here proves nothing. */
export const unreadGateResults = (
  texts: readonly string[],
  agents: readonly string[],
): readonly GateResult[] =>
  texts.flatMap((gate) =>
    agents.map((agent) => ({
      gate,
      agent,
      met: false,
      value: null,
      says: 'no plugin that is loaded here has this metric',
    })),
  )

/** Checks one gate for `resolveRun`, with the metrics of judges it may read. */
export const gateChecker =
  (mayGate?: MayGate): CheckGate =>
  (text, at) => {
    const read = parseGate(text, at, mayGate)
    if ('problem' in read) return { problem: read.problem, needsBaseline: false }
    return { problem: null, needsBaseline: needsBaseline(read.gate) }
  }

/** Default gates name the kinds that every desk is watched for. What a pack forbids under a kind of its own is held likewise. */
export const withOwnKinds = (gates: readonly Gate[], ownKinds: readonly string[]): readonly Gate[] =>
  gates.some(({ isDefault, metric }) => isDefault === true && metric === FALSE_CLOSURE)
    ? [
        ...gates,
        ...ownKinds.map(
          (kind): Gate => ({
            text: `catastrophe.${kind}.hits <= 0`,
            metric: `catastrophe.${kind}`,
            statistic: 'hits',
            demand: { is: '<=', bound: 0 },
            isDefault: true,
          }),
        ),
      ]
    : gates

const needsBaseline = ({ demand }: Gate): boolean => 'noWorseThanBaselineBy' in demand

/** Gates on a baseline whose file is not there yet: they decide nothing, and the run says how to make it. */
export function openGates(gates: readonly Gate[], baseline: Baseline): readonly OpenGate[] {
  if (baseline === null || !('missing' in baseline)) return []
  const file = basename(baseline.missing)
  const says = `no baseline yet: gates on it are not judged; make it with ${SAGE} ci baseline (GitHub), or ${SAGE} runs export latest -o ${inShell(file)}`
  return gates.filter(needsBaseline).map(({ text: gate }) => ({ gate, says }))
}

/** What gates are held against: the baseline, and which metrics of judges they may read by now. */
export type GateGrounds = {
  readonly baseline: Baseline
  readonly judging?: { readonly mayGate: MayGate }
  readonly kindOf: (agent: string) => AgentResult['kind']
}

/** Every gate that can be judged for every agent of the run; default gates for agents only, and only where there is data. */
export function judgeGates(
  gates: readonly Gate[],
  summaries: readonly AgentSummary[],
  { baseline, judging, kindOf }: GateGrounds,
): readonly GateResult[] {
  const open = openGates(gates, baseline).map(({ gate }) => gate)
  const held = gates.filter(({ text }) => !open.includes(text))
  return held.flatMap((gate) => {
    // A judge added since the run began may be uncalibrated: its numbers then decide nothing, and the gate is not met.
    const refused = metricNamed(gate.metric)?.source === 'rating' && judging?.mayGate(gate.metric) === false
    return summaries.flatMap(({ agent, metrics }): readonly GateResult[] => {
      const read = refused ? {} : metrics
      const before = needsBaseline(gate) ? gateBaseline(baseline, agent) : { because: '' }
      const outcome = judgeGate(gate, read, before)
      if (gate.isDefault === true && (kindOf(agent) !== 'agent' || outcome.value === null)) return []
      const { gate: text, met, value } = outcome
      return [{ gate: text, agent, met, value, says: sayGateValue(gate, outcome, read[gate.metric]) }]
    })
  })
}
