import type { ReadVar } from '../../base/guards/guard.ts'
import type { StepId } from '../../base/values/ids.ts'
import { UNKNOWN } from '../../base/values/value.ts'
import type { Edge, Step, StepOf } from '../model/graph.ts'
import { pendingWalks, unmetNeeds } from './walk-due.ts'
import {
  type Arguments,
  edgeOf,
  type Front,
  type History,
  isOpen,
  type Request,
  stopOf,
  type Way,
} from './walk-history.ts'
import { decisionOf } from './walk-index.ts'
import { edgesHolding } from './walk-settle.ts'
import { actualReader, fieldValue } from './walk-values.ts'
import { answerAt, goTo, leave, madeAt, passed, type Scene, satisfiedAt } from './walk-ways.ts'

/**
 * What may still come (W6): from where the walk stopped along every way that is possible on what has been said and on
 * the rows as they are. Searched only for actions that are neither due nor permitted, so its cost is theirs.
 */
type Ahead = {
  readonly step: Step
  readonly open: readonly StepId[]
  readonly agreed: Arguments | null
}

/** Edges of a decision ahead that, as it is made or as things are, will not be taken, and the values it reads. */
export type Closed = { readonly edges: readonly Edge[]; readonly read: ReadVar }

type Search = {
  /** `agreed`: what the customer has agreed to for an act, in a confirm that still lies before it */
  readonly matches: (step: Step, agreed: Arguments | null) => boolean
  /** only along decisions that are made (A3) */
  readonly decidedOnly: boolean
}

/** The first unsatisfied step ahead that matches, detours first, depth first, with the open steps before it. */
export function searchAhead(
  history: History,
  request: Request,
  search: Search,
): { readonly found: Ahead | null; readonly closed: readonly Closed[] } {
  const closed: Closed[] = []
  let open: readonly StepId[] = []
  for (const walk of request.withdrawn ? [] : pendingWalks(request)) {
    const trip = newTrip({ history, request, area: walk.area }, search, closed)
    for (const way of walk.ways) {
      const found = searchWay(trip, way, open)
      if (found !== null) return { found, closed }
    }
    if (trip.resumed === null) break
    open = trip.resumed
  }
  return { found: null, closed }
}

const NOTHING: Search = { matches: () => false, decidedOnly: false }

type Trip = {
  readonly scene: Scene
  readonly search: Search
  readonly closed: Closed[]
  readonly seen: Set<StepId>
  readonly read: ReadVar
  /** open steps up to the end of the detour, once it is found */
  resumed: readonly StepId[] | null
}

const newTrip = (scene: Scene, search: Search, closed: Closed[]): Trip => {
  const read = actualReader(scene.history, scene.request)
  return { scene, search, closed, seen: new Set(), read, resumed: null }
}

type Node = { readonly front: Front; readonly from: Node | null; readonly isOpen: boolean }

function searchWay(trip: Trip, way: Way, before: readonly StepId[]): Ahead | null {
  const stop = stopOf(way)
  const open: StepId[] = [...before]
  for (const { step } of way.visits.filter(isOpen)) {
    if (trip.search.matches(step, null)) return ahead(way, step, { open, agreed: null })
    open.push(step.id)
  }
  const todo: { front: Front; from: Node | null }[] = stop === undefined ? [] : [{ front: stop, from: null }]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { front, from } = next
    const { step } = front
    if (trip.seen.has(step.id)) continue
    trip.seen.add(step.id)
    const isOpen = isOpenAhead(trip, way, front)
    const agreed = isOpen && step.kind === 'act' ? agreedBefore(trip, way, { act: step.id, from }) : null
    if (isOpen && trip.search.matches(step, agreed))
      return ahead(way, step, { open: [...open, ...openTo(from)], agreed })
    if (step.kind === 'resume') trip.resumed ??= [...open, ...openTo(from)]
    const node: Node = { front, from, isOpen }
    for (const onward of onwardsFrom(trip, way, front).toReversed()) todo.push({ front: onward, from: node })
  }
  return null
}

const ahead = (
  way: Way,
  step: Step,
  { open, agreed }: { readonly open: readonly StepId[]; readonly agreed: Arguments | null },
): Ahead => ({ step, agreed, open: [...new Set([...open, ...unmetNeeds(way, step)])] })

/** A confirm that got its no is passed, not open. */
const isOpenAhead = ({ scene }: Trip, { visits }: Way, front: Front): boolean =>
  front.step.kind === 'confirm'
    ? answerAt(scene, visits, front, front.step) === null
    : front.step.kind !== 'decide' && satisfiedAt(scene, visits, front) === null

