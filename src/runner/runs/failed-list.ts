import type { CaseResult } from '../../report/result/case-results.ts'
import type { FailedCase, FailedList } from '../../report/result/failed-case.ts'
import type { AgentResult } from '../../report/result/run-result.ts'
import type { Store } from '../../storage/store.ts'
import type { Transcript } from '../../transcript/event.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { agentFault, quoteAt } from '../../verdicts/scoring/explain-trial.ts'
import type { ClosedRun } from './run-ledger.ts'

/** Transcripts read to tell causes apart: a list of ten must not cost the time of ten thousand. */
const READ_MAX = 200

export type FailedWishes = {
  readonly max: number
  /** whose failures; those of built-in agents test the benchmark and are no news */
  readonly kinds: readonly AgentResult['kind'][]
  /** cause: cases that failed in the same words are told once; case: every case by itself */
  readonly by: 'cause' | 'case'
}

/** What failed in a run, worst rate first, with the words of the conversation. */
export async function listFailed(
  store: Store,
  { result, cases }: Pick<ClosedRun, 'result' | 'cases'>,
  { max, kinds, by }: FailedWishes,
): Promise<FailedList> {
  const agents = new Set(result.agents.flatMap(({ agent, kind }) => (kinds.includes(kind) ? [agent] : [])))
  const theirs = cases.filter(({ agent }) => agents.has(agent))
  const failed = theirs.filter(({ failure }) => failure !== null)
  const byRate = [...failed].sort((a, b) => b.failed / b.trials - a.failed / a.trials)
  const shown: FailedCase[] = []
  const causes = new Map<string, number>()
  for (const each of by === 'case' ? byRate : byRate.slice(0, READ_MAX)) {
    const { failure } = each
    if (failure === null || shown.length >= max) continue
    const stored = await store.trial(failure.trial)
    const events = stored === undefined ? [] : readTranscript(stored.transcript, failure.trial).events
    const one = failedCase(each, failure, { events, fault: agentFault(events) })
    const cause = causeOf(one)
    const told = by === 'case' ? undefined : causes.get(cause)
    // One bug fails a hundred cases: it is told once.
    if (told === undefined) {
      causes.set(cause, shown.length)
      shown.push(one)
    } else shown.splice(told, 1, ...shown.slice(told, told + 1).map(withOneMore))
  }
  return { shown, total: failed.length, of: theirs.length }
}

/** What the agent did there differs from case to case where the cause is the same: its own failure, or one finding at one sentence. */
const causeOf = ({ agent, finding, sentence }: FailedCase): string =>
  JSON.stringify([agent, finding, sentence?.clause])

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
