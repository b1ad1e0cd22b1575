import type { TrialId } from '../../base/values/ids.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { atOurDesk, isPassed, type JudgedScore } from '../../verdicts/model/score.ts'
import { headline } from '../../verdicts/scoring/main-finding.ts'
import type { WorstConversation } from './report.ts'

/** The few conversations of each agent that a manager should read: what did most harm first, one a case. */
export type WorstBook = {
  readonly add: (trial: TrialId, facts: TrialFacts) => void
  /** by agent */
  readonly worst: () => readonly WorstConversation[]
}

const WORST_MAX = 3
type WorstEntry = { readonly conversation: WorstConversation; readonly harm: readonly number[] }

export function openWorstBook(): WorstBook {
  const byAgent = new Map<string, readonly WorstEntry[]>()
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
    worst: () =>
      [...byAgent]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([, entries]) => entries.map(({ conversation }) => conversation)),
  }
}

/** Where nobody can say whether the outcome is right, a broken rule is what is left to read about. */
function isFine(score: JudgedScore): boolean {
  if (atOurDesk(score)?.divergence != null) return false
  return isPassed(score) ?? score.verdicts.every(({ outcome }) => outcome !== 'fail')
}

/** What counts first stands first: forbidden actions, money, a wrong outcome, rules broken, distance from the path. */
function harmOf(score: JudgedScore): readonly number[] {
  const desk = atOurDesk(score)
  return [
    desk?.forbidden.length ?? 0,
    desk?.money_at_risk ?? 0,
    score.outcome === 'wrong' ? 1 : 0,
    score.verdicts.filter(({ outcome }) => outcome === 'fail').length,
    1 - (desk?.path?.fitness ?? 1),
  ]
}

/** Negative: the first is worse. */
function compareHarm(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((harm, index) => harm !== b[index])
  return place === -1 ? 0 : (b[place] ?? 0) - (a[place] ?? 0)
}

/** Of two equally bad ones the one whose name comes first, whichever came first. */
const compareEntries = (a: WorstEntry, b: WorstEntry): number =>
  compareHarm(a.harm, b.harm) || (a.conversation.trial < b.conversation.trial ? -1 : 1)

/** Three repetitions of one trap would tell one story three times: a case is shown once, by its worst trial. */
function admit(known: readonly WorstEntry[], entry: WorstEntry): readonly WorstEntry[] {
  const twin = known.find(({ conversation }) => conversation.case === entry.conversation.case)
  if (twin !== undefined && compareEntries(twin, entry) <= 0) return known
  return [...known.filter((each) => each !== twin), entry].sort(compareEntries).slice(0, WORST_MAX)
}

function conversationOf(trial: TrialId, facts: TrialFacts): WorstConversation {
  const divergence = atOurDesk(facts.score)?.divergence
  return {
    agent: facts.agent,
    trial,
    case: facts.case,
    intensity: facts.intensity,
    says: headline(facts.score),
    did: divergence?.did ?? null,
    sentence: divergence?.sentence ?? null,
  }
}
