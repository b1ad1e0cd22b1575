import type { RunId, TrialId } from '../../base/values/ids.ts'
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
import { openFailureBook } from '../../report/result/failures.ts'
import type { BrokenSentence, Report, WorstConversation } from '../../report/result/report.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import { toReport } from '../../report/result/to-report.ts'
import { type OwnParts, toRunResult } from '../../report/result/to-run-result.ts'
import { openWorstBook } from '../../report/result/worst-conversations.ts'
import { type Heat, openHeatBook } from '../../report/studio-views/heat.ts'
import { type AgentOutcomes, openOutcomeBook } from '../../report/studio-views/outcomes.ts'
import { markOf, UNREADABLE } from '../../report/studio-views/trial-row.ts'
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
  readonly broken: readonly BrokenSentence[]
  readonly worst: readonly WorstConversation[]
  readonly cases: readonly CaseResult[]
  readonly heat: readonly Heat[]
  readonly outcomes: readonly AgentOutcomes[]
}

/** The numbers of a run, counted so far or stored. */
export type RunFigures = {
  readonly trials: () => number
  readonly usd: () => number | null
  readonly cases: () => readonly CaseResult[]
  readonly heat: () => readonly Heat[]
  readonly outcomes: () => readonly AgentOutcomes[]
  /** what paired differences are made of; of stored numbers: counted from the trials */
  readonly counted: () => Promise<Tally>
  /** may be called again as more trials come in */
  readonly close: (about: RunAbout) => ClosedRun
}

/** Counts the trials of one run, new or stored, in any order. Memory grows with its cases. */
export type RunLedger = RunFigures & {
  readonly add: (trial: TrialId, facts: TrialFacts) => void
  /** a trial that cannot be read here: it is in no number */
  readonly skip: (agent: string) => void
  readonly tally: Tally
  readonly numbers: () => RunNumbers
}

/** What is known of a run besides its trials. */
export type RunAbout = {
  readonly run: RunId
  readonly suite: string
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly wallMs: number
  readonly agents: readonly (Pick<AgentBase, 'id' | 'kind' | 'protocol'> & {
    readonly sop?: SopMode | undefined
    readonly tools?: AgentBase['tools'] | undefined
  })[]
  readonly judges: readonly string[]
  /** what is known of the judges besides their names (`judgingOf`) */
  readonly judging?: RunJudging
  readonly gates: readonly Gate[]
  /** gates on metrics that are not known here */
  readonly unreadGates?: readonly string[]
  /** what gates that name a baseline are compared with */
  readonly baseline: Baseline
  readonly versions: RunResult['versions']
  /** why it ended early, and how much was left */
  readonly stopped?: RunResult['stopped']
  readonly restarted?: number
  readonly mixed?: readonly string[]
  readonly forked?: RunResult['forks']
  /** what plugins added to it */
  readonly own?: OwnParts
  /** path of the report, if one is written */
  readonly report: string | null
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
  const failures = openFailureBook()
  const worst = openWorstBook()
  const cases = openCaseBook()
  const usage = openUsageBook()
  const heat = openHeatBook()
  const outcomes = openOutcomeBook()
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
      broken: failures.failures(),
      worst: worst.worst(),
      cases: cases.results(),
      heat: heat.heat(),
      outcomes: outcomes.all(),
    }
    return made
  }
  return {
    add: (trial, facts) => {
      const { agent, pack, bucket, score } = facts
      made = undefined
      trials += 1
      tally.add(facts)
      usage.add(facts)
      failures.add(trial, facts)
      worst.add(trial, facts)
      cases.add(trial, facts)
      heat.add(pack, agent, score)
      outcomes.add({ agent, bucket, mark: markOf(score) })
      for (const use of facts.uses) if (use.usd !== null) usd = added(usd ?? 0, use.usd)
    },
    skip: (agent) => {
      made = undefined
      outcomes.add({ agent, ...UNREADABLE })
    },
    tally,
    numbers,
    trials: () => trials,
    usd: () => usd,
    cases: cases.results,
    heat: heat.heat,
    outcomes: outcomes.all,
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
  outcomes: () => numbers.outcomes,
  counted,
  close: (about) => closeRun(numbers, about),
})

/** Turns what was counted into the result of the run and its report. */
function closeRun(numbers: RunNumbers, about: RunAbout): ClosedRun {
  const { cases, doses, tacticDoses, broken, worst, usage } = numbers
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
  const report = toReport(result, { ...about, doses, tacticDoses, broken, worst })
  return { result, report, cases }
}

export const rankingOf = ({ kind }: Pick<AgentBase, 'kind'>): 'instrument' | 'agent' =>
  kind === 'reference' ? 'instrument' : 'agent'
