import { z } from 'zod'
import { type OpenAgentTally, runsIn } from './agent-tally.ts'
import { type Cell, cellKey, emptyCell } from './cell.ts'
import { hitsOf } from './run-sums.ts'

/**
 * A tally as a store keeps it: counting goes on from there. Cells and repetitions are mostly zeros, which are left out. The same
 * trials give the same text, in whatever order they came, so keys are made in the order they have here.
 */
const count = z.number()
const counts = z.array(z.tuple([z.string(), count]))
/** A long run has millions of them: zod would look at each on its own and copy it. */
const numbers = z.custom<number[]>((value) => Array.isArray(value) && value.every(Number.isFinite))

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
  sums: numbers,
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
  /** of each slice: repetitions, and of each rate that was ever hit its hits in each of them */
  runs: z.array(
    z.object({
      slice: z.string(),
      repeats: z.int(),
      rates: z.array(z.object({ rate: z.int(), hits: numbers })),
    }),
  ),
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
  runs: ordered(runs).map(([slice, sums]) => ({
    slice,
    repeats: sums.repeats,
    rates: sums.columns.flatMap((column, rate) =>
      column === undefined ? [] : [{ rate, hits: hitsOf(sums, rate) }],
    ),
  })),
  validity: { ...validity, notJudged: ordered(validity.notJudged), failed: ordered(validity.failed) },
  decisions: ordered(decisions).map(([decision, cases]) => ({ decision, cases: ordered(cases) })),
})

const keptCell = ({
  case: theCase,
  intensity,
  hits,
  of,
  replies,
  ...counted
}: Cell): z.infer<typeof KeptCell> => ({
  case: theCase,
  intensity,
  sums: keptSums(hits, of),
  ...counted,
  replies: ordered(replies),
})

function keptSums(hits: Float64Array, of: Float64Array): number[] {
  const kept: number[] = []
  for (let place = 0; place < of.length; place += 1) {
    const [hit = 0, n = 0] = [hits[place], of[place]]
    if (n !== 0 || hit !== 0) kept.push(place, hit, n)
  }
  return kept
}

const ordered = <Name extends string | number, Value>(map: ReadonlyMap<Name, Value>): [Name, Value][] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1))

/** `counts` and `rates`: how many are summed in a cell, and in a repetition. */
export function addKept(
  tally: OpenAgentTally,
  { cells, runs, validity, decisions }: z.infer<typeof KeptAgent>,
  size: { readonly counts: number; readonly rates: number },
): void {
  for (const cell of cells) addCell(tally.cells, cell, size.counts)
  for (const { slice, repeats, rates } of runs) {
    const own = runsIn(tally.runs, slice, size.rates)
    own.open(repeats - 1)
    for (const { rate, hits } of rates)
      for (let repeat = 0; repeat < hits.length; repeat += 1) own.add(repeat, rate, hits[repeat] ?? 0)
  }
  addCounts(tally.validity.notJudged, validity.notJudged)
  addCounts(tally.validity.failed, validity.failed)
  for (const name of VALIDITY_SUMS) tally.validity[name] += validity[name]
  for (const { decision, cases } of decisions) addDecision(tally.decisions, decision, cases)
}

const VALIDITY_SUMS = ['misunderstood', 'understandable', 'turns', 'reported'] as const
const CELL_SUMS = [
  'trials',
  'judged',
  'voided',
  'faulted',
  'atOurDesk',
  'decided',
  'passed',
  'money',
] as const
const TURN_SUMS = ['of', 'intent', 'action', 'understood', 'wrong'] as const

function addCell(cells: Map<string, Cell>, kept: z.infer<typeof KeptCell>, counts: number): void {
  const key = cellKey(kept.case.id, kept.intensity)
  const cell = cells.get(key) ?? emptyCell(kept, counts)
  cells.set(key, cell)
  for (const name of CELL_SUMS) cell[name] += kept[name]
  addCounts(cell.replies, kept.replies)
  const { sums } = kept
  for (let at = 0; at < sums.length; at += 3) {
    const place = sums[at] ?? 0
    cell.hits[place] = (cell.hits[place] ?? 0) + (sums[at + 1] ?? 0)
    cell.of[place] = (cell.of[place] ?? 0) + (sums[at + 2] ?? 0)
  }
}

function addCounts<Name>(counts: Map<Name, number>, kept: readonly (readonly [Name, number])[]): void {
  for (const [name, n] of kept) counts.set(name, (counts.get(name) ?? 0) + n)
}

function addDecision(
  decisions: OpenAgentTally['decisions'],
  decision: string,
  kept: readonly (readonly [string, z.infer<typeof Turns>])[],
): void {
  const cases = decisions.get(decision) ?? new Map<string, z.infer<typeof Turns>>()
  decisions.set(decision, cases)
  for (const [id, turns] of kept) {
    const own = cases.get(id)
    if (own === undefined) cases.set(id, { ...turns })
    else for (const name of TURN_SUMS) own[name] += turns[name]
  }
}
