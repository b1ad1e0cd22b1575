import type { VarName } from '../../base/guards/guard.ts'
import { memo } from '../../base/memo.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Value } from '../../base/values/value.ts'
import type { Graph } from '../model/graph.ts'
import { noTo, yesTo } from '../paths/paths.ts'
import { pairsOf, pathKey, type Universe } from './coverage-universe.ts'

/**
 * What of a graph a set of situations exercised (P2). In: per situation the steps and edges walked and the values
 * read; a planned situation, a case or a scored trial will do. Out: counts, and what was never exercised.
 */
export type Exercised = {
  /** what it is called, for "exercised by" */
  readonly id: string
  readonly steps: readonly StepId[]
  /** edge ids; answers to proposals (`step>yes`) are added from the steps where they are not named */
  readonly edges: readonly string[]
  readonly values?: ReadonlyMap<VarName, Value>
  /** `interrupt after way` */
  readonly interrupts?: readonly string[]
}

export type Counted = { readonly hit: number; readonly of: number }
const PARTS = ['steps', 'edges', 'boundaries', 'paths', 'pairs', 'interrupts'] as const
export type Part = (typeof PARTS)[number]

export type Coverage = {
  readonly steps: Counted
  readonly edges: Counted
  readonly boundaries: Counted
  /** null: too many paths; pairs are the criterion then */
  readonly paths: Counted | null
  readonly pairs: Counted
  readonly interrupts: Counted
  /** ids, in file order: steps, edges, boundaries, then interrupts */
  readonly never: readonly string[]
  /** how often each step and edge was exercised: what a drawing shows */
  readonly counts: ReadonlyMap<string, number>
  /** the ids that were hit, per part: what a plan promises */
  readonly hits: Readonly<Record<Part, ReadonlySet<string>>>
}

export function coverageOf(universe: Universe, exercised: Iterable<Exercised>): Coverage {
  const hits = emptyHits()
  const counts = new Map<string, number>()
  for (const one of exercised) {
    const own = hitsOf(universe, one)
    for (const part of PARTS) for (const id of own[part]) hits[part].add(id)
    for (const id of [...own.steps, ...own.edges]) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const count = (part: Part, ids: readonly string[]): Counted => ({
    hit: ids.filter((id) => hits[part].has(id)).length,
    of: ids.length,
  })
  const points = universe.boundaries.map((point) => point.id)
  const never = (part: Part, ids: readonly string[]) => ids.filter((id) => !hits[part].has(id))
  return {
    steps: count('steps', universe.steps),
    edges: count('edges', universe.edges),
    boundaries: count('boundaries', points),
    paths:
      universe.paths &&
      count(
        'paths',
        universe.paths.map((path) => path.id),
      ),
    pairs: count('pairs', universe.pairs),
    interrupts: count('interrupts', universe.interrupts),
    never: [
      ...never('steps', universe.steps),
      ...never('edges', universe.edges),
      ...never('boundaries', points),
      ...never('interrupts', universe.interrupts),
    ],
    counts,
    hits,
  }
}

type Hits = Record<Part, Set<string>>
const emptyHits = (): Hits => ({
  steps: new Set(),
  edges: new Set(),
  boundaries: new Set(),
  paths: new Set(),
  pairs: new Set(),
  interrupts: new Set(),
})

/** The ids of everything one situation exercised. */
export function hitsOf(universe: Universe, one: Exercised): Hits {
  const { written, space } = universe
  const hits = emptyHits()
  const ways = waysTaken(space.graph, one)
  for (const step of one.steps) if (space.graph.steps.has(step)) hits.steps.add(written.stepOf(step))
  for (const way of ways) if (written.ways.has(written.wayOf(way))) hits.edges.add(written.wayOf(way))
  for (const point of universe.boundaries)
    if (hits.steps.has(point.step) && one.values?.get(point.name) === point.value)
      hits.boundaries.add(point.id)
  for (const [procedure, own] of byProcedure(space.graph, one.steps, ways)) {
    for (const pair of pairsOf(written, own)) hits.pairs.add(pair)
    const id = universe.pathByKey.get(pathKey(procedure, own))
    if (id !== undefined) hits.paths.add(id)
  }
  for (const id of one.interrupts ?? []) hits.interrupts.add(id)
  return hits
}

/** Scores name decision edges only: that a proposal was agreed to shows in the step that was walked next. */
function waysTaken(graph: Graph, one: Exercised): readonly string[] {
  const steps = new Set(one.steps)
  const ways = new Set(one.edges)
  for (const id of steps) {
    const step = graph.steps.get(id)
    if (step?.kind !== 'confirm' || ways.has(yesTo(id)) || ways.has(noTo(id))) continue
    if (steps.has(step.next)) ways.add(yesTo(id))
    else if (step.ifRefused !== null && steps.has(step.ifRefused)) ways.add(noTo(id))
  }
  return [...ways]
}

/** A trial with several requests walks several procedures: each has its own path. */
function byProcedure(
  graph: Graph,
  steps: readonly StepId[],
  ways: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const walked = new Set(steps)
  const own = new Map<string, string[]>()
  for (const procedure of graph.procedures) if (walked.has(procedure.start)) own.set(procedure.id, [])
  const leaving = stepsByWay(graph)
  for (const way of ways) own.get(leaving.get(way) ?? '')?.push(way)
  return own
}

/** way -> the procedure of the step it leaves */
const stepsByWay = memo((graph: Graph): ReadonlyMap<string, string> => {
  const made = new Map<string, string>()
  for (const step of graph.steps.values()) {
    if (step.kind === 'decide') for (const edge of step.edges) made.set(edge.id, step.procedure)
    if (step.kind === 'confirm') made.set(yesTo(step.id), step.procedure).set(noTo(step.id), step.procedure)
  }
  return made
})
