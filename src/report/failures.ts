import type { TrialFacts } from '../metrics/trial-facts.ts'
import type { BrokenSentence } from './report.ts'

/** Where agents left the procedure, gathered while trials come in: by agent and SOP sentence, with a few examples. */
export type FailureBook = {
  readonly add: (trial: string, facts: TrialFacts) => void
  /** most frequent first */
  readonly failures: () => readonly BrokenSentence[]
}

const EXAMPLES_MAX = 3

export function openFailureBook(): FailureBook {
  const entries = new Map<string, BrokenSentence>()
  return {
    add: (trial, { agent, pack, score }) => {
      const first = score.state === 'judged' ? score.divergence : null
      if (first === null) return
      const key = [agent, pack, ...first.clauses, first.sentence].join('\u0001')
      const before = entries.get(key)
      const trials = before?.trials ?? []
      entries.set(key, {
        agent,
        pack,
        clauses: [...first.clauses],
        sentence: first.sentence,
        conversations: (before?.conversations ?? 0) + 1,
        did: before?.did ?? first.did,
        trials: trials.length < EXAMPLES_MAX ? [...trials, trial] : trials,
      })
    },
    failures: () =>
      [...entries.values()].sort(
        (a, b) => b.conversations - a.conversations || (a.sentence < b.sentence ? -1 : 1),
      ),
  }
}
