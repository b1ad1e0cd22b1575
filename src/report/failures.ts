import type { TrialFacts } from '../metrics/trial-facts.ts'
import type { BrokenSentence } from './report.ts'

/** Where agents left the procedure, gathered while trials come in, in any order: by agent and SOP sentence, with a few examples. */
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
      const trials = [...(before?.trials ?? []), trial].sort().slice(0, EXAMPLES_MAX)
      entries.set(key, {
        agent,
        pack,
        clauses: [...first.clauses],
        sentence: first.sentence,
        conversations: (before?.conversations ?? 0) + 1,
        did: before === undefined || trials[0] === trial ? first.did : before.did,
        trials,
      })
    },
    failures: () =>
      [...entries.values()].sort(
        (a, b) => b.conversations - a.conversations || (placeOf(a) < placeOf(b) ? -1 : 1),
      ),
  }
}

/** What a manager reads: the same sentence once, however its clauses were cited together. Most frequent first. */
export function bySentence(broken: readonly BrokenSentence[]): readonly BrokenSentence[] {
  const merged = new Map<string, BrokenSentence>()
  for (const one of broken) {
    const key = [one.agent, one.pack, one.sentence === '' ? one.clauses.join() : one.sentence].join('\u0001')
    const before = merged.get(key)
    merged.set(
      key,
      before === undefined ? one : { ...before, conversations: before.conversations + one.conversations },
    )
  }
  return [...merged.values()].sort((a, b) => b.conversations - a.conversations)
}

const placeOf = ({ sentence, agent, pack, clauses }: BrokenSentence): string =>
  [sentence, agent, pack, ...clauses].join('\u0001')
