import type { RunId } from '../../base/values/ids.ts'
import { doseByTactic, doseResponse } from '../../metrics/dose-response.ts'
import type { Gate } from '../../metrics/gates.ts'
import { summarise } from '../../metrics/summarise.ts'
import type { CaseResult } from '../../report/result/case-results.ts'
import type { Report } from '../../report/result/report.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import { toReport } from '../../report/result/to-report.ts'
import { toRunResult } from '../../report/result/to-run-result.ts'
import type { AgentBase, SopMode } from '../agents/shared/agent-request.ts'
import type { Baseline } from './baseline.ts'
import type { RunJudging } from './judge-run.ts'
import { judgeGates, openGates, unreadGateResults, withOwnKinds } from './read-gates.ts'
import { openBooks, type RunBooks } from './run-books.ts'

/** Counts the trials of one run, new or stored, in any order, and turns them into its result and its report. */
export type RunLedger = RunBooks & {
  /** may be called again as more trials come in */
  readonly close: (about: RunAbout) => ClosedRun
  /** how many are in the numbers */
  readonly trials: () => number
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

export type ClosedRun = {
  readonly result: RunResult
  readonly report: Report
  readonly cases: readonly CaseResult[]
}

export function createLedger(ownCatastrophes: readonly string[]): RunLedger {
  const books = openBooks(ownCatastrophes)
  const { tally } = books
  return {
    ...books,
    trials: () => books.cases().reduce((sum, { trials }) => sum + trials, 0),
    close: (about) => {
      const counted = summarise(tally)
      const summaries = about.agents.flatMap(({ id }) => counted.filter(({ agent }) => agent === id))
      const agents = about.agents.map(({ id, kind, protocol, sop, tools }) => ({
        id,
        protocol,
        kind: rankingOf({ kind }),
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
      const result = toRunResult({
        ...about,
        agents,
        gates,
        openGates: open,
        summaries,
        usage: books.usage(),
      })
      const report = toReport(result, {
        ...about,
        doses: doseResponse(tally),
        tacticDoses: doseByTactic(tally),
        broken: books.failures(),
        worst: books.worst(),
      })
      return { result, report, cases: books.cases() }
    },
  }
}

export const rankingOf = ({ kind }: Pick<AgentBase, 'kind'>): 'instrument' | 'agent' =>
  kind === 'reference' ? 'instrument' : 'agent'
