import type { CaseId, TrialId } from '../../base/values/ids.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import type { Lead } from '../../verdicts/model/lead.ts'
import { isPassed, type TrialScore } from '../../verdicts/model/score.ts'
import { headline } from '../../verdicts/scoring/main-finding.ts'

/** What became of one case with one agent, over all its intensities and repetitions. */
export type CaseResult = {
  readonly agent: string
  readonly pack: string
  readonly case: CaseId
  readonly trials: number
  readonly passed: number
  readonly failed: number
  /** of the failed trials, the one whose name comes first */
  readonly failure: FailedTrial | null
  /** why a trial neither passed nor failed */
  readonly missing: string | null
}

export type FailedTrial = {
  readonly trial: TrialId
  readonly intensity: number
  /** what became of it, in one line */
  readonly says: string
  /** what went wrong first; null: an older version stored the trial */
  readonly lead: Lead | null
}

export type CaseBook = {
  readonly add: (trial: TrialId, facts: TrialFacts) => void
  /** by agent and case, in whatever order the trials came */
  readonly results: () => readonly CaseResult[]
}

export function openCaseBook(): CaseBook {
  const entries = new Map<string, CaseResult>()
  return {
    add: (trial, facts) => {
      const key = keyOf(facts)
      entries.set(key, withTrial(entries.get(key) ?? empty(facts), trial, facts))
    },
    results: () => [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, result]) => result),
  }
}

const keyOf = ({ agent, case: id }: Pick<CaseResult, 'agent' | 'case'>): string => `${agent}\u0001${id}`

const empty = ({ agent, pack, case: id }: TrialFacts): CaseResult => ({
  agent,
  pack,
  case: id,
  trials: 0,
  passed: 0,
  failed: 0,
  failure: null,
  missing: null,
})

function withTrial(
  before: CaseResult,
  trial: TrialId,
  { score, intensity, lead = null }: TrialFacts,
): CaseResult {
  const result = { ...before, trials: before.trials + 1 }
  switch (resultOf(score)) {
    case 'passed':
      return { ...result, passed: before.passed + 1 }
    case 'missing':
      return { ...result, missing: firstOf(before.missing, headline(score), (says) => says) }
    case 'failed': {
      const failure = { trial, intensity, says: headline(score), lead }
      return {
        ...result,
        failed: before.failed + 1,
        failure: firstOf(before.failure, failure, (one) => one.trial),
      }
    }
  }
}

/** The one whose name comes first: which trial came first says nothing. */
function firstOf<T>(before: T | null, now: T, nameOf: (one: NonNullable<T>) => string): T {
  if (before == null) return now
  return now != null && nameOf(now) < nameOf(before) ? now : before
}

function resultOf(score: TrialScore): 'passed' | 'failed' | 'missing' {
  const passed = score.state === 'judged' ? isPassed(score) : null
  return passed === null ? 'missing' : passed ? 'passed' : 'failed'
}
