import { basename } from 'node:path'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { NO_DATA } from '../../base/rate.ts'
import { inShell, SAGE } from '../../base/shell.ts'
import type { MetricName } from '../../metrics/all-metrics.ts'
import { type Gate, type GateReach, judgeGate, type MayGate, parseGate } from '../../metrics/gates.ts'
import type { MetricRecord } from '../../metrics/metric.ts'
import type { AgentSummary } from '../../metrics/summarise.ts'
import { sayGateValue } from '../../report/render/say-gate.ts'
import type { AgentResult, GateNotHeld, GateResult } from '../../report/result/run-result.ts'
import type { CheckGate } from '../settings/resolve-run.ts'
import type { GateText } from '../settings/run-request.ts'
import { type Baseline, gateBaseline } from './baseline.ts'

/** The gates of a request, all problems at once, before the first trial is run. */
export function readGates(texts: readonly GateText[], reach: GateReach): readonly Gate[] {
  const read = texts.map(({ text, at }) => parseGate(text, at ?? undefined, reach))
  const problems = read.flatMap((each) => ('problem' in each ? [each.problem] : []))
  if (problems.length > 0) throw new ProblemsError('The gates have errors.', problems)
  return read.flatMap((each, index) =>
    'gate' in each ? [{ ...each.gate, isDefault: texts[index]?.isDefault === true }] : [],
  )
}

/** The gates of a stored run. One on the metric of a plugin that is not loaded here must not keep the run from being shown. */
export function readStoredGates(
  texts: readonly GateText[],
  own: readonly MetricRecord[],
): { readonly gates: readonly Gate[]; readonly unreadGates: readonly string[] } {
  const reach = { mayGate: () => true, own }
  const isRead = ({ text }: GateText): boolean => 'gate' in parseGate(text, undefined, reach)
  return {
    gates: readGates(
      texts.filter(isRead).map((gate) => ({ ...gate, at: null })),
      reach,
    ),
    unreadGates: texts.filter((gate) => !isRead(gate)).map(({ text }) => text),
  }
}

/** Not met: what could not be measured here proves nothing. */
export const unreadGateResults = (
  texts: readonly string[],
  agents: readonly string[],
): readonly GateResult[] =>
  texts.flatMap((gate) => agents.map((agent) => ({ gate, agent, met: false, value: null, says: NOT_LOADED })))

const NOT_LOADED = 'no plugin that is loaded here has this metric'

/** Checks one gate for `resolveRun`, with the metrics of judges it may read. */
export const gateChecker =
  (reach: GateReach): CheckGate =>
  (text, at) => {
    const read = parseGate(text, at, reach)
    if ('problem' in read) return { problem: read.problem, needsBaseline: false }
    return { problem: null, needsBaseline: needsBaseline(read.gate) }
  }

const needsBaseline = ({ demand }: Gate): boolean => 'noWorseThanBaselineBy' in demand

/** What gates are held against: the baseline, which metrics of judges they may read by now, and who the agents are. */
export type GateGrounds = {
  readonly baseline: Baseline
  readonly judging?: { readonly mayGate: MayGate }
  readonly agents: readonly (Pick<AgentResult, 'kind' | 'tools'> & { readonly id: string })[]
}

/** Every gate for every agent of the run, judged or not held. */
export function judgeGates(gates: readonly Gate[], summaries: readonly AgentSummary[], grounds: GateGrounds) {
  const [judged, notHeld]: [GateResult[], GateNotHeld[]] = [[], []]
  for (const gate of gates)
    for (const summary of summaries) {
      const why = whyNotHeld(gate, summary, grounds)
      if (why === null) judged.push(judgeOne(gate, summary, grounds))
      else if (why !== '') notHeld.push({ gate: gate.text, agent: summary.agent, says: why })
    }
  return { judged, notHeld }
}

function judgeOne(gate: Gate, summary: AgentSummary, { baseline, judging }: GateGrounds): GateResult {
  const { agent, metrics, sound, untested } = summary
  const { text, metric: name, about, isDefault } = gate
  // A judge added since the run began may be uncalibrated: its numbers then decide nothing, and the gate is not met.
  const refused = about.source === 'rating' && judging?.mayGate(name) === false
  const held =
    isDefault === true && name === 'resolution' ? { ...metrics, resolution: sound ?? NO_DATA } : metrics
  const read = refused ? {} : held
  const outcome = judgeGate(gate, read, needsBaseline(gate) ? gateBaseline(baseline, agent) : { because: '' })
  const says = sayGateValue(gate, outcome, read[name])
  const left = name === 'judged' && untested.length > 0 ? `; ${sayUntested(untested)}` : ''
  return { gate: text, agent, met: outcome.met, value: outcome.value, says: `${says}${left}` }
}

const sayUntested = (desks: readonly string[]): string =>
  `left out, because no reader is tested in their language: ${desks.join(', ')}`

/** Why a gate decides nothing for an agent; empty: nobody need be told. Null: it is held, and without data it is not met. */
function whyNotHeld(gate: Gate, summary: AgentSummary, { agents, baseline }: GateGrounds): string | null {
  const { kind, tools } = agents.find(({ id }) => id === summary.agent) ?? { kind: 'agent' }
  if (kind === 'instrument') return gate.isDefault === true ? '' : 'instruments are held to no gate'
  if (needsBaseline(gate) && baseline !== null && 'missing' in baseline)
    return `no baseline yet; make it with ${SAGE} ci baseline (GitHub), or ${SAGE} runs export latest -o ${inShell(basename(baseline.missing))}`
  if (gate.isDefault !== true || gate.metric === 'answered') return null
  const { metrics, buckets, sound, untested } = summary
  if (tools === 'own' && metrics.outcome_accuracy?.value == null)
    return 'the agent used its own tools, and no trace shows its calls'
  const why: Partial<Record<MetricName, string | false>> = {
    escalation_accuracy: buckets['must-escalate'] === undefined && 'no case has to be handed over',
    resolution:
      sound === null &&
      `no case can be settled by an agent${buckets['resolvable'] === undefined ? '' : ' on a desk without faults'}`,
    judged: untested.length > 0 && metrics.judged?.value == null && sayUntested(untested),
  }
  return why[gate.metric] || null
}
