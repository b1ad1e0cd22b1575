import type { TrialId } from '../../base/values/ids.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { atOurDesk } from '../../verdicts/model/score.ts'
import type { BrokenSentence } from './report.ts'

/** Where agents left the procedure, gathered while trials come in, in any order: by agent and SOP sentence, with a few examples. */
export type FailureBook = {
  readonly add: (trial: TrialId, facts: TrialFacts) => void
  /** most frequent first; a book opened with them goes on from there */
  readonly failures: () => readonly BrokenSentence[]
}

const EXAMPLES_MAX = 3

export function openFailureBook(kept: readonly BrokenSentence[] = []): FailureBook {
  const entries = new Map(kept.map((entry) => [keyOf(entry.agent, entry.pack, entry), entry]))
  return {
    add: (trial, { agent, pack, score }) => {
      const first = atOurDesk(score)?.divergence ?? null
      if (first === null) return
      // The same sentence once, however others were cited with it.
      const key = keyOf(agent, pack, first)
      const before = entries.get(key)
      const trials = [...(before?.trials ?? []), trial].sort().slice(0, EXAMPLES_MAX)
      // Told of the one whose name comes first: which trial came first says nothing.
      const told = before === undefined || trials[0] === trial ? first : before
      entries.set(key, {
        agent,
        pack,
        clauses: [...told.clauses],
        sentence: first.sentence,
        conversations: (before?.conversations ?? 0) + 1,
        did: told.did,
        trials,
      })
    },
    failures: () =>
      [...entries.values()].sort(
        (a, b) => b.conversations - a.conversations || (placeOf(a) < placeOf(b) ? -1 : 1),
      ),
  }
}

const keyOf = (
  agent: string,
  pack: string,
  { clauses, sentence }: { readonly clauses: readonly string[]; readonly sentence: string },
): string => [agent, pack, clauses[0] ?? sentence].join('\u0001')

const placeOf = ({ sentence, agent, pack, clauses }: BrokenSentence): string =>
  [sentence, agent, pack, ...clauses].join('\u0001')
