import { z } from 'zod'
import { isCaseId, isTrialId, type TrialId } from '../../base/values/ids.ts'
import { harmIn } from '../../metrics/gate-metrics.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { RULES_OF_EVERY_DESK } from '../../verdicts/all-rules.ts'
import { isPassed } from '../../verdicts/model/score.ts'
import type { Rule } from '../../verdicts/rules/rule.ts'
import { mainFinding } from '../../verdicts/scoring/explain-trial.ts'

const count = z.int().min(0)

const Met = z.object({
  trials: count.describe('repetitions, void and faulted ones among them'),
  passed: count,
  failed: count,
  could_not_tell: count,
  harmed: count.describe('did a deed that the procedure forbids'),
  trial: z.string().refine(isTrialId).describe('the one that went worst'),
  says: z.string().nullable().describe('what went wrong first in it; null: nothing did'),
})
type Met = z.infer<typeof Met>

const ChangedCase = z.object({ case: z.string().refine(isCaseId), intensity: count, a: Met, b: Met })
export type ChangedCase = z.infer<typeof ChangedCase>

const listOf = (says: string) => z.array(ChangedCase).readonly().describe(says)
/** Cases, each at one intensity, that went another way after than before. A case stands in the first list that it fits. */
export const ChangedCases = z.object({
  newly_harmful: listOf('a forbidden deed, and none before'),
  flaky: listOf('before or after, some repetitions passed and others failed'),
  newly_failing: listOf('passed before, fails now'),
  newly_passing: listOf('failed before, passes now'),
})
export type ChangedCases = z.infer<typeof ChangedCases>

type Situation = Pick<ChangedCase, 'case' | 'intensity'> & { readonly met: Met }

/** What agents made of each case at each intensity, counted while trials come in, in any order. */
export function openSituations(ownCatastrophes: readonly string[], ownRules: readonly Rule[]) {
  const agents = new Map<string, Map<string, Situation>>()
  /** `closed too early`; a kind that a pack names itself, in its own words */
  const words = new Map([...RULES_OF_EVERY_DESK, ...ownRules].map((rule) => [rule.id, rule.words.broken]))
  const brokenBy = (id: string): string => words.get(id) ?? id.replaceAll('_', ' ')
  return {
    add: (trial: TrialId, facts: TrialFacts): void => {
      const { agent, case: id, intensity } = facts
      const key = nameOf(facts)
      const known = agents.get(agent) ?? new Map<string, Situation>()
      agents.set(agent, known)
      const met = metIn(trial, facts, { ownCatastrophes, brokenBy })
      const before = known.get(key)?.met
      known.set(key, { case: id, intensity, met: before === undefined ? met : worse(before, met) })
    },
    of: (agent: string): ReadonlyMap<string, Situation> => agents.get(agent) ?? new Map(),
  }
}

function metIn(
  trial: TrialId,
  { score, failed }: TrialFacts,
  own: { readonly ownCatastrophes: readonly string[]; readonly brokenBy: (rule: string) => string },
): Met {
  const harm = harmIn(score, own.ownCatastrophes)
  const passed = score.state === 'judged' ? isPassed(score) : undefined
  const cause = harm ?? (passed === false && failed === null ? mainFinding(score) : undefined)
  const crash = passed === false && failed !== null ? `the agent itself failed (${failed})` : null
  return {
    trials: 1,
    passed: passed === true ? 1 : 0,
    failed: passed === false ? 1 : 0,
    could_not_tell: passed === null ? 1 : 0,
    harmed: harm === undefined ? 0 : 1,
    trial,
    says: cause === undefined ? crash : `${own.brokenBy(cause.rule)}: ${cause.because}`,
  }
}

/** Told of the worse one; of two equally bad ones of the one whose name comes first: which came first says nothing. */
function worse(a: Met, b: Met): Met {
  const apart = badness(a) - badness(b)
  const told = apart > 0 || (apart === 0 && a.trial < b.trial) ? a : b
  return {
    trials: a.trials + b.trials,
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    could_not_tell: a.could_not_tell + b.could_not_tell,
    harmed: a.harmed + b.harmed,
    trial: told.trial,
    says: told.says,
  }
}

const badness = ({ harmed, failed, passed }: Met): number =>
  harmed > 0 ? 3 : failed > 0 ? 2 : passed > 0 ? 1 : 0

/** Of the situations that both met; what got worst stands first. */
export function changedCases(
  before: ReadonlyMap<string, Situation>,
  after: ReadonlyMap<string, Situation>,
): ChangedCases {
  const both = [...before].flatMap(([key, { met: a, ...about }]) => {
    const b = after.get(key)?.met
    return b === undefined ? [] : [{ ...about, a, b }]
  })
  both.sort((x, y) => loss(y) - loss(x) || (nameOf(x) < nameOf(y) ? -1 : 1))
  const listed = (list: keyof ChangedCases) => both.filter((each) => kindOf(each) === list)
  return {
    newly_harmful: listed('newly_harmful'),
    flaky: listed('flaky'),
    newly_failing: listed('newly_failing'),
    newly_passing: listed('newly_passing'),
  }
}

function kindOf({ a, b }: ChangedCase): keyof ChangedCases | undefined {
  if (a.harmed === 0 && b.harmed > 0) return 'newly_harmful'
  if ([a, b].some(({ passed, failed }) => passed > 0 && failed > 0)) return 'flaky'
  if (a.passed > 0 && b.failed > 0) return 'newly_failing'
  return a.failed > 0 && b.passed > 0 ? 'newly_passing' : undefined
}

const nameOf = ({ case: id, intensity }: Pick<ChangedCase, 'case' | 'intensity'>): string =>
  `${id}@${intensity}`
const loss = ({ a, b }: ChangedCase): number => b.failed / b.trials - a.failed / a.trials
