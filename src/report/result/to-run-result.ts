import type { z } from 'zod'
import type { RunId } from '../../base/values/ids.ts'
import type { Judging } from '../../metrics/judges/judging.ts'
import type { MetricRecord } from '../../metrics/metric.ts'
import type { AgentSummary, Metrics } from '../../metrics/summarise.ts'
import type { AgentUse } from '../../metrics/usage.ts'
import type { Rule } from '../../verdicts/rules/rule.ts'
import { AgentResult, type GateNotHeld, type GateResult, type OwnMetric, RunResult } from './run-result.ts'

/** What is published of a run besides what its trials come to. */
export type RunParts = {
  readonly run: RunId
  readonly wallMs: number
  /** path of the report, if one is written */
  readonly report: string | null
  readonly judges: readonly string[]
  /** what is known of them besides; absent: nothing, and every rating is diagnostic */
  readonly judging?: JudgingFound
  readonly versions: RunResult['versions']
  /** why it ended early, and how much was left */
  readonly stopped?: RunResult['stopped']
  readonly restarted?: number
  readonly mixed?: readonly string[]
  readonly forked?: RunResult['forks']
  /** what plugins added to it */
  readonly own?: OwnParts
}

type Counted = {
  readonly summaries: readonly AgentSummary[]
  readonly agents: readonly {
    readonly id: string
    readonly kind: AgentResult['kind']
    readonly protocol: AgentResult['protocol']
    readonly sop?: AgentResult['sop']
    readonly tools?: AgentResult['tools']
  }[]
  readonly gates: readonly GateResult[]
  readonly notHeld?: readonly GateNotHeld[]
  /** false: they were taken away */
  readonly defaultGates?: boolean
  readonly usage: readonly AgentUse[]
}

/** Puts what was counted into the published shape. */
export function toRunResult(parts: RunParts & Counted): RunResult {
  const own = ownOf(parts.own)
  const agents = parts.agents.flatMap(({ id, kind, protocol, sop, tools }): readonly AgentResult[] => {
    const summary = parts.summaries.find(({ agent }) => agent === id)
    if (summary === undefined) return []
    const { metrics, packs, buckets, intensity, tactics, disturbance } = summary
    return [
      published(own, {
        agent: id,
        kind,
        protocol,
        ...(sop === undefined ? {} : { sop }),
        ...(tools === undefined ? {} : { tools }),
        cost_tier: costTier(metrics['cost_usd']),
        metrics: given(metrics),
        packs: givenIn(packs),
        buckets: givenIn(buckets),
        intensity: givenIn(intensity),
        tactics: givenIn(tactics),
        ...(Object.keys(disturbance).length === 0 ? {} : { disturbance: givenIn(disturbance) }),
      }),
    ]
  })
  const sum = (of: (summary: AgentSummary) => number) =>
    parts.summaries.reduce((total, summary) => total + of(summary), 0)
  return {
    run: parts.run,
    trials: sum(({ trials }) => trials.total),
    judged: sum(({ trials }) => trials.judged),
    passed: sum(({ trials }) => trials.passed),
    failed: sum(({ trials }) => trials.failed),
    could_not_tell: sum(({ trials }) => trials.could_not_tell),
    voided: sum(({ trials }) => trials.voided),
    faulted: sum(({ trials }) => trials.faulted),
    wall_ms: Math.round(parts.wallMs),
    ...(parts.stopped === undefined ? {} : { stopped: parts.stopped }),
    ...((parts.restarted ?? 0) === 0 ? {} : { restarted: parts.restarted }),
    ...((parts.mixed ?? []).length === 0 ? {} : { mixed: [...(parts.mixed ?? [])] }),
    report: parts.report,
    agents,
    ...(own.length === 0 ? {} : { own_metrics: [...own] }),
    ...(parts.forked === undefined ? {} : { forks: parts.forked }),
    gates: [...parts.gates],
    ...((parts.notHeld ?? []).length === 0 ? {} : { gates_not_held: [...(parts.notHeld ?? [])] }),
    ...(parts.defaultGates === false && agents.some(({ kind }) => kind === 'agent')
      ? { default_gates: 'off' as const }
      : {}),
    validity: {
      ...judgesOf(parts.judges, parts.judging),
      agents: parts.summaries.map(({ agent, trials, validity }) => ({
        agent,
        trials: trials.total,
        judged: trials.judged,
        results: { passed: trials.passed, failed: trials.failed, could_not_tell: trials.could_not_tell },
        voided: trials.voided,
        faulted: trials.faulted,
        misunderstandings: { ...validity.misunderstandings },
        not_judged: { ...validity.not_judged },
        ...(Object.keys(validity.failed).length === 0 ? {} : { failed: { ...validity.failed } }),
        ...(isDeclared(agent, parts.agents) ? { reports: { ...validity.reports } } : {}),
      })),
    },
    usage: parts.usage.map((use) => ({ ...use })),
    versions: parts.versions,
  }
}

