import type { StepId } from '../../base/values/ids.ts'
import type { BoundaryPoint } from '../coverage/boundaries.ts'
import { coverageOf, type Exercised, hitsOf, type Part } from '../coverage/coverage.ts'
import { interruptId, type Universe } from '../coverage/coverage-universe.ts'
import type { TruePath } from '../paths/paths.ts'
import { needOf } from '../paths/paths-needs.ts'
import { AT_END, type Pin, pinOf, storeOf, type Witness, witnessOf } from '../paths/paths-witness.ts'
import { fewest, type Offer } from './plan-cover.ts'

/**
 * Which situations are worth trying (P3). In: everything that can be exercised, and criteria. Out: a small set of
 * situations that exercises it, each with an assignment that makes its path true. It must not know worlds or cases.
 */
export const CRITERIA = ['steps', 'edges', 'boundaries', 'pairs', 'paths'] as const
export type Criterion = (typeof CRITERIA)[number]

export type Situation = {
  readonly path: TruePath
  readonly pins: readonly Pin[]
  /** the boundary values it was made for */
  readonly points: readonly BoundaryPoint[]
  readonly witness: Witness
  readonly interrupt: Interruption | null
  readonly exercised: Exercised
}
export type Interruption = { readonly id: string; readonly after: string; readonly detour: TruePath }

export type Plan = {
  readonly criteria: readonly Criterion[]
  readonly situations: readonly Situation[]
  /** ids that the situations together exercise, per criterion: everything that can be */
  readonly promised: Readonly<Record<Criterion, readonly string[]>>
  /** the paths were too many to list: pairs stand in for them */
  readonly pathsTooMany: boolean
}
export type PlanWishes = {
  readonly criteria: readonly Criterion[]
  /** each interrupt not at all, once for each of its own ways, or from every stretch between decisions */
  readonly interrupts: 'none' | 'once' | 'each'
  /** situations of a smaller plan: they come first, in their order */
  readonly given?: readonly Situation[]
}

export function planSituations(universe: Universe, wishes: PlanWishes): Plan {
  const { given = [] } = wishes
  const pathsTooMany = universe.paths === null
  const criteria = wishes.criteria.map((one) => (one === 'paths' && pathsTooMany ? 'pairs' : one))
  const edgeCases = criteria.includes('boundaries') ? atBoundaries(universe) : []
  const plain = covering(universe, { criteria, given: [...given, ...edgeCases] })
  const added = [...edgeCases, ...plain, ...interrupted(universe, wishes.interrupts)]
  const known = new Set(given.map(keyOf))
  const situations = [...given, ...added.filter((one) => !known.has(keyOf(one)))]
  return { criteria, situations, promised: promiseOf(universe, criteria, wishes), pathsTooMany }
}

const keyOf = ({ path, points, interrupt }: Situation): string =>
  JSON.stringify([path.id, points.map(({ id }) => id), interrupt?.id, interrupt?.after])

/** What the criteria ask for; interrupts' own steps and edges only where interrupts are planned. */
function promiseOf(universe: Universe, criteria: readonly Criterion[], wishes: PlanWishes): Plan['promised'] {
  const paths = wishes.interrupts === 'none' ? universe.known : [...universe.known, ...universe.detours]
  const steps = new Set(paths.flatMap((path) => path.steps.map(universe.written.stepOf)))
  const ways = new Set(paths.flatMap((path) => path.ways.map(universe.written.wayOf)))
  const promise = (criterion: Criterion) => (criteria.includes(criterion) ? idsOf(universe, criterion) : [])
  return {
    steps: promise('steps').filter((id) => steps.has(id)),
    edges: promise('edges').filter((id) => ways.has(id)),
    boundaries: promise('boundaries'),
    pairs: promise('pairs'),
    paths: promise('paths'),
  }
}

function idsOf(universe: Universe, part: Part): readonly string[] {
  if (part === 'boundaries') return universe.boundaries.map((point) => point.id)
  if (part === 'paths') return (universe.paths ?? []).map((path) => path.id)
  return universe[part]
}

