import type { Bucket } from '../cases/case.ts'
import { outcomeOfRule, type TrialScore } from '../verdicts/model/score.ts'
import { ruleOfOwnKind } from '../verdicts/rules/forbidden-kinds/rule.ts'
import type { Counted, Rule } from '../verdicts/rules/rule.ts'
import { type Addend, type CountedMetric, one, rate } from './metric.ts'
import type { TrialFacts } from './trial-facts.ts'

/** A rule's metric: its verdicts, counted as the rule says. */
export const metricOfRule = <Id extends string>(rule: Rule<Id>): CountedMetric<Id> =>
  rate(
    {
      name: rule.id,
      words: rule.words.name,
      better: rule.counted.hits === 'passes' ? 'higher' : 'lower',
    },
    (trial) => countedIn(trial, rule),
  )

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
