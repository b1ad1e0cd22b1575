import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { atOurDesk } from '../../verdicts/model/score.ts'

/** One SOP sentence at which trials of an agent first left the procedure. */
export type LeftSentence = {
  readonly agent: string
  readonly pack: string
  readonly sentence: string
  /** those it was cited with, in order */
  readonly clauses: readonly string[]
  readonly trials: number
}

/** Counts them while trials come in; two runs are compared sentence by sentence. */
export type SentenceBook = {
  readonly add: (facts: TrialFacts) => void
  /** in order */
  readonly sentences: () => readonly LeftSentence[]
}

export function openSentenceBook(): SentenceBook {
  const entries = new Map<string, LeftSentence>()
  return {
    add: ({ agent, pack, score }) => {
      const first = atOurDesk(score)?.divergence
      if (first == null) return
      const left = { agent, pack, sentence: first.sentence, clauses: first.clauses }
      const key = keyOf(left)
      const before = entries.get(key)
      const clauses = [...new Set([...(before?.clauses ?? []), ...first.clauses])].sort()
      entries.set(key, { ...left, clauses, trials: (before?.trials ?? 0) + 1 })
    },
    sentences: () => [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry),
  }
}

/** The same sentence once, whichever others it was cited with. */
const keyOf = (left: Omit<LeftSentence, 'trials'>): string => `${left.agent}\u0001${sentenceKey(left)}`

export const sentenceKey = ({ pack, sentence, clauses }: Omit<LeftSentence, 'trials' | 'agent'>): string =>
  `${pack}\u0001${sentence === '' ? clauses.join() : sentence}`
