import type { StepId } from '../../base/values/ids.ts'
import type { Graph, Step } from '../model/graph.ts'
import { waysOn } from '../model/next-of.ts'
import { detoursOf, type TruePath, truePaths } from '../paths/paths.ts'
import { type Finding, type Goal, pathFinder } from '../paths/paths-find.ts'
import type { Space } from '../paths/paths-space.ts'
import { pinOf, storeOf } from '../paths/paths-witness.ts'
import { type BoundaryPoint, boundaryPoints } from './boundaries.ts'
import { type WrittenValues, writtenGraph } from './coverage-written.ts'

/**
 * Everything of a graph that can be exercised, each with an id, and nothing that cannot: what no assignment reaches is
 * listed apart, so that full coverage is possible. Ids are those of the file as written.
 */
export type Universe = {
  readonly space: Space
  readonly written: WrittenValues
  readonly steps: readonly string[]
  readonly edges: readonly string[]
  readonly boundaries: readonly BoundaryPoint[]
  readonly pairs: readonly string[]
  /** null: too many to list */
  readonly paths: readonly TruePath[] | null
  readonly pathByKey: ReadonlyMap<string, string>
  /** `interrupt after way`, or after the procedure's id: in its first stretch */
  readonly interrupts: readonly string[]
  readonly detours: readonly TruePath[]
  /** no assignment exercises these */
  readonly impossible: readonly string[]
  /** paths that were found on the way: candidates where the list of all is too long */
  readonly known: readonly TruePath[]
  readonly find: (goals: readonly Goal[]) => Finding
}

const pairId = (first: string, second: string): string =>
  first < second ? `${first} & ${second}` : `${second} & ${first}`
export const interruptId = (interrupt: string, stretch: string): string => `${interrupt} after ${stretch}`

/** Pairs tried one by one in a graph with too many paths; above it the rest is left out rather than guessed. */
const PAIR_SEARCHES_MAX = 4_000

export function universeOf(space: Space): Universe {
  const written = writtenGraph(space.graph)
  const find = pathFinder(space, written.wayOf)
  const listed = truePaths(space)
  const paths = listed.kind === 'all' ? listed.paths : null
  const known = paths ?? searchedPaths(written, find)
  const detours = space.graph.interrupts.flatMap((interrupt) => {
    const ways = detoursOf(space, interrupt)
    return ways.kind === 'all' ? ways.paths : []
  })
  const reached = [...known, ...detours]
  const steps = inFileOrder(
    written.steps.keys(),
    reached.flatMap((path) => path.steps.map(written.stepOf)),
  )
  const edges = inFileOrder(
    written.ways.keys(),
    reached.flatMap((path) => path.ways.map(written.wayOf)),
  )
  const pairs = new Set<string>()
  for (const path of known) for (const pair of pairsOf(written, path.ways)) pairs.add(pair)
  const points = boundaryPoints(space)
  const boundaries = points.filter((point) => isReachable(space, point, { paths, written, find }))
  const all = [...written.steps.keys(), ...written.ways.keys(), ...points.map((point) => point.id)]
  const possible = new Set([...steps, ...edges, ...boundaries.map((point) => point.id)])
  return {
    space,
    written,
    steps,
    edges,
    boundaries,
    pairs: [...pairs],
    paths,
    pathByKey: new Map((paths ?? []).map((path) => [pathKey(path.procedure, path.ways), path.id])),
    interrupts: interruptions(space.graph, written, edges),
    detours,
    impossible: all.filter((id) => !possible.has(id)),
    known,
    find,
  }
}

/** The pairs of decision edges on one path; which of the two comes first makes no difference. */
export function pairsOf(written: WrittenValues, ways: readonly string[]): readonly string[] {
  const ids = unique(ways.map(written.wayOf))
  return ids.flatMap((first, at) => ids.slice(at + 1).map((second) => pairId(first, second)))
}

const unique = <Item>(items: readonly Item[]): readonly Item[] => [...new Set(items)]
function inFileOrder(order: Iterable<string>, ids: readonly string[]): readonly string[] {
  const wanted = new Set(ids)
  return [...order].filter((id) => wanted.has(id))
}

