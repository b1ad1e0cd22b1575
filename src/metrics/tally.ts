import { assert } from '../base/assert.ts'
import type { Cluster } from '../base/rate.ts'
import { atOurDesk, isPassed } from '../verdicts/model/score.ts'
import { type AgentTally, emptyTally, type Validity } from './agent-tally.ts'
import { ALL_METRICS } from './all-metrics.ts'
import { type Cell, cellKey, emptyCell } from './cell.ts'
import type { Count, MetricRecord, SumsOf } from './metric.ts'
import { addReplies } from './reply-times.ts'
import { ownCatastrophe } from './rule-metrics.ts'
import type { TrialFacts } from './trial-facts.ts'

const FINENESS = 2 ** 36

/** On a grid (of sums up to 100,000) on which sums are exact: the same trials give the same numbers to the last digit, in any order. */
const summable = (value: number): number => Math.round(value * FINENESS) / FINENESS

/**
 * Counts trials as they come. Memory grows with agents x cases x intensities, never with trials: each cell keeps sums
 * only. What the slices need afterwards (pack, bucket, tactic) is a property of the case. The order they come in makes no
 * difference: a run with many workers, or one that was stopped and went on, counts as any other.
 */
export type Tally = {
  readonly metrics: readonly MetricRecord[]
  /** where a count stands in the sums of a cell */
  readonly placeOf: (count: Count) => number
  readonly add: (trial: TrialFacts) => void
  readonly agents: () => ReadonlyMap<string, AgentTally>
}

/** In: the packs' own kinds of catastrophe; the metrics to count, all of them unless told otherwise. */
export function openTally(
  ownCatastrophes: readonly string[] = [],
  ofEveryDesk: readonly MetricRecord[] = ALL_METRICS,
): Tally {
  const metrics = [...ofEveryDesk, ...ownCatastrophes.map(ownCatastrophe)]
  const counts = [...new Set(metrics.flatMap(countsOf))]
  const places = new Map(counts.map((count, place) => [count, place]))
  const agents = new Map<string, AgentTally>()
  const tallyOf = (agent: string): AgentTally => {
    const known = agents.get(agent)
    if (known !== undefined) return known
    const made = emptyTally()
    agents.set(agent, made)
    return made
  }
  const add = (trial: TrialFacts): void => {
    const tally = tallyOf(trial.agent)
    const { cells, runs } = tally
    if (trial.repeat < RUNS_MAX) while (runs.length <= trial.repeat) runs.push(new Map())
    const run = runs[trial.repeat]
    const counted = [cells, ...(run === undefined ? [] : [run])].map((one) =>
      cellOf(one, trial, counts.length),
    )
    for (const cell of counted) count(cell, trial)
    tally.repeats = Math.max(tally.repeats, trial.repeat + 1)
    doubt(tally.validity, trial)
    for (let place = 0; place < counts.length; place += 1) {
      const addend = counts[place]?.of(trial, ownCatastrophes)
      if (addend == null) continue
      for (const cell of counted) {
        cell.hits[place] = (cell.hits[place] ?? 0) + summable(addend.hits)
        cell.of[place] = (cell.of[place] ?? 0) + summable(addend.of)
      }
    }
  }
  const ordered = () =>
    mapped(byName(agents), ({ cells, runs, ...rest }) => ({
      ...rest,
      cells: byName(cells),
      runs: runs.map(byName),
    }))
  return {
    metrics,
    placeOf: (count) => placeIn(places, count),
    add,
    agents: ordered,
  }
}

const countsOf = (metric: MetricRecord): readonly Count[] =>
  'of' in metric
    ? [metric, ...(metric.open === undefined ? [] : [metric.open]), ...(metric.also ?? [])]
    : metric.reads

const clusterAt = (cell: Cell | undefined, place: number): Cluster => ({
  hits: cell?.hits[place] ?? 0,
  of: cell?.of[place] ?? 0,
})

/** Reads a sum of a cell. */
export const sumsIn =
  (tally: Pick<Tally, 'placeOf'>): SumsOf =>
  (cell, count) =>
    clusterAt(cell, tally.placeOf(count))

function placeIn(places: ReadonlyMap<Count, number>, count: Count): number {
  const place = places.get(count)
  assert(place !== undefined, 'a metric reads only what it says it reads')
  return place
}

/** Names in order: resampling draws by place, and the trials may have come in any order. */
const byName = <Value>(map: ReadonlyMap<string, Value>): Map<string, Value> =>
  new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)))

const mapped = <In, Out>(map: ReadonlyMap<string, In>, each: (value: In) => Out): Map<string, Out> =>
  new Map([...map].map(([name, value]) => [name, each(value)]))

/** Of later repetitions only the sums are kept: memory must not grow with trials. */
const RUNS_MAX = 20

function cellOf(cells: Map<string, Cell>, trial: TrialFacts, counts: number): Cell {
  const key = cellKey(trial.case, trial.intensity)
  const before = cells.get(key)
  if (before !== undefined) return before
  const { pack, bucket, tactic, preservesTruth, traffic, intensity, disturbance, untested } = trial
  const known = { id: trial.case, pack, bucket, tactic, preservesTruth, traffic, disturbance }
  const about = untested === undefined ? known : { ...known, untested }
  const cell = emptyCell({ case: about, intensity }, counts)
  cells.set(key, cell)
  return cell
}

function count(cell: Cell, { score, replies }: TrialFacts): void {
  cell.trials += 1
  cell[score.state] += 1
  if (score.state !== 'judged') return
  addReplies(cell.replies, replies)
  const desk = atOurDesk(score)
  if (desk !== undefined) {
    cell.atOurDesk += 1
    cell.money += summable(desk.money_at_risk)
  }
  const passed = isPassed(score)
  if (passed === null) return
  cell.decided += 1
  if (passed) cell.passed += 1
}

function doubt(validity: Validity, { score, misunderstood, failed }: TrialFacts): void {
  validity.turns += score.turns.length
  validity.reported += score.turns.filter(({ reported }) => reported).length
  if (failed !== null && score.state === 'judged')
    validity.failed.set(failed, (validity.failed.get(failed) ?? 0) + 1)
  validity.misunderstood += misunderstood.hits
  validity.understandable += misunderstood.of
  const rules = new Set(
    score.verdicts.filter(({ outcome }) => outcome === 'not-judged').map(({ rule }) => rule),
  )
  for (const rule of rules) validity.notJudged.set(rule, (validity.notJudged.get(rule) ?? 0) + 1)
}
