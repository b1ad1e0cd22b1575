import type { TrialScore } from '../verdicts/score.ts'

/** Where agents left the procedure, gathered while trials come in: by agent and SOP sentence, with a few examples. */
export type Failure = {
  readonly agent: string
  /** the clause and its sentence */
  readonly clauses: readonly string[]
  readonly sentence: string
  readonly trials: number
  /** what was done instead, in the first of them */
  readonly did: string
  readonly examples: readonly string[]
}

const EXAMPLES_MAX = 3

export type FailureBook = {
  readonly add: (trial: {
    readonly agent: string
    readonly trial: string
    readonly score: TrialScore
  }) => void
  /** most frequent first */
  readonly failures: () => readonly Failure[]
}

export function openFailureBook(): FailureBook {
  const entries = new Map<string, Failure>()
  return {
    add: ({ agent, trial, score }) => {
      const first = score.state === 'judged' ? score.divergence : null
      if (first === null) return
      const key = `${agent}\u0001${first.clauses.join()}\u0001${first.sentence}`
      const before = entries.get(key)
      const examples = before?.examples ?? []
      entries.set(key, {
        agent,
        clauses: first.clauses,
        sentence: first.sentence,
        did: before?.did ?? first.did,
        trials: (before?.trials ?? 0) + 1,
        examples: examples.length < EXAMPLES_MAX ? [...examples, trial] : examples,
      })
    },
    failures: () =>
      [...entries.values()].sort((a, b) => b.trials - a.trials || (a.sentence < b.sentence ? -1 : 1)),
  }
}
