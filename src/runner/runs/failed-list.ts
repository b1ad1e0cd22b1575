import type { CaseResult } from '../../report/result/case-results.ts'
import type { FailedCase, FailedList } from '../../report/result/failed-case.ts'
import type { AgentResult } from '../../report/result/run-result.ts'
import type { Store } from '../../storage/store.ts'
import type { Transcript } from '../../transcript/event.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { agentFault, quoteAt } from '../../verdicts/scoring/explain-trial.ts'
import type { ClosedRun } from './run-ledger.ts'

/**
 * What failed in a run, worst rate first, with the words of the conversation. `kinds`: whose failures; those of built-in agents
 * test the benchmark and are no news.
 */
export async function listFailed(
  store: Store,
  { result, cases }: Pick<ClosedRun, 'result' | 'cases'>,
  { max, kinds }: { readonly max: number; readonly kinds: readonly AgentResult['kind'][] },
): Promise<FailedList> {
  const agents = new Set(result.agents.flatMap(({ agent, kind }) => (kinds.includes(kind) ? [agent] : [])))
  const theirs = cases.filter(({ agent }) => agents.has(agent))
  const failed = theirs.filter(({ failure }) => failure !== null)
  const byRate = [...failed].sort((a, b) => b.failed / b.trials - a.failed / a.trials)
  const shown: FailedCase[] = []
  const faults = new Map<string, number>()
  for (const each of byRate) {
    const { failure } = each
    if (failure === null || shown.length >= max) continue
    const stored = await store.trial(failure.trial)
    const events = stored === undefined ? [] : readTranscript(stored.transcript, failure.trial).events
    const fault = agentFault(events)
    const key = `${each.agent} ${fault}`
    const told = fault === undefined ? undefined : faults.get(key)
    // One bug ends a hundred conversations: it is told once.
    if (told === undefined) {
      if (fault !== undefined) faults.set(key, shown.length)
      shown.push(failedCase(each, failure, { events, fault }))
    } else shown.splice(told, 1, ...shown.slice(told, told + 1).map(withOneMore))
  }
  return { shown, total: failed.length, of: theirs.length }
}

const withOneMore = (one: FailedCase): FailedCase => ({ ...one, alike: one.alike + 1 })

function failedCase(
  { agent, case: id, failed, trials }: CaseResult,
  { trial, intensity, finding, says, divergence }: NonNullable<CaseResult['failure']>,
  { events, fault }: { readonly events: Transcript; readonly fault: string | undefined },
): FailedCase {
  const sentence =
    divergence === null || divergence.sentence === ''
      ? null
      : { clause: divergence.clauses[0] ?? '', text: divergence.sentence }
  return {
    agent,
    case: id,
    failed,
    trials,
    trial,
    intensity,
    alike: 0,
    finding: fault === undefined ? (finding ?? says) : `The agent failed: ${fault}`,
    said: divergence === null ? null : (quoteAt(events, divergence.n) ?? null),
    sentence,
  }
}
