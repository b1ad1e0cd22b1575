import type { Cell } from './cell.ts'

/** What was counted of one agent's trials. */
export type AgentTally = {
  readonly cells: Map<string, Cell>
  /** the same of each of the first repetitions: what is told run by run, and the median of runs */
  readonly runs: Map<string, Cell>[]
  repeats: number
  readonly validity: Validity
}

/** How far the numbers can be trusted: what was not measured, and how well the simulator understood. */
export type Validity = {
  /** rule -> trials in which it was not judged */
  readonly notJudged: Map<string, number>
  misunderstood: number
  understandable: number
  /** code -> judged trials that ended because the agent itself failed */
  readonly failed: Map<string, number>
  /** agent turns, and those with a step report */
  turns: number
  reported: number
}

export const emptyTally = (): AgentTally => ({
  cells: new Map(),
  runs: [],
  repeats: 0,
  validity: {
    notJudged: new Map(),
    failed: new Map(),
    misunderstood: 0,
    understandable: 0,
    turns: 0,
    reported: 0,
  },
})
