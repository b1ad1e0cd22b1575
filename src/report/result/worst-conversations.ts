import type { TrialFacts } from '../../metrics/trial-facts.ts'
import type { TrialScore } from '../../verdicts/model/score.ts'
import { headline } from '../../verdicts/scoring/explain-trial.ts'
import type { WorstConversation } from './report.ts'

/** The few conversations of each agent that a manager should read: what did most harm first, one a case. */
export type WorstBook = {
  readonly add: (trial: string, facts: TrialFacts) => void
  readonly worst: () => readonly WorstConversation[]
}

const WORST_MAX = 3
type Entry = { readonly conversation: WorstConversation; readonly harm: readonly number[] }

export function openWorstBook(): WorstBook {
  const byAgent = new Map<string, readonly Entry[]>()
  return {
    add: (trial, facts) => {
      const { agent, score } = facts
      if (score.state !== 'judged' || isFine(score)) return
      const known = byAgent.get(agent) ?? []
      const harm = harmOf(score)
      const last = known.at(-1)
      // Put into words only what may be shown: most trials are not among the worst.
      if (known.length === WORST_MAX && last !== undefined && compareHarm(last.harm, harm) < 0) return
      byAgent.set(agent, admit(known, { harm, conversation: conversationOf(trial, facts) }))
    },
    worst: () => [...byAgent.values()].flat().map(({ conversation }) => conversation),
  }
}

const isFine = (score: TrialScore): boolean =>
  score.divergence === null && score.forbidden.length === 0 && endedWell(score)

/** Where nobody can say whether the outcome is right, a broken rule is what is left to read about. */
const endedWell = ({ outcome_judged, outcome_right, verdicts }: TrialScore): boolean =>
  outcome_judged === false ? verdicts.every(({ outcome }) => outcome !== 'fail') : outcome_right

/** What counts first stands first: forbidden actions, money, a wrong outcome, rules broken, distance from the path. */
const harmOf = (score: TrialScore): readonly number[] => [
  score.forbidden.length,
  score.money_at_risk,
  score.outcome_judged !== false && !score.outcome_right ? 1 : 0,
  score.verdicts.filter(({ outcome }) => outcome === 'fail').length,
  score.path === null ? 0 : 1 - score.path.fitness,
]

/** Negative: the first is worse. */
function compareHarm(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((harm, index) => harm !== b[index])
  return place === -1 ? 0 : (b[place] ?? 0) - (a[place] ?? 0)
}

/** Of two equally bad ones the one whose name comes first, whichever came first. */
const compareEntries = (a: Entry, b: Entry): number =>
  compareHarm(a.harm, b.harm) || (a.conversation.trial < b.conversation.trial ? -1 : 1)

/** Three repetitions of one trap would tell one story three times: a case is shown once, by its worst trial. */
function admit(known: readonly Entry[], entry: Entry): readonly Entry[] {
  const twin = known.find(({ conversation }) => conversation.case === entry.conversation.case)
  if (twin !== undefined && compareEntries(twin, entry) <= 0) return known
  return [...known.filter((each) => each !== twin), entry].sort(compareEntries).slice(0, WORST_MAX)
}

const conversationOf = (trial: string, facts: TrialFacts): WorstConversation => ({
  agent: facts.agent,
  trial,
  case: facts.case,
  intensity: facts.intensity,
  says: headline(facts.score),
  did: facts.score.divergence?.did ?? null,
  sentence: facts.score.divergence?.sentence ?? null,
})
