import { assert } from '../base/assert.ts'
import type { Cluster } from '../base/rate.ts'
import { atOurDesk, isPassed } from '../verdicts/model/score.ts'
import type { AgentTally, OpenAgentTally, OpenValidity } from './agent-tally.ts'
import { allMetrics } from './all-metrics.ts'
import type { Cell } from './cell.ts'
import { addDecisions } from './decision-gap.ts'
import { type KeptTally, keptAgent, restoredAgent } from './kept-tally.ts'
import type { Count, MetricRecord, SumsOf } from './metric.ts'
import { addReplies } from './reply-times.ts'
import { ownCatastrophe } from './rule-metrics.ts'
import { OpenRunSums } from './run-sums.ts'
import { summable } from './summable.ts'
import type { TrialFacts } from './trial-facts.ts'

/**
 * Counts trials as they come. Memory grows with agents x cases x intensities, never with trials: each cell keeps sums
 * only. What the slices need afterwards (pack, bucket, tactic) is a property of the case. The order they come in makes no
 * difference: a run with many workers, or one that was stopped and went on, counts as any other.
 */
export type Tally = {
  readonly metrics: readonly MetricRecord[]
  /** where a count stands in the sums of a cell */
  readonly placeOf: (count: Count) => number
  /** where a rate stands in the sums of a repetition */
  readonly rateOf: (count: Count) => number
  readonly add: (trial: TrialFacts) => void
  readonly agents: () => ReadonlyMap<string, AgentTally>
  /** all of it, as `kept` below */
  readonly keep: () => KeptTally
}

/**
 * In: the packs' own kinds of catastrophe; the metrics to count, all of them unless told otherwise; what a tally of the same
 * metrics had counted before.
 */
export function openTally(
  ownCatastrophes: readonly string[] = [],
  ofEveryDesk: readonly MetricRecord[] = allMetrics(),
  kept: KeptTally = [],
): Tally {
  const metrics = [...ofEveryDesk, ...ownCatastrophes.map(ownCatastrophe)]
  const counts = [...new Set(metrics.flatMap(countsOf))]
  const rates = counts.filter(({ is }) => is === 'rate')
  const places = new Map(counts.map((count, place) => [count, place]))
  const ratePlaces = new Map(rates.map((count, place) => [count, place]))
  const size = { counts: counts.length, rates: rates.length }
  const agents = new Map<string, OpenAgentTally>(kept.map((each) => [each.agent, restoredAgent(each, size)]))
  const add = (trial: TrialFacts): void => {
    let tally = agents.get(trial.agent)
    if (tally === undefined) {
      tally = {
        cells: new Map(),
        runs: new Map(),
        validity: {
          notJudged: new Map(),
          failed: new Map(),
          misunderstood: 0,
          understandable: 0,
          turns: 0,
          reported: 0,
        },
        decisions: new Map(),
      }
      agents.set(trial.agent, tally)
    }
    const cell = cellOf(tally.cells, trial, counts.length)
    count(cell, trial)
    doubt(tally.validity, trial)
    addDecisions(tally.decisions, trial)
    const slices = slicesOf(trial).map((slice) => runsOf(tally.runs, slice, rates.length))
    for (const runs of slices) runs.open(trial.repeat)
    counts.forEach((count, index) => {
      const addend = count.of(trial)
      if (addend === null) return
      const [hits, of] = [summable(addend.hits), summable(addend.of)]
      cell.hits[index] = (cell.hits[index] ?? 0) + hits
      cell.of[index] = (cell.of[index] ?? 0) + of
      const place = ratePlaces.get(count)
      if (place !== undefined) for (const runs of slices) runs.add(trial.repeat, place, hits)
    })
  }
  const ordered = () =>
    mapped(byName(agents), ({ cells, decisions, ...rest }) => ({
      ...rest,
      cells: byName(cells),
      decisions: mapped(byName(decisions), byName),
    }))
  return {
    metrics,
    placeOf: (count) => placeIn(places, count),
    rateOf: (count) => placeIn(ratePlaces, count),
    add,
    agents: ordered,
    keep: () => [...byName(agents)].map(([agent, tally]) => keptAgent(agent, tally)),
  }
}

const countsOf = (metric: MetricRecord): readonly Count[] =>
  'of' in metric ? [metric, ...(metric.also ?? [])] : metric.reads

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

export const slicesOf = (
  trial: Pick<TrialFacts, 'pack' | 'bucket' | 'intensity' | 'tactic' | 'preservesTruth' | 'disturbance'>,
): readonly string[] => [
  'all',
  `packs:${trial.pack}`,
  `buckets:${trial.bucket}`,
  ...(trial.preservesTruth ? [`intensity:${trial.intensity}`] : []),
  ...(trial.tactic === null ? [] : [`tactics:${trial.tactic}`]),
  ...(trial.disturbance === null ? [] : [`disturbance:${trial.disturbance}`]),
]

function cellOf(cells: Map<string, Cell>, trial: TrialFacts, metrics: number): Cell {
  const key = `${trial.case}@${trial.intensity}`
  const known = cells.get(key)
  if (known !== undefined) return known
  const { pack, bucket, tactic, preservesTruth, traffic, intensity, disturbance } = trial
  const cell: Cell = {
    case: { id: trial.case, pack, bucket, tactic, preservesTruth, traffic, disturbance },
    intensity,
    hits: new Float64Array(metrics),
    of: new Float64Array(metrics),
    trials: 0,
    judged: 0,
    voided: 0,
    faulted: 0,
    atOurDesk: 0,
    decided: 0,
    passed: 0,
    money: 0,
    replies: new Map(),
  }
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

function doubt(validity: OpenValidity, { score, misunderstood, failed }: TrialFacts): void {
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

function runsOf(runs: Map<string, OpenRunSums>, slice: string, rates: number): OpenRunSums {
  const known = runs.get(slice)
  if (known !== undefined) return known
  const made = new OpenRunSums(rates)
  runs.set(slice, made)
  return made
}
