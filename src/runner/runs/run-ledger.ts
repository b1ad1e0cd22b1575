import type { RunId, TrialId } from '../../base/values/ids.ts'
import { allMetrics } from '../../metrics/all-metrics.ts'
import { doseByTactic, doseResponse } from '../../metrics/dose-response.ts'
import type { Gate } from '../../metrics/gates.ts'
import type { KeptTally } from '../../metrics/kept-tally.ts'
import { summarise } from '../../metrics/summarise.ts'
import { openTally, type Tally } from '../../metrics/tally.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { type AgentUse, added, openUsageBook } from '../../metrics/usage.ts'
import { type CaseResult, openCaseBook } from '../../report/result/case-results.ts'
import { openFailureBook } from '../../report/result/failures.ts'
import type { BrokenSentence, Report } from '../../report/result/report.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import { type LeftSentence, openSentenceBook, type SentenceBook } from '../../report/result/sentences.ts'
import { toReport } from '../../report/result/to-report.ts'
import { toRunResult } from '../../report/result/to-run-result.ts'
import { openWorstBook, type WorstEntry } from '../../report/result/worst-conversations.ts'
import { type Heat, type HeatBook, openHeatBook } from '../../report/studio-views/heat.ts'
import { type AgentOutcomes, type OutcomeBook, openOutcomeBook } from '../../report/studio-views/outcomes.ts'
import { markOf, UNREADABLE } from '../../report/studio-views/trial-row.ts'
import { findReference } from '../agents/reference/reference-names.ts'
import type { AgentBase, SopMode } from '../agents/shared/agent-request.ts'
import type { Baseline } from './baseline.ts'
import type { RunJudging } from './judge-run.ts'
import { judgeGates, openGates, unreadGateResults, withOwnKinds } from './read-gates.ts'

/** Counts the trials of one run, new or stored, in any order, and turns them into its result and its report. */
export type RunLedger = {
  readonly add: (trial: TrialId, facts: TrialFacts) => void
  /** a trial that cannot be read here: it is in no number */
  readonly skip: (agent: string) => void
  /** may be called again as more trials come in */
  readonly close: (about: RunAbout) => ClosedRun
  readonly tally: Tally
  /** how many are in the numbers */
  readonly trials: () => number
  readonly cases: () => readonly CaseResult[]
  readonly heat: HeatBook['heat']
  readonly outcomes: OutcomeBook['all']
  readonly sentences: SentenceBook['sentences']
  /** what is known to be spent; null: nothing */
  readonly usd: () => number | null
  /** all of it, so that another ledger goes on from there; the same text for the same trials */
  readonly keep: () => KeptLedger
}

/** What is known of a run besides its trials. */
export type RunAbout = {
  readonly run: RunId
  readonly suite: string
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly wallMs: number
  readonly agents: readonly (Pick<AgentBase, 'id' | 'kind' | 'target' | 'protocol'> & {
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
  /** path of the report, if one is written */
  readonly report: string | null
}

/** What a ledger has counted, as plain data. */
export type KeptLedger = {
  readonly tally: KeptTally
  readonly failures: readonly BrokenSentence[]
  readonly worst: readonly WorstEntry[]
  readonly cases: readonly CaseResult[]
  readonly usage: readonly AgentUse[]
  readonly heat: readonly Heat[]
  readonly outcomes: readonly AgentOutcomes[]
  readonly sentences: readonly LeftSentence[]
  readonly usd: number | null
}

export type ClosedRun = {
  readonly result: RunResult
  readonly report: Report
  readonly cases: readonly CaseResult[]
}

export function createLedger(ownCatastrophes: readonly string[], kept?: KeptLedger): RunLedger {
  const tally = openTally(ownCatastrophes, allMetrics(), kept?.tally)
  const failures = openFailureBook(kept?.failures)
  const worst = openWorstBook(kept?.worst)
  const cases = openCaseBook(kept?.cases)
  const usage = openUsageBook(kept?.usage)
  const heat = openHeatBook(kept?.heat)
  const outcomes = openOutcomeBook(kept?.outcomes)
  const sentences = openSentenceBook(kept?.sentences)
  let usd = kept?.usd ?? null
  return {
    tally,
    add: (trial, facts) => {
      const { agent, pack, bucket, score } = facts
      tally.add(facts)
      usage.add(facts)
      for (const book of [failures, worst, cases]) book.add(trial, facts)
      heat.add(pack, agent, score)
      outcomes.add({ agent, bucket, mark: markOf(score) })
      sentences.add(facts)
      for (const use of facts.uses) if (use.usd !== null) usd = added(usd ?? 0, use.usd)
    },
    skip: (agent) => outcomes.add({ agent, ...UNREADABLE }),
    trials: () => cases.results().reduce((sum, { trials }) => sum + trials, 0),
    cases: cases.results,
    heat: heat.heat,
    outcomes: outcomes.all,
    sentences: sentences.sentences,
    usd: () => usd,
    keep: () => ({
      tally: tally.keep(),
      failures: failures.failures(),
      worst: worst.entries(),
      cases: cases.results(),
      usage: usage.uses(),
      heat: heat.all(),
      outcomes: outcomes.all(),
      sentences: sentences.sentences(),
      usd,
    }),
    close: (about) => {
      const counted = summarise(tally)
      const summaries = about.agents.flatMap(({ id }) => counted.filter(({ agent }) => agent === id))
      const agents = about.agents.map(({ id, kind, target, protocol, sop, tools }) => ({
        id,
        protocol,
        kind: rankingOf({ kind, target }),
        ...(sop === undefined || sop === 'prompt' ? {} : { sop }),
        ...(tools === 'own' ? { tools } : {}),
      }))
      const judged = judgeGates(withOwnKinds(about.gates, ownCatastrophes), summaries, {
        ...about,
        tally,
        kindOf: (agent) => agents.find(({ id }) => id === agent)?.kind ?? 'agent',
      })
      const unread = unreadGateResults(
        about.unreadGates ?? [],
        agents.map(({ id }) => id),
      )
      const gates = [...judged, ...unread]
      const open = openGates(about.gates, about.baseline)
      const result = toRunResult({ ...about, agents, gates, openGates: open, summaries, usage: usage.uses() })
      const report = toReport(result, {
        ...about,
        doses: doseResponse(tally),
        tacticDoses: doseByTactic(tally),
        broken: failures.failures(),
        worst: worst.worst(),
      })
      return { result, report, cases: cases.results() }
    },
  }
}

export const rankingOf = ({
  kind,
  target,
}: Pick<AgentBase, 'kind' | 'target'>): 'instrument' | 'baseline' | 'agent' =>
  kind === 'reference' ? (findReference(target[0])?.kind ?? 'agent') : 'agent'