/** Paths that cover what the given situations leave open. */
function covering(
  universe: Universe,
  { criteria, given }: { readonly criteria: readonly Criterion[]; readonly given: readonly Situation[] },
): readonly Situation[] {
  const parts = criteria.filter((one) => one !== 'boundaries')
  const name = (part: Part, id: string) => `${part}:${id}`
  const already = coverageOf(
    universe,
    given.map((one) => one.exercised),
  ).hits
  const wanted = new Set(
    parts.flatMap((part) =>
      idsOf(universe, part)
        .filter((id) => !already[part].has(id))
        .map((id) => name(part, id)),
    ),
  )
  const offersOf = (paths: readonly TruePath[]) =>
    paths.map((path): Offer<TruePath> => {
      const hits = hitsOf(universe, exercisedBy(path))
      return { item: path, covers: parts.flatMap((part) => [...hits[part]].map((id) => name(part, id))) }
    })
  const chosen: TruePath[] = []
  for (const paths of [steadyOf(universe), unsteadyOf(universe)]) {
    const taken = fewest(offersOf(paths), wanted)
    for (const offer of taken) for (const id of offer.covers) wanted.delete(id)
    chosen.push(...taken.map((offer) => offer.item))
  }
  return chosen.flatMap((path) => situationOf(universe, path) ?? [])
}

/** A path that one plain customer makes true is worth more than any that needs a change of mind. */
const steadyOf = ({ known }: Universe): readonly TruePath[] => known.filter((path) => path.steady)
const unsteadyOf = ({ known }: Universe): readonly TruePath[] => known.filter((path) => !path.steady)
const steadyFirst = (universe: Universe): readonly TruePath[] => [
  ...steadyOf(universe),
  ...unsteadyOf(universe),
]

const exercisedBy = (path: TruePath): Exercised => ({ id: path.id, steps: path.steps, edges: path.ways })

type Making = { readonly points?: readonly BoundaryPoint[]; readonly interrupt?: Interruption }

function situationOf(universe: Universe, path: TruePath, making: Making = {}): Situation | undefined {
  const points = making.points ?? []
  const pins = [
    ...points.map((point) => pinOf(universe.space, point.step, point)),
    ...(making.interrupt ? detourPins(universe, making.interrupt.detour) : []),
  ]
  const witness = witnessOf(universe.space, path, { pins })
  if (witness === undefined) return undefined
  const { interrupt } = making
  const detour = interrupt?.detour
  const walked = interrupt && detour ? cutAt(universe, path, interrupt) : path
  const exercised: Exercised = {
    id: path.id,
    steps: [...walked.steps, ...(detour?.steps ?? [])],
    edges: [...walked.ways, ...(detour?.ways ?? [])],
    values: witness.values,
    interrupts: interrupt ? [interruptId(interrupt.id, interrupt.after)] : [],
  }
  return { path, pins, points, witness, interrupt: interrupt ?? null, exercised }
}

/** The interrupt's own guards, to hold beside those of the path it breaks into. */
function detourPins({ space }: Universe, detour: TruePath): readonly Pin[] {
  const interrupt = space.graph.interrupts.find((one) => one.id === detour.procedure)
  const taken = new Set(detour.ways)
  const guards = detour.steps.flatMap((id) => {
    const step = space.graph.steps.get(id)
    return step?.kind === 'decide'
      ? step.edges.filter((edge) => taken.has(edge.id)).map((edge) => edge.when)
      : []
  })
  const all = interrupt?.when ? [interrupt.when, ...guards] : guards
  return all.map((guard) => ({ step: AT_END, need: needOf(space, guard, true) }))
}

/** A detour that ends the conversation leaves the rest of the path unwalked. */
function cutAt(
  universe: Universe,
  path: TruePath,
  interrupt: Interruption,
): Pick<TruePath, 'steps' | 'ways'> {
  if (interrupt.detour.ending === 'resume') return path
  const { wayOf } = universe.written
  const ways = path.ways.slice(0, path.ways.findIndex((way) => wayOf(way) === interrupt.after) + 1)
  const after = ways.at(-1)
  const left = after === undefined ? undefined : leaving(universe, after)
  const from = left === undefined ? 0 : path.steps.indexOf(left) + 1
  const next = path.steps.findIndex((step, index) => index >= from && speaksAt(universe, step))
  return { ways, steps: path.steps.slice(0, next + 1) }
}

function leaving(universe: Universe, way: string): StepId | undefined {
  for (const step of universe.space.graph.steps.values()) {
    if (step.kind === 'decide' && step.edges.some((edge) => edge.id === way)) return step.id
    if (step.kind === 'confirm' && way.startsWith(`${step.id}>`)) return step.id
  }
  return undefined
}

function speaksAt(universe: Universe, step: StepId): boolean {
  const kind = universe.space.graph.steps.get(step)?.kind
  return kind === 'learn' || kind === 'confirm' || kind === 'end'
}

