import type { Rate } from '../base/rate.ts'
import type { Bucket } from '../cases/case.ts'
import { outcomeOfRule, type TrialScore } from '../verdicts/model/score.ts'
import { ruleOfOwnKind } from '../verdicts/rules/forbidden-kinds/rule.ts'
import type { Counted, Rule } from '../verdicts/rules/rule.ts'
import { type Addend, type Count, type CountedMetric, ofJudged, one, rate } from './metric.ts'
import type { TrialFacts } from './trial-facts.ts'

/** A rule's metric: its verdicts, counted as the rule says. */
export function metricOfRule<Id extends string>(rule: Rule<Id>): CountedMetric<Id> {
  const better = rule.counted.hits === 'passes' ? 'higher' : 'lower'
  const counted = rate({ name: rule.id, words: rule.words.name, better }, (trial) => countedIn(trial, rule))
  return { ...counted, open: openOf((trial) => openIn(trial, rule)) }
}

/** The metric of a plugin's rule: trials that were scored without the rule say nothing of it. */
export function metricOfOwnRule(rule: Rule): CountedMetric {
  const metric = metricOfRule(rule)
  const isScored = ({ score }: TrialFacts): boolean =>
    score.verdicts.some((verdict) => verdict.rule === rule.id)
  return { ...metric, of: (trial, ownKinds) => (isScored(trial) ? metric.of(trial, ownKinds) : null) }
}

/** What a rate leaves open, summed beside it. */
export const openOf = (of: (trial: TrialFacts) => Addend | null): Count => ({ is: 'rate', of: ofJudged(of) })

/** Trials in which words that could not be read left the rule not judged. */
export function openIn(trial: TrialFacts, { id, counted }: Rule): Addend | null {
  const isOpen = trial.score.verdicts.some(
    ({ rule, outcome, because }) => rule === id && outcome === 'not-judged' && because === 'not-sure',
  )
  const bucket = counted.of === 'applicable' ? counted.bucket : undefined
  return isOpen && outcomeOfRule(trial.score.verdicts, id) === 'not-judged'
    ? inBucket(bucket, trial, { hits: 1, of: 1 })
    : null
}

/** Nobody gains by being unreadable: both ends of the rate, all that could not be told right and all wrong (E5). */
export function withEnds(value: Rate, n: number, better: 'higher' | 'lower'): Rate {
  if (n === 0) return value
  const all = value.of + n
  const [fewest, most] = [value.hits / all, (value.hits + n) / all]
  return { ...value, not_judged: n, ends: better === 'higher' ? [most, fewest] : [fewest, most] }
}

/** A pack's own kind of catastrophe: `catastrophe.<kind>`, so that it cannot take the name of a metric of ours. */
export const ownCatastrophe = (kind: string): CountedMetric<`catastrophe.${string}`> => ({
  ...metricOfRule(ruleOfOwnKind(kind)),
  name: `catastrophe.${kind}`,
})

function countedIn(trial: TrialFacts, { id, counted }: Rule): Addend | null {
  const outcome = outcomeOfRule(trial.score.verdicts, id)
  if (outcome === 'not-judged') return null
  if (counted.of === 'trials') return one(outcome === 'fail')
  // No verdict, or one that says that the rule did not apply.
  if (outcome !== 'pass' && outcome !== 'fail') return null
  if (counted.of === 'turns') return turnsOf(trial.score, id)
  return inBucket(counted.bucket, trial, one(outcome === HIT[counted.hits]))
}

const HIT: Readonly<Record<Counted['hits'], 'pass' | 'fail'>> = { passes: 'pass', fails: 'fail' }

export const inBucket = (bucket: Bucket | undefined, trial: TrialFacts, addend: Addend): Addend | null =>
  bucket === undefined || trial.bucket === bucket ? addend : null

/** The evidence of a fail is one event of each turn that broke the rule. */
function turnsOf({ turns, verdicts }: TrialScore, rule: string): Addend {
  const broken = verdicts.flatMap((verdict) =>
    verdict.rule === rule && verdict.outcome === 'fail' ? verdict.evidence : [],
  )
  return { hits: broken.length, of: turns.length }
}
