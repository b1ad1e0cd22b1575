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
  /** in order */
  readonly all: () => readonly AgentOutcomes[]
}

export function openOutcomeBook(): OutcomeBook {
  const entries = new Map<string, AgentOutcomes>()
  return {
    add: ({ agent, bucket, mark }) => {
      const key = keyOf({ agent, bucket })
      const { trials, marks }: Pick<Outcomes, 'trials' | 'marks'> = entries.get(key) ?? {
        trials: 0,
        marks: {},
      }
      entries.set(key, {
        agent,
        bucket,
        trials: trials + 1,
        marks: { ...marks, [mark]: (marks[mark] ?? 0) + 1 },
      })
    },
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
