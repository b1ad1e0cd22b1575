import type { TrialScore, Verdict } from '../model/score.ts'

/** What the rules say of one trial, rule by rule: what `sage score --json` prints for each transcript. */
export type RulesByOutcome = {
  readonly state: TrialScore['state']
  readonly fails: readonly string[]
  /** fails that follow from another fail (E6) */
  readonly follows: readonly string[]
  readonly not_judged: readonly string[]
  readonly applied: readonly string[]
  /** rules whose verdict needs an act to be read, or was not judged for want of reading */
  readonly on_words: readonly string[]
}

/** One rule, several requests: any fail is a fail, else anything not judged leaves it not judged. */
export function rulesByOutcome({ state, verdicts }: TrialScore): RulesByOutcome {
  const rules = [...new Set(verdicts.map(({ rule }) => rule))]
  const having = (holds: (verdict: Verdict) => boolean): readonly string[] =>
    rules.filter((rule) => verdicts.some((verdict) => verdict.rule === rule && holds(verdict)))
  const fails = having(({ outcome }) => outcome === 'fail')
  const first = having((verdict) => verdict.outcome === 'fail' && verdict.follows === undefined)
  return {
    state,
    fails: first,
    follows: fails.filter((rule) => !first.includes(rule)),
    not_judged: having(({ outcome }) => outcome === 'not-judged').filter((rule) => !fails.includes(rule)),
    applied: having(({ outcome }) => outcome !== 'not-applicable'),
    on_words: having(isOnWords),
  }
}

const isOnWords = (verdict: Verdict): boolean => {
  if (verdict.outcome === 'not-judged')
    return verdict.because === 'not-sure' || verdict.because === 'no-report'
  return (
    verdict.outcome !== 'not-applicable' &&
    (verdict.basis === 'reported' || verdict.basis === 'read' || verdict.basis === 'inferred')
  )
}
