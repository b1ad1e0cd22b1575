import type { TrialId } from '../../base/values/ids.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { atOurDesk } from '../../verdicts/model/score.ts'
import type { BrokenSentence } from './report.ts'

/** Where agents left the procedure, gathered while trials come in, in any order: by agent and SOP sentence, with a few examples. */
export type FailureBook = {
  readonly add: (trial: TrialId, facts: TrialFacts) => void
  /** most frequent first */
  readonly failures: () => readonly BrokenSentence[]
}

const EXAMPLES_MAX = 3

export function openFailureBook(): FailureBook {
  const entries = new Map<string, BrokenSentence>()
  return {
    add: (trial, { agent, pack, score }) => {
      const first = atOurDesk(score)?.divergence ?? null
      if (first === null) return
      const { clauses, sentence, did } = first
      const entry = { agent, pack, clauses: [...clauses], sentence, conversations: 1, did, trials: [trial] }
      // The same sentence once, however others were cited with it.
      const key = keyOf(entry)
      const before = entries.get(key)
      entries.set(key, before === undefined ? entry : both(before, entry))
    },
    failures: () =>
      [...entries.values()].sort(
        (a, b) => b.conversations - a.conversations || (placeOf(a) < placeOf(b) ? -1 : 1),
      ),
  }
}

/** Told of the one whose name comes first: which trial came first says nothing. */
function both(a: BrokenSentence, b: BrokenSentence): BrokenSentence {
  const trials = [...a.trials, ...b.trials].sort().slice(0, EXAMPLES_MAX)
  const told = trials[0] === a.trials[0] ? a : b
  return { ...told, conversations: a.conversations + b.conversations, trials }
}

const keyOf = ({ agent, pack, clauses, sentence }: BrokenSentence): string =>
  [agent, pack, clauses[0] ?? sentence].join('\u0001')

const placeOf = ({ sentence, agent, pack, clauses }: BrokenSentence): string =>
  [sentence, agent, pack, ...clauses].join('\u0001')
