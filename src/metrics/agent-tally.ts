import type { Cell } from './cell.ts'
import { OpenRunSums, type RunSums } from './run-sums.ts'

/** What was counted of one agent's trials. */
export type AgentTally = {
  readonly cells: ReadonlyMap<string, Cell>
  /** the same of each of the first repetitions: what medians over runs rest on */
  readonly ofRuns: readonly ReadonlyMap<string, Cell>[]
  /** hits of each rate in each repetition, by slice: `pack:lunchbox`, `intensity:2`, `all` */
  readonly runs: ReadonlyMap<string, RunSums>
  readonly validity: Validity
}

/** How far the numbers can be trusted: what was not measured, and how well the simulator understood. */
type Validity = {
  /** rule -> trials in which it was not judged */
  readonly notJudged: ReadonlyMap<string, number>
  misunderstood: number
  understandable: number
  /** code -> judged trials that ended because the agent itself failed */
  readonly failed: ReadonlyMap<string, number>
  /** agent turns, and those with a step report */
  turns: number
  reported: number
}

/** The same while trials come in. */
export type OpenAgentTally = {
  readonly cells: Map<string, Cell>
  readonly ofRuns: Map<string, Cell>[]
  readonly runs: Map<string, OpenRunSums>
  readonly validity: OpenValidity
}

export type OpenValidity = Validity & {
  readonly notJudged: Map<string, number>
  readonly failed: Map<string, number>
}

export const emptyTally = (): OpenAgentTally => ({
  cells: new Map(),
  ofRuns: [],
  runs: new Map(),
  validity: {
    notJudged: new Map(),
    failed: new Map(),
    misunderstood: 0,
    understandable: 0,
    turns: 0,
    reported: 0,
  },
})

/** The sums of a slice, made with its first trial. */
export function runsIn(runs: Map<string, OpenRunSums>, slice: string, rates: number): OpenRunSums {
  const known = runs.get(slice)
  if (known !== undefined) return known
  const made = new OpenRunSums(rates)
  runs.set(slice, made)
  return made
}