type EdgeReaching = {
  readonly paths: readonly TruePath[] | null
  readonly written: WrittenValues
  readonly find: Universe['find']
}

function isReachable(space: Space, point: BoundaryPoint, { paths, written, find }: EdgeReaching): boolean {
  const pin = pinOf(space, point.step, point)
  const finding = find([{ step: point.step, way: null, pin }])
  if (finding !== 'unknown' || paths === null) return typeof finding === 'object'
  return paths.some(
    (path) =>
      path.steps.some((step) => written.stepOf(step) === point.step) &&
      storeOf(space, path, [pin]) !== undefined,
  )
}

/** Paths through every step, every way and every pair of ways that has one. */
function searchedPaths(written: WrittenValues, find: Universe['find']): readonly TruePath[] {
  const found = new Map<string, TruePath>()
  const covered = new Set<string>()
  const seek = (id: string, goals: readonly Goal[]) => {
    if (covered.has(id)) return
    const finding = find(goals)
    if (typeof finding !== 'object') return
    found.set(finding.found.id, finding.found)
    for (const step of finding.found.steps) covered.add(written.stepOf(step))
    for (const way of finding.found.ways) covered.add(written.wayOf(way))
    for (const pair of pairsOf(written, finding.found.ways)) covered.add(pair)
  }
  for (const step of written.steps.keys()) seek(step, [{ step, way: null, pin: null }])
  const ways = [...written.ways.values()]
  const goalOf = (way: { id: string; step: string }): Goal => ({ step: way.step, way: way.id, pin: null })
  for (const way of ways) seek(way.id, [goalOf(way)])
  let searches = 0
  for (const first of ways)
    for (const second of ways) {
      if (first.step === second.step || searches >= PAIR_SEARCHES_MAX) continue
      if (first.id > second.id || covered.has(pairId(first.id, second.id))) continue
      searches += 1
      seek(pairId(first.id, second.id), [goalOf(first), goalOf(second)])
    }
  return [...found.values()]
}

/** Each interrupt from each stretch between decisions in which the customer gets a word in. */
function interruptions(graph: Graph, written: WrittenValues, edges: readonly string[]): readonly string[] {
  const procedures = new Set(graph.procedures.map((procedure) => procedure.id))
  const stretches = edges.filter((id) => {
    const way = written.ways.get(id)
    const to = way?.to ?? null
    return to !== null && procedures.has(graph.steps.get(to)?.procedure ?? '') && customerSpeaks(graph, to)
  })
  return graph.interrupts.flatMap((interrupt) =>
    [...procedures, ...stretches].map((stretch) => interruptId(interrupt.id, stretch)),
  )
}

/** Is anything asked in the stretch that an interrupt breaks into? Else an agent that closes there leaves nobody a word. */
export function asksWhenInterrupted({ space: { graph }, written }: Universe, id: string): boolean {
  const stretch = id.slice(id.indexOf(' after ') + ' after '.length)
  const from = written.ways.get(stretch)?.to
  return from === undefined || (from !== null && customerSpeaks(graph, from, ASKING))
}
const ASKING: ReadonlySet<Step['kind']> = new Set(['learn', 'confirm'])
const SPEAKING: ReadonlySet<Step['kind']> = new Set(['learn', 'confirm', 'end'])

/** Is there an answer of the customer's before the next decision? */
function customerSpeaks(graph: Graph, from: StepId, speaking = SPEAKING): boolean {
  for (let at: StepId | undefined = from; at !== undefined; at = waysOn(graph, at)[0]) {
    const kind = graph.steps.get(at)?.kind
    if (kind !== undefined && speaking.has(kind)) return true
    if (kind === undefined || kind === 'decide') return false
  }
  return false
}

/** Edges of an acyclic graph fix their order: a path is known by the set of its ways. */
export const pathKey = (procedure: string, ways: readonly string[]): string =>
  [procedure, ...[...new Set(ways)].sort()].join(' ')
