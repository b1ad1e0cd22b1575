import type { Bucket, Intensity } from '../cases/case.ts'
import { addDecisions, type DecisionSums } from './decision-gap.ts'
import { DEFINITIONS, type Definition, failsOf } from './definitions.ts'
import { OpenRunSums, type RunSums } from './run-sums.ts'
import { summable } from './summable.ts'
import type { TrialFacts } from './trial-facts.ts'

/**
 * Counts trials as they come. Memory grows with agents x cases x intensities, never with trials: each cell keeps sums
 * only. What the slices need afterwards (pack, bucket, tactic) is a property of the case. The order they come in makes no
 * difference: a run with many workers, or one that was stopped and went on, counts as any other.
 */
export type Cell = {
  readonly case: CaseOf
  readonly intensity: Intensity
  /** per definition: numerator and denominator */
  readonly hits: Float64Array
  readonly of: Float64Array
  /** trials judged, voided, faulted */
  trials: number
  judged: number
  voided: number
  faulted: number
  /** of the judged trials, those whose calls went to our desk: only there an outcome and a loss are known */
  atOurDesk: number
  /** of those, the ones that ended as they should, for pass^k and flips */
  right: number
  money: number
}

export type CaseOf = {
  readonly id: string
  readonly pack: string
  readonly bucket: Bucket
  readonly tactic: string | null
  readonly preservesTruth: boolean
  readonly traffic: number
}

export type AgentTally = {
  readonly cells: ReadonlyMap<string, Cell>
  /** hits of each rate in each repetition, by slice: `pack:lunchbox`, `intensity:2`, `all` */
  readonly runs: ReadonlyMap<string, RunSums>
  readonly validity: Validity
  /** turns by the decision they were about */
  readonly decisions: DecisionSums
}

/** How far the numbers can be trusted: what was not measured, and how well the simulator understood. */
export type Validity = {
  /** rule -> trials in which it was not judged */
  readonly notJudged: ReadonlyMap<string, number>
  misunderstood: number
  understandable: number
}

export type Tally = {
  readonly definitions: readonly Definition[]
  /** those of them that are rates: only these are counted by repetition */
  readonly rates: readonly Definition[]
  readonly add: (trial: TrialFacts) => void
  readonly agents: () => ReadonlyMap<string, AgentTally>
}

export function openTally(ownCatastrophes: readonly string[] = []): Tally {
  const own = ownCatastrophes.map((kind): Definition => ({ ...failsOf(kind), name: `catastrophe.${kind}` }))
  const definitions = [...DEFINITIONS, ...own]
  const rates = definitions.filter(({ kind }) => kind === 'rate')
  const places = definitions.map((definition) => rates.indexOf(definition))
  const agents = new Map<
    string,
    {
      cells: Map<string, Cell>
      runs: Map<string, OpenRunSums>
      validity: OpenValidity
      decisions: DecisionSums
    }
  >()
  const add = (trial: TrialFacts): void => {
    let tally = agents.get(trial.agent)
    if (tally === undefined) {
      tally = {
        cells: new Map(),
        runs: new Map(),
        validity: { notJudged: new Map(), misunderstood: 0, understandable: 0 },
        decisions: new Map(),
      }
      agents.set(trial.agent, tally)
    }
    const cell = cellOf(tally.cells, trial, definitions.length)
    count(cell, trial)
    doubt(tally.validity, trial)
    addDecisions(tally.decisions, trial)
    const slices = slicesOf(trial).map((slice) => runsOf(tally.runs, slice, rates.length))
    for (const runs of slices) runs.open(trial.repeat)
    definitions.forEach((definition, index) => {
      const addend = definition.of(trial)
      if (addend === null) return
      const [hits, of] = [summable(addend.hits), summable(addend.of)]
      cell.hits[index] = (cell.hits[index] ?? 0) + hits
      cell.of[index] = (cell.of[index] ?? 0) + of
      const place = places[index] ?? -1
      if (place >= 0) for (const runs of slices) runs.add(trial.repeat, place, hits)
    })
  }
  const ordered = () =>
    mapped(byName(agents), ({ cells, decisions, ...rest }) => ({
      ...rest,
      cells: byName(cells),
      decisions: mapped(byName(decisions), byName),
    }))
  return { definitions, rates, add, agents: ordered }
}

/** Names in order: resampling draws by place, and the trials may have come in any order. */
const byName = <Value>(map: ReadonlyMap<string, Value>): Map<string, Value> =>
  new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)))

const mapped = <In, Out>(map: ReadonlyMap<string, In>, each: (value: In) => Out): Map<string, Out> =>
  new Map([...map].map(([name, value]) => [name, each(value)]))

export const slicesOf = (
  trial: Pick<TrialFacts, 'pack' | 'bucket' | 'intensity' | 'tactic' | 'preservesTruth'>,
): readonly string[] => [
  'all',
  `packs:${trial.pack}`,
  `buckets:${trial.bucket}`,
  ...(trial.preservesTruth ? [`intensity:${trial.intensity}`] : []),
  ...(trial.tactic === null ? [] : [`tactics:${trial.tactic}`]),
]

function cellOf(cells: Map<string, Cell>, trial: TrialFacts, metrics: number): Cell {
  const key = `${trial.case}@${trial.intensity}`
  const known = cells.get(key)
  if (known !== undefined) return known
  const { pack, bucket, tactic, preservesTruth, traffic, intensity } = trial
  const cell: Cell = {
    case: { id: trial.case, pack, bucket, tactic, preservesTruth, traffic },
    intensity,
    hits: new Float64Array(metrics),
    of: new Float64Array(metrics),
    trials: 0,
    judged: 0,
    voided: 0,
    faulted: 0,
    right: 0,
    atOurDesk: 0,
    money: 0,
  }
  cells.set(key, cell)
  return cell
}

function count(cell: Cell, { score }: TrialFacts): void {
  cell.trials += 1
  cell[score.state] += 1
  if (score.state !== 'judged') return
  if (score.own_tools === true) return
  cell.atOurDesk += 1
  if (score.outcome_right && score.forbidden.length === 0) cell.right += 1
  cell.money += summable(score.money_at_risk)
}

type OpenValidity = Validity & { readonly notJudged: Map<string, number> }

function doubt(validity: OpenValidity, { score, misunderstood }: TrialFacts): void {
  validity.misunderstood += misunderstood.hits
  validity.understandable += misunderstood.of
  const rules = new Set(
    score.verdicts.filter(({ outcome }) => outcome === 'not-judged').map(({ rule }) => rule),
  )
  for (const rule of rules) validity.notJudged.set(rule, (validity.notJudged.get(rule) ?? 0) + 1)
}

function runsOf(runs: Map<string, OpenRunSums>, slice: string, rates: number): OpenRunSums {
  const known = runs.get(slice)
  if (known !== undefined) return known
  const made = new OpenRunSums(rates)
  runs.set(slice, made)
  return made
}
