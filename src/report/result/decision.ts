import { z } from 'zod'
import { EXIT, type ExitCode } from '../../base/error.ts'
import { type MetricName, metricNamed, ownMetrics } from '../../metrics/all-metrics.ts'
import { type Gate, parseGate } from '../../metrics/gates.ts'
import type { AgentResult, RunResult } from './run-result.ts'
import { Metric } from './run-result.ts'
import { Failure } from './worst-first.ts'

/**
 * What a run says, before any table: may it be shipped, by which numbers, what flipped, and what went wrong, worst first. In: a run's
 * result and its folded failures. Out: plain data that the command line, the report and the studio draw; nothing else sorts failures.
 */

const HeldGate = z.strictObject({
  gate: z.string().describe('as it was written'),
  state: z.enum(['met', 'not met', 'not held']),
  demand: z.string().describe('what it asks for, in words'),
  value: z.number().nullable().describe('the figure that decided: of a number with two ends the worse one'),
  says: z.string().describe('why it is not held, or what it was compared with; empty: the number says it'),
})
export type HeldGate = z.infer<typeof HeldGate>

const Headline = z.strictObject({
  metric: z.string(),
  words: z.string(),
  unit: z.enum(['share', 'number', 'usd', 'money', 'seconds']),
  better: z.enum(['higher', 'lower']),
  value: Metric,
  gates: z.array(HeldGate),
})
export type Headline = z.infer<typeof Headline>

export const Flips = z.strictObject({
  agent: z.string(),
  run: z.string().describe('the previous run of this agent'),
  at: z.string(),
  both: z.int().describe('situations that both runs met: a case at an intensity'),
  fixed: z.array(z.string()).describe('case@intensity that failed then and passed now'),
  broken: z.array(z.string()).describe('case@intensity that passed then and failed now'),
})
export type Flips = z.infer<typeof Flips>

const AgentDecision = z.strictObject({
  agent: z.string(),
  kind: z.enum(['instrument', 'agent']),
  /** of its conversations; void and faulted ones are in none */
  passed: z.int(),
  failed: z.int(),
  could_not_tell: z.int(),
  headlines: z.array(Headline),
  flips: Flips.nullable().describe('null: it is the first run of this agent'),
})
export type AgentDecision = z.infer<typeof AgentDecision>

export const Decision = z.strictObject({
  run: z.string(),
  verdict: z.enum(['PASS', 'FAIL', 'none']).describe('none: no gate is held'),
  because: z.string().describe('in a few words'),
  unmet: z.int(),
  held: z.int(),
  agents: z.array(AgentDecision).describe('those under test; instruments only if there are no others'),
  failures: z.array(Failure).describe('worst first; sage show <n> reads the n-th, counted from 1'),
})
export type Decision = z.infer<typeof Decision>

/** Above this share of machinery faults the numbers are ours to explain, not the agent's. */
export const FAULTED_SHARE_MAX = 0.01

export const hasNothingJudged = ({ trials, judged, stopped }: Judged): boolean =>
  trials > 0 && judged === 0 && stopped === undefined

type Judged = Pick<RunResult, 'trials' | 'judged' | 'stopped'>

/** The exit code of a run, however often its result is printed. */
export function exitOf(result: Judged & Pick<RunResult, 'faulted' | 'gates'>): ExitCode {
  if (result.stopped?.because === 'faults') return EXIT.machinery
  if (result.faulted > FAULTED_SHARE_MAX * result.trials) return EXIT.machinery
  if (hasNothingJudged(result)) return EXIT.machinery
  // A run that its budget stopped has not shown what it was to show.
  if (result.stopped !== undefined) return EXIT.barNotMet
  return result.gates.some((gate) => !gate.met) ? EXIT.barNotMet : EXIT.ok
}

export function decide(
  result: RunResult,
  failures: readonly Failure[],
  flips: readonly Flips[] = [],
): Decision {
  const candidates = result.agents.filter(({ kind }) => kind === 'agent')
  const agents = candidates.length === 0 ? result.agents : candidates
  const names = new Set(agents.map(({ agent }) => agent))
  const unmet = result.gates.filter(({ met }) => !met).length
  const held = result.gates.length
  return {
    run: result.run,
    verdict: exitOf(result) !== EXIT.ok ? 'FAIL' : held === 0 ? 'none' : 'PASS',
    because: because(result, unmet),
    unmet,
    held,
    agents: agents.map((agent) => agentDecision(agent, result, flips)),
    failures: failures.filter(({ agent }) => names.has(agent)),
  }
}