/** A yes may have come before the walk reached its confirm; it binds all the same (S5). */
function agreedBefore(
  { scene }: Trip,
  { visits }: Way,
  to: { readonly act: StepId; readonly from: Node | null },
): Arguments | null {
  const confirms = scene.history.index.confirms.get(to.act) ?? []
  for (let node = confirms.length === 0 ? null : to.from; node !== null; node = node.from) {
    const { front } = node
    const confirm = confirms.find((one) => one === front.step)
    const answer = confirm === undefined ? null : answerAt(scene, visits, front, confirm)
    if (answer?.yes === true) return answer.agreed
  }
  return null
}

function openTo(node: Node | null): readonly StepId[] {
  const open: StepId[] = []
  for (let at = node; at !== null; at = at.from) if (at.isOpen) open.push(at.front.step.id)
  return open.reverse()
}

function onwardsFrom(trip: Trip, way: Way, front: Front): readonly Front[] {
  const { step } = front
  if (step.kind === 'decide') return decideOnwards(trip, step, front)
  if (step.kind === 'confirm' && isOpenAhead(trip, way, front))
    return [step.next, ...(step.ifRefused === null ? [] : [step.ifRefused])].map((to) =>
      goTo(trip.scene, front, to),
    )
  return passed(trip.scene, way.visits, front)
}

function decideOnwards(trip: Trip, step: StepOf<'decide'>, front: Front): readonly Front[] {
  const made = madeAt(trip.scene.request, step, front)
  if (made === null && trip.search.decidedOnly) return []
  const edge = made === null ? undefined : edgeOf(made)
  const edges = made === null ? predicted(trip, step) : edge === undefined ? made.edges : [edge]
  const read: ReadVar = made === null ? trip.read : (name) => made.values.get(name) ?? UNKNOWN
  trip.closed.push({ edges: step.edges.filter((one) => !edges.includes(one)), read })
  return edges.map((one) => leave(trip.scene, front, { made, edge: one, looped: made?.looped ?? null }))
}

/** The edge that holds on the claims so far and the rows as they are; every edge where too little is said. */
function predicted({ scene, read }: Trip, step: StepOf<'decide'>): readonly Edge[] {
  const { history, request } = scene
  const decision = decisionOf(history.index.graph)(step)
  const isUnsaid = decision.fields.some((field) => fieldValue(history, request, field) === UNKNOWN)
  return decision.late || isUnsaid ? step.edges : edgesHolding(decision, read)
}

/**
 * Acts, handovers and tells that a request leaves undone whichever way it goes on, the first on each; none after a handover
 * (W4). An unmade choice of which one way leads to the end owes nothing.
 */
export function owedAhead(history: History, request: Request): readonly Step[] {
  for (const walk of pendingWalks(request)) {
    const trip = newTrip({ history, request, area: walk.area }, NOTHING, [])
    const each = walk.ways.map((way) => owedOn(trip, way))
    const [first = []] = each
    const onAll = first.filter((step) => each.every((owed) => owed.includes(step)))
    const owed = each.some(({ length }) => length === onAll.length) ? onAll : first
    if (owed.length > 0) return owed
  }
  return []
}

/** The open steps of a way, and the first owed one on each way on; of those none where some way comes to its end without one. */
function owedOn(trip: Trip, way: Way): readonly Step[] {
  const open = way.visits.filter((visit) => isOpen(visit) && isOwed(visit.step)).map(({ step }) => step)
  const owed = new Set<Step>()
  const seen = new Set<StepId>()
  const stop = stopOf(way)
  const todo: Front[] = stop === undefined ? [] : [stop]
  for (let front = todo.pop(); front !== undefined; front = todo.pop()) {
    const { step } = front
    if (seen.has(step.id)) continue
    seen.add(step.id)
    if (step.kind === 'end' || step.kind === 'resume') return open
    const isOpen = isOpenAhead(trip, way, front)
    if (isOpen && isOwed(step)) owed.add(step)
    // A yes that nobody asked for yet lies before the deed, not instead of it.
    else if (isOpen && step.kind === 'confirm') todo.push(goTo(trip.scene, front, step.next))
    else todo.push(...onwardsFrom(trip, way, front))
  }
  return [...open, ...owed]
}

const isOwed = ({ kind }: Step): boolean => kind === 'act' || kind === 'handover' || kind === 'tell'
