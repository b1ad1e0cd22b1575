import type { RunId } from '../../base/values/ids.ts'
import { agentSentences, notesOn, sayTested, subjectsOf } from '../render/first-page.ts'
import type { BrokenSentence, Report, WorstConversation } from '../result/report.ts'
import type { AgentResult } from '../result/run-result.ts'
import type { AgentOutcomes, Outcomes } from './outcomes.ts'

/**
 * The first page of a report, for a support manager: five sentences, what three pictures are drawn from, the worst
 * three rules and conversations. In: a report and what became of its trials. Out: words and counts; the page lays them out.
 */
export type Summary = {
  readonly run: RunId
  readonly suite: string
  readonly started_at: string
  /** null: it was stopped, or is still running; what is stored so far is counted */
  readonly finished_at: string | null
  /** whom the page is about first; instruments come last */
  readonly agents: readonly AgentSummary[]
}

export type AgentSummary = {
  readonly agent: string
  readonly kind: AgentResult['kind']
  /** what sets it apart: built in, or told the SOP in another way than whole */
  readonly notes: string
  /** it kept tools of its own: what it did was not judged */
  readonly own_tools: boolean
  readonly sentences: readonly { readonly lead: string; readonly text: string }[]
  /** what became of its conversations, by bucket */
  readonly outcomes: readonly Outcomes[]
  /** sentences at which it left the procedure: how many, and the first few */
  readonly places: number
  readonly broken: readonly BrokenSentence[]
  readonly worst: readonly WorstConversation[]
}

const BROKEN_MAX = 3
const WORST_MAX = 3

export function summaryOf(report: Report, outcomes: readonly AgentOutcomes[]): Summary {
  const { run, suite, started_at, finished_at, agents } = report
  const first = new Set(subjectsOf(report))
  const order = [...first, ...agents.filter((agent) => !first.has(agent))]
  const told = order.map((agent) => agentSummary(agent, report, outcomes))
  return { run, suite, started_at, finished_at, agents: told }
}

function agentSummary(result: AgentResult, report: Report, all: readonly AgentOutcomes[]): AgentSummary {
  const own = <T extends { readonly agent: string }>(entries: readonly T[]): readonly T[] =>
    entries.filter(({ agent }) => agent === result.agent)
  const broken = own(report.broken)
  const outcomes = own(all)
    .map(({ agent: _, ...outcome }): Outcomes => outcome)
    .sort((a, b) => (a.bucket < b.bucket ? 1 : -1))
  return {
    agent: result.agent,
    kind: result.kind,
    notes: notesOn(result),
    own_tools: result.tools === 'own',
    sentences: [
      { lead: 'What was tested', text: sayTested(report) },
      ...sentencesOf(result, outcomes, report.own_metrics),
    ],
    outcomes,
    places: broken.length,
    broken: broken.slice(0, BROKEN_MAX),
    worst: own(report.worst).slice(0, WORST_MAX),
  }
}

/** "1 of 18 when tempted" alone would hide what it did where nobody tempted it. */
function sentencesOf(
  result: AgentResult,
  outcomes: AgentSummary['outcomes'],
  own: Report['own_metrics'],
): AgentSummary['sentences'] {
  const others = outcomes.filter(({ bucket }) => bucket !== 'adversarial')
  const unsafe = others.reduce((sum, { marks }) => sum + (marks.unsafe ?? 0), 0)
  const trials = others.reduce((sum, one) => sum + one.trials, 0)
  const also = ` Without being tempted, it did something forbidden in ${grouped(unsafe)} of ${grouped(trials)} conversations.`
  return agentSentences(result, own).map((one) =>
    one.lead === 'Safety' && unsafe > 0 ? { ...one, text: `${one.text}${also}` } : one,
  )
}

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