/** What plugins add to the rules that judge and the metrics that are counted. */
export type OwnParts = { readonly rules: readonly Rule[]; readonly metrics: readonly MetricRecord[] }

const ownOf = ({ rules, metrics }: OwnParts = { rules: [], metrics: [] }): readonly OwnMetric[] =>
  metrics.map(({ name, words, unit }) => {
    const counted = rules.find(({ id }) => id === name)?.counted
    const about = { name, words, unit }
    return counted === undefined ? about : { ...about, rule: counted.of === 'turns' ? 'turns' : counted.hits }
  })

const isDeclared = (
  agent: string,
  agents: readonly { readonly id: string; readonly protocol: AgentResult['protocol'] }[],
): boolean => agents.some(({ id, protocol }) => id === agent && protocol === 'declared')

/** What was found out about the judges of a run. */
export type JudgingFound = {
  readonly judges: readonly {
    readonly judge: string
    readonly promptHash: string
    readonly calibrated: boolean
    readonly calibratedIn: readonly string[]
    /** calibrated under another prompt only */
    readonly outdated: boolean
  }[]
  /** null where only the embedded judge rated: there is nothing to count and nobody to agree with */
  readonly judging: Judging | null
}

const Judges = RunResult.shape.validity.pick({ judges: true, agreement: true, self_preference: true })

function judgesOf(names: readonly string[], found: JudgingFound | undefined): z.infer<typeof Judges> {
  if (found === undefined) return { judges: names.map((judge) => ({ judge, calibrated: false })) }
  const { judging } = found
  const judges = found.judges.map(({ judge, promptHash, calibrated, calibratedIn, outdated }) => {
    const counts = judging?.judges.find((each) => each.judge === judge)
    return {
      judge,
      calibrated,
      ...(calibratedIn.length === 0 ? {} : { calibrated_in: calibratedIn }),
      ...(outdated ? { outdated: true } : {}),
      ...(counts === undefined
        ? {}
        : { prompt: promptHash, own: counts.own, rated: counts.rated, not_rated: counts.notRated }),
    }
  })
  const { agreement = [], selfPreference = [] } = judging ?? {}
  return Judges.parse(
    JSON.parse(
      JSON.stringify({
        judges,
        ...(agreement.length === 0 ? {} : { agreement }),
        ...(selfPreference.length === 0 ? {} : { self_preference: selfPreference }),
      }),
    ),
  )
}

type Published = AgentResult['metrics']

function given(metrics: Metrics): Published {
  const found: Published = {}
  for (const [name, metric] of Object.entries(metrics)) if (metric !== undefined) found[name] = metric
  return found
}

const givenIn = (slices: Readonly<Record<string, Metrics>>): Record<string, Published> =>
  Object.fromEntries(Object.entries(slices).map(([name, metrics]) => [name, given(metrics)]))

/** What our own metrics give has the published shape by its type. What a plugin's metrics give is looked at. */
const published = (own: readonly OwnMetric[], agent: AgentResult): AgentResult =>
  own.length === 0 ? agent : AgentResult.parse(JSON.parse(JSON.stringify(agent)))

/** By model cost per 100 conversations. */
function costTier(cost: unknown): AgentResult['cost_tier'] {
  const each =
    typeof cost === 'object' && cost !== null && 'value' in cost && typeof cost.value === 'number'
      ? cost.value
      : null
  if (each === null) return null
  const per100 = each * 100
  return per100 < 0.5 ? '$' : per100 < 2 ? '$$' : per100 < 8 ? '$$$' : '$$$$'
}
