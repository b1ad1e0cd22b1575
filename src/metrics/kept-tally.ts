import { z } from 'zod'
import type { OpenAgentTally } from './agent-tally.ts'
import type { Cell } from './cell.ts'
import { OpenRunSums } from './run-sums.ts'

/**
 * A tally as a store keeps it: counting goes on from there. Cells and repetitions are mostly zeros, which are left out. The same
 * trials give the same text, in whatever order they came.
 */
const count = z.number()
const counts = z.array(z.tuple([z.string(), count]))

const KeptCell = z.object({
  case: z.object({
    id: z.string(),
    pack: z.string(),
    bucket: z.enum(['resolvable', 'must-escalate', 'adversarial']),
    tactic: z.string().nullable(),
    preservesTruth: z.boolean(),
    traffic: z.number(),
    disturbance: z.number().nullable(),
  }),
  intensity: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  /** place, hits, of; the next place, and so on */
  sums: z.array(count),
  trials: count,
  judged: count,
  voided: count,
  faulted: count,
  atOurDesk: count,
  decided: count,
  passed: count,
  money: count,
  replies: z.array(z.tuple([count, count])),
})

const Turns = z.object({ of: count, intent: count, action: count, understood: count, wrong: count })

const KeptAgent = z.object({
  agent: z.string(),
  cells: z.array(KeptCell),
  /** of each slice: repetitions, then place and hits of what is not zero, by turns */
  runs: z.array(z.object({ slice: z.string(), repeats: z.int(), sums: z.array(count) })),
  validity: z.object({
    notJudged: counts,
    failed: counts,
    misunderstood: count,
    understandable: count,
    turns: count,
    reported: count,
  }),
  decisions: z.array(z.object({ decision: z.string(), cases: z.array(z.tuple([z.string(), Turns])) })),
})

export const KeptTally = z.array(KeptAgent)
export type KeptTally = z.infer<typeof KeptTally>

export const keptAgent = (
  agent: string,
  { cells, runs, validity, decisions }: OpenAgentTally,
): z.infer<typeof KeptAgent> => ({
  agent,
  cells: ordered(cells).map(([, cell]) => keptCell(cell)),
  runs: ordered(runs).map(([slice, { repeats, rates, sums }]) => ({
    slice,
    repeats,
    sums: [...sums.subarray(0, repeats * rates)].flatMap((hits, place) => (hits === 0 ? [] : [place, hits])),
  })),
  validity: { ...validity, notJudged: ordered(validity.notJudged), failed: ordered(validity.failed) },
  decisions: ordered(decisions).map(([decision, cases]) => ({ decision, cases: ordered(cases) })),
})

const keptCell = ({ hits, of, replies, ...cell }: Cell): z.infer<typeof KeptCell> => ({
  ...cell,
  sums: [...of].flatMap((n, place) => (n === 0 && hits[place] === 0 ? [] : [place, hits[place] ?? 0, n])),
  replies: ordered(replies),
})

const ordered = <Name extends string | number, Value>(map: ReadonlyMap<Name, Value>): [Name, Value][] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1))

/** `counts` and `rates`: how many are summed in a cell, and in a repetition. */
export function restoredAgent(
  { cells, runs, validity, decisions }: z.infer<typeof KeptAgent>,
  size: { readonly counts: number; readonly rates: number },
): OpenAgentTally {
  return {
    cells: new Map(
      cells.map((kept) => [`${kept.case.id}@${kept.intensity}`, restoredCell(kept, size.counts)]),
    ),
    runs: new Map(runs.map(({ slice, repeats, sums }) => [slice, restoredRuns(repeats, sums, size.rates)])),
    validity: { ...validity, notJudged: new Map(validity.notJudged), failed: new Map(validity.failed) },
    decisions: new Map(decisions.map(({ decision, cases }) => [decision, new Map(cases)])),
  }
}

function restoredCell({ sums, replies, ...kept }: z.infer<typeof KeptCell>, size: number): Cell {
  const cell: Cell = {
    ...kept,
    hits: new Float64Array(size),
    of: new Float64Array(size),
    replies: new Map(replies),
  }
  for (let at = 0; at < sums.length; at += 3) {
    const place = sums[at] ?? 0
    cell.hits[place] = sums[at + 1] ?? 0
    cell.of[place] = sums[at + 2] ?? 0
  }
  return cell
}

function restoredRuns(repeats: number, sums: readonly number[], rates: number): OpenRunSums {
  const runs = new OpenRunSums(rates)
  if (repeats > 0) runs.open(repeats - 1)
  for (let at = 0; at < sums.length; at += 2) runs.sums[sums[at] ?? 0] = sums[at + 1] ?? 0
  return runs
}
