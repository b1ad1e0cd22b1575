import type { TrialScore, Verdict } from '../../verdicts/model/score.ts'

/** How often each rule passed, failed, did not apply or was not judged. */
export type VerdictCounts = Record<string, Record<Verdict['outcome'], number>>

export function countVerdicts(counts: VerdictCounts, score: TrialScore): void {
  for (const { rule, outcome } of score.verdicts) {
    const own = counts[rule] ?? { pass: 0, fail: 0, 'not-applicable': 0, 'not-judged': 0 }
    own[outcome] += 1
    counts[rule] = own
  }
}
