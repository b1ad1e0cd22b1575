import { MARKS, type Mark } from './trial-row.ts'

/** What became of an agent's conversations in one bucket. */
export type Outcomes = {
  readonly bucket: string
  readonly trials: number
  readonly marks: Readonly<Partial<Record<Mark, number>>>
}

export type AgentOutcomes = Outcomes & { readonly agent: string }

/** Counts marks while trials come in, by agent and bucket. */
export type OutcomeBook = {
  readonly add: (trial: { readonly agent: string; readonly bucket: string; readonly mark: Mark }) => void
  /** adds what another book has counted */
  readonly addKept: (kept: readonly AgentOutcomes[]) => void
  /** in order */
  readonly all: () => readonly AgentOutcomes[]
}

export function openOutcomeBook(): OutcomeBook {
  const entries = new Map<string, AgentOutcomes>()
  const addMarks = ({ agent, bucket, trials, marks }: AgentOutcomes): void => {
    const key = keyOf({ agent, bucket })
    const before = entries.get(key) ?? { trials: 0, marks: {} }
    const sums = { ...before.marks }
    for (const mark of MARKS) if (marks[mark] !== undefined) sums[mark] = (sums[mark] ?? 0) + marks[mark]
    entries.set(key, { agent, bucket, trials: before.trials + trials, marks: sums })
  }
  return {
    add: ({ agent, bucket, mark }) => addMarks({ agent, bucket, trials: 1, marks: { [mark]: 1 } }),
    addKept: (kept) => kept.forEach(addMarks),
    all: () =>
      [...entries]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { marks, ...entry }]) => ({ ...entry, marks: inOrder(marks) })),
  }
}

const keyOf = ({ agent, bucket }: Pick<AgentOutcomes, 'agent' | 'bucket'>): string =>
  `${agent}\u0001${bucket}`

const inOrder = (marks: Outcomes['marks']): Outcomes['marks'] =>
  Object.fromEntries(MARKS.flatMap((mark) => (marks[mark] === undefined ? [] : [[mark, marks[mark]]])))
