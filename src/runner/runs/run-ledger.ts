import type { TrialId } from '../../base/values/ids.ts'
import { ALL_METRICS } from '../../metrics/all-metrics.ts'
import {
  type DoseResponse,
  doseByTactic,
  doseResponse,
  type TacticDose,
} from '../../metrics/dose-response.ts'
import type { Gate } from '../../metrics/gates.ts'
import type { MetricRecord } from '../../metrics/metric.ts'
import { type AgentSummary, summarise } from '../../metrics/summarise.ts'
import { openTally, type Tally } from '../../metrics/tally.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { type AgentUse, added, openUsageBook } from '../../metrics/usage.ts'
import { type CaseResult, openCaseBook } from '../../report/result/case-results.ts'
import { decide, type Flips } from '../../report/result/decision.ts'
import type { Report } from '../../report/result/report.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import { toReport } from '../../report/result/to-report.ts'
import { type RunParts, toRunResult } from '../../report/result/to-run-result.ts'
import { type Failure, openWorstFirst } from '../../report/result/worst-first.ts'
import { type Heat, openHeatBook } from '../../report/studio-views/heat.ts'
import type { AgentBase, SopMode } from '../agents/shared/agent-request.ts'
import type { Baseline } from './baseline.ts'
import type { RunJudging } from './judge-run.ts'
import { judgeGates, unreadGateResults } from './read-gates.ts'

/**
 * What the trials of a run come to, as plain data: the same for the same trials, in whatever order they came. It is stored when the
 * run ends. What stands around the trials (calibrations, a baseline, forks, the header) may change afterwards, and is not in it.
 */
export type RunNumbers = {
  readonly trials: number
  /** what is known to be spent; null: nothing */
  readonly usd: number | null
  readonly catastrophes: readonly string[]
  readonly summaries: readonly AgentSummary[]
  readonly doses: readonly DoseResponse[]
  readonly tacticDoses: readonly TacticDose[]
  readonly usage: readonly AgentUse[]
  readonly cases: readonly CaseResult[]
  readonly failures: readonly Failure[]
  readonly heat: readonly Heat[]
}

/** The numbers of a run, counted so far or stored. */
export type RunFigures = {
  readonly trials: () => number
  readonly usd: () => number | null
  readonly cases: () => readonly CaseResult[]
  readonly heat: () => readonly Heat[]
  /** what paired differences are made of; of stored numbers: counted from the trials */
  readonly counted: () => Promise<Tally>
  /** may be called again as more trials come in */
  readonly close: (about: RunAbout) => ClosedRun
}

/** Counts the trials of one run, new or stored, in any order. Memory grows with its cases. */
export type RunLedger = RunFigures & {
  readonly add: (trial: TrialId, facts: TrialFacts) => void
  readonly tally: Tally
  readonly numbers: () => RunNumbers
}

/** What is known of a run besides its trials. */
export type RunAbout = RunParts & {
  readonly suite: string
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly agents: readonly (Pick<AgentBase, 'id' | 'kind' | 'protocol'> & {
    readonly sop?: SopMode | undefined
    readonly tools?: AgentBase['tools'] | undefined
  })[]
  readonly judging?: RunJudging
  readonly gates: readonly Gate[]
  /** gates on metrics that are not known here */
  readonly unreadGates?: readonly string[]
  /** what gates that name a baseline are compared with */
  readonly baseline: Baseline
  /** what flipped since the previous run of each agent */
  readonly flips?: readonly Flips[]
}

export type ClosedRun = {
  readonly result: RunResult
  readonly report: Report
  readonly cases: readonly CaseResult[]
}

export function createLedger(
  ownCatastrophes: readonly string[],
  ownMetrics: readonly MetricRecord[] = [],
): RunLedger {
  const tally = openTally(ownCatastrophes, [...ALL_METRICS, ...ownMetrics])
  const worstFirst = openWorstFirst()
  const cases = openCaseBook()
  const usage = openUsageBook()
  const heat = openHeatBook()
  let [trials, usd]: [number, number | null] = [0, null]
  // Intervals take long: a run that ends stores its numbers and shows them.
  let made: RunNumbers | undefined
  const numbers = (): RunNumbers => {
    made ??= {
      trials,
      usd,
      catastrophes: ownCatastrophes,
      summaries: summarise(tally),
      doses: doseResponse(tally),
      tacticDoses: doseByTactic(tally),
      usage: usage.uses(),
      failures: worstFirst.failures(),
      cases: cases.results(),
      heat: heat.heat(),
    }
    return made
  }
  return {
    add: (trial, facts) => {
      const { agent, pack, score } = facts
      made = undefined
      trials += 1
      tally.add(facts)
      usage.add(facts)
      worstFirst.add(trial, facts)
      cases.add(trial, facts)
      heat.add(pack, agent, score)
      for (const use of facts.uses) if (use.usd !== null) usd = added(usd ?? 0, use.usd)
    },
    tally,
    numbers,
    trials: () => trials,
    usd: () => usd,
    cases: cases.results,
    heat: heat.heat,
    counted: async () => tally,
    close: (about) => closeRun(numbers(), about),
  }
}

/** Numbers that were stored. */
export const storedFigures = (numbers: RunNumbers, counted: () => Promise<Tally>): RunFigures => ({
  trials: () => numbers.trials,
  usd: () => numbers.usd,
  cases: () => numbers.cases,
  heat: () => numbers.heat,
  counted,
  close: (about) => closeRun(numbers, about),
})

/** Turns what was counted into the result of the run and its report. */
function closeRun(numbers: RunNumbers, about: RunAbout): ClosedRun {
  const { cases, doses, tacticDoses, usage, failures } = numbers
  const summaries = about.agents.flatMap(({ id }) => numbers.summaries.filter(({ agent }) => agent === id))
  const agents = about.agents.map(({ id, kind, protocol, sop, tools }) => ({
    id,
    protocol,
    kind: rankingOf({ kind }),
    ...(sop === undefined || sop === 'prompt' ? {} : { sop }),
    ...(tools === 'own' ? { tools } : {}),
  }))
  const { judged, notHeld } = judgeGates(about.gates, summaries, { ...about, agents })
  const unread = unreadGateResults(
    about.unreadGates ?? [],
    agents.filter(({ kind }) => kind === 'agent').map(({ id }) => id),
  )
  const result = toRunResult({
    ...about,
    agents,
    gates: [...judged, ...unread],
    notHeld,
    defaultGates: about.gates.some(({ isDefault }) => isDefault === true),
    summaries,
    usage,
  })
  const decision = decide(result, failures, {
    ...(about.flips === undefined ? {} : { flips: about.flips }),
    own: about.own?.metrics ?? [],
  })
  const report = toReport(result, { ...about, doses, tacticDoses, decision })
  return { result, report, cases }
}

export const rankingOf = ({ kind }: Pick<AgentBase, 'kind'>): 'instrument' | 'agent' =>
  kind === 'reference' ? 'instrument' : 'agent'