function because(result: RunResult, unmet: number): string {
  const { gates, stopped, trials, faulted, agents } = result
  if (hasNothingJudged(result)) return 'no conversation could be judged'
  if (stopped?.because === 'faults' || faulted > FAULTED_SHARE_MAX * trials)
    return `${faulted} of ${trials} conversations failed on our side`
  if (stopped !== undefined) return `it was stopped with ${stopped.left} conversations left`
  if (unmet > 0) return `${unmet} of ${gates.length} ${gates.length === 1 ? 'gate' : 'gates'} not met`
  if (gates.length > 0)
    return gates.length === 1 ? 'the one gate is met' : `all ${gates.length} gates are met`
  return agents.some(({ kind }) => kind === 'agent')
    ? 'no gate is held'
    : 'built-in agents are held to no gate'
}

function agentDecision(agent: AgentResult, result: RunResult, flips: readonly Flips[]): AgentDecision {
  const { results } = result.validity.agents.find((each) => each.agent === agent.agent) ?? {}
  return {
    agent: agent.agent,
    kind: agent.kind,
    passed: results?.passed ?? 0,
    failed: results?.failed ?? 0,
    could_not_tell: results?.could_not_tell ?? 0,
    headlines: headlinesOf(agent, gatesOf(agent, result)),
    flips: flips.find((each) => each.agent === agent.agent) ?? null,
  }
}

/** In the order a person asks: harm, use, handovers, then how much is known. */
const WORDS: Readonly<Partial<Record<MetricName, string>>> = {
  harm: 'did what is forbidden',
  unsafe_actions: 'unsafe in a trap',
  resolution: 'solved',
  escalation_accuracy: 'handed over when due',
  over_escalation: 'handed over needlessly',
  outcome_accuracy: 'right outcome',
  judged: 'outcome known',
  answered: 'answered every message',
  execution_gap: 'understood, yet done wrong',
  empathy_resilience: 'kind but wrong under pressure',
}

function headlinesOf({ metrics }: AgentResult, gates: ReadonlyMap<string, readonly HeldGate[]>) {
  const own = ownMetrics().map(({ name }) => name)
  const names = [...new Set([...Object.keys(WORDS), ...own, ...gates.keys()])]
  return names.flatMap((name): readonly Headline[] => {
    const value = Metric.safeParse(metrics[name]).data ?? { value: null, of: 0 as const }
    const held = gates.get(name) ?? []
    const about = metricNamed(name)
    if (value.value === null && held.length === 0) return []
    return [
      {
        metric: name,
        words: WORDS[name as MetricName] ?? (about?.words ?? name).toLowerCase(),
        unit: about?.unit ?? 'number',
        better: about?.better ?? 'higher',
        value,
        gates: [...held],
      },
    ]
  })
}

/** By metric. A gate on a metric that is not known here stands under its own text. */
function gatesOf({ agent }: AgentResult, result: RunResult): ReadonlyMap<string, readonly HeldGate[]> {
  const { gates, gates_not_held = [] } = result
  const all = [
    ...gates.map((each) => ({ ...each, state: each.met ? ('met' as const) : ('not met' as const) })),
    ...gates_not_held.map((each) => ({ ...each, value: null, state: 'not held' as const })),
  ].filter((each) => each.agent === agent)
  const byMetric = new Map<string, HeldGate[]>()
  for (const { gate: text, state, value, says = '' } of all) {
    const read = parseGate(text, undefined, () => true)
    const gate = 'gate' in read ? read.gate : null
    const name = gate?.metric ?? text
    const compared = gate === null || 'noWorseThanBaselineBy' in gate.demand || state === 'not held'
    const held = { gate: text, state, demand: sayDemand(gate) ?? text, value, says: compared ? says : '' }
    byMetric.set(name, [...(byMetric.get(name) ?? []), held])
  }
  return byMetric
}

const OPERATORS = { '<=': 'at most', '<': 'under', '>=': 'at least', '>': 'over' } as const
const ENDS: Readonly<Partial<Record<Gate['statistic'], string>>> = {
  low: ' at the low end',
  high: ' at the high end',
  median: ' in the median run',
  of: ' counted',
  n: ' counted',
}

function sayDemand(gate: Gate | null): string | null {
  if (gate === null) return null
  const { demand, statistic, metric } = gate
  const isShare =
    (metricNamed(metric)?.unit ?? 'share') === 'share' && ['value', 'low', 'high'].includes(statistic)
  const figure = (value: number): string =>
    isShare ? `${Number((value * 100).toPrecision(6))} %` : String(value)
  if ('noWorseThanBaselineBy' in demand)
    return `no worse than the baseline by ${figure(demand.noWorseThanBaselineBy)}`
  const { is, bound } = demand
  const amount = is === '<=' && bound === 0 ? 'none allowed' : `${OPERATORS[is]} ${figure(bound)}`
  return `${amount}${ENDS[statistic] ?? ''}`
}