/**
 * Situations that put every boundary value to the test, several at once where one path allows it. The path with most
 * values still open goes first; what proves impossible on a path is not tried there again.
 */
function atBoundaries(universe: Universe): readonly Situation[] {
  const open = new Map(universe.boundaries.map((point) => [point.id, point]))
  const made = [steadyOf(universe), unsteadyOf(universe)].flatMap((paths) =>
    atBoundariesOf(universe, paths, open),
  )
  return [...made, ...foundAlone(universe, [...open.values()])]
}

function atBoundariesOf(
  universe: Universe,
  paths: readonly TruePath[],
  open: Map<string, BoundaryPoint>,
): readonly Situation[] {
  const rounds = paths.map((path): PlanRound => {
    const passed = new Set(path.steps.map(universe.written.stepOf))
    return {
      path,
      may: new Set(universe.boundaries.filter((one) => passed.has(one.step)).map((one) => one.id)),
    }
  })
  const made: Situation[] = []
  for (let best = mostOpen(rounds, open); best !== undefined; best = mostOpen(rounds, open)) {
    const points = together(universe, best, open)
    const situation = points.length === 0 ? undefined : situationOf(universe, best.path, { points })
    if (situation !== undefined) made.push(situation)
    for (const point of points) {
      if (situation === undefined) best.may.delete(point.id)
      else open.delete(point.id)
    }
  }
  return made
}

type PlanRound = { readonly path: TruePath; readonly may: Set<string> }

function mostOpen(
  rounds: readonly PlanRound[],
  open: ReadonlyMap<string, BoundaryPoint>,
): PlanRound | undefined {
  let best: PlanRound | undefined
  let most = 0
  for (const round of rounds) {
    let count = 0
    for (const id of round.may) if (open.has(id)) count += 1
    if (count > most) [best, most] = [round, count]
  }
  return best
}

/** As many open points as one assignment of this path can have at once; each tried leaves the path's list. */
function together(
  universe: Universe,
  round: PlanRound,
  open: ReadonlyMap<string, BoundaryPoint>,
): readonly BoundaryPoint[] {
  const points: BoundaryPoint[] = []
  for (const id of [...round.may]) {
    const point = open.get(id)
    if (point === undefined) continue
    const pins = [...points, point].map((one) => pinOf(universe.space, one.step, one))
    if (storeOf(universe.space, round.path, pins) !== undefined) points.push(point)
    else if (points.length === 0) round.may.delete(id)
  }
  return points
}

/** Where paths are too many to list, a boundary may lie off all those that were found. */
function foundAlone(universe: Universe, points: readonly BoundaryPoint[]): readonly Situation[] {
  return points.flatMap((point) => {
    const pin = pinOf(universe.space, point.step, point)
    const finding = universe.find([{ step: point.step, way: null, pin }])
    if (typeof finding !== 'object') return []
    return situationOf(universe, finding.found, { points: [point] }) ?? []
  })
}

/** Each interrupt on the first path on which its own guards can hold too. */
function interrupted(universe: Universe, how: PlanWishes['interrupts']): readonly Situation[] {
  if (how === 'none') return []
  return universe.detours.flatMap((detour) => {
    const stretches = universe.interrupts.filter((id) => id.startsWith(`${detour.procedure} after `))
    const wanted = stretches.map((id) => id.slice(`${detour.procedure} after `.length))
    const made: Situation[] = []
    for (const after of wanted) {
      if (how === 'once' && made.length > 0) break
      made.push(...[interruptedAfter(universe, detour, after)].filter((one) => one !== undefined))
    }
    return made
  })
}

/** How often a path asks the customer something: who hears the end after one question cannot demand a thing twice. */
const timesToSpeak = ({ space }: Universe, path: TruePath): number =>
  path.steps.filter((id) => ['learn', 'confirm'].includes(space.graph.steps.get(id)?.kind ?? '')).length

function interruptedAfter(universe: Universe, detour: TruePath, after: string): Situation | undefined {
  const { wayOf } = universe.written
  const times = universe.space.graph.interrupts.find(({ id }) => id === detour.procedure)?.nth ?? 1
  for (const path of steadyFirst(universe)) {
    if (path.procedure !== after && !path.ways.some((way) => wayOf(way) === after)) continue
    if (timesToSpeak(universe, path) < times) continue
    const made = situationOf(universe, path, { interrupt: { id: detour.procedure, after, detour } })
    if (made !== undefined) return made
  }
  return undefined
}
