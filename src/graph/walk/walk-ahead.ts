import type { VarName } from '../../base/guards/guard.ts'
import type { StepId } from '../../base/values/ids.ts'
import { UNKNOWN, type Value } from '../../base/values/value.ts'
import type { Edge, Step } from '../model/graph.ts'
import { edgeOf, edgesHolding, type Scene, valueThen } from './walk-decisions.ts'
import type { Arguments } from './walk-deeds.ts'
import { pendingDetours, unmetNeeds } from './walk-due.ts'
import { type Decision, stepOf } from './walk-index.ts'
import {
  type Conversation,
  type Front,
  isOpen,
  type Made,
  type Request,
  type Visit,
  type Walker,
  type Way,
} from './walk-state.ts'
import { actualReader, fieldValue } from './walk-values.ts'
import { afterAnswer, answerAt, satisfiedAt } from './walk-way.ts'

/**
 * What may still come (W6): from where the walk stopped along every way that is possible on what has been said and on
 * the rows as they are. Searched only for actions that are neither due nor permitted, so its cost is theirs.
 */
export type Ahead = {
  readonly step: Step
  readonly open: readonly StepId[]
  readonly agreed: Arguments | null
}

/** Edges of a decision ahead that, as it is made or as things are, will not be taken, and the values it reads. */
export type Closed = { readonly edges: readonly Edge[]; readonly read: (name: VarName) => Value }

export type Search = {
  /** `agreed`: what the customer has agreed to for an act, in a confirm that still lies before it */
  readonly matches: (step: Step, agreed: Arguments | null) => boolean
  /** only along decisions that are made (A3) */
  readonly decidedOnly: boolean
}
export type Found = { readonly found: Ahead | null; readonly closed: readonly Closed[] }

/** The first unsatisfied step ahead that matches, detours first, depth first, with the open steps before it. */
export function searchAhead(it: Conversation, request: Request, search: Search): Found {
  const closed: Closed[] = []
  let open: readonly StepId[] = []
  if (request.withdrawn) return { found: null, closed }
  for (const walker of [...pendingDetours(request), ...(request.main === null ? [] : [request.main])]) {
    if (walker.way === null) continue
    const trip = newTrip({ it, request, walker }, search, closed)
    const found = searchWay(trip, walker.way, open)
    if (found !== null) return { found, closed }
    if (walker.interrupt !== null && trip.resumed === null) return { found: null, closed }
    open = trip.resumed ?? open
  }
  return { found: null, closed }
}

export type Trip = {
  readonly scene: Scene
  readonly search: Search
  readonly closed: Closed[]
  readonly seen: Set<StepId>
  readonly read: (name: VarName) => Value
  /** open steps up to the end of the detour, once it is found */
  resumed: readonly StepId[] | null
}

export const newTrip = (scene: Scene, search: Search, closed: Closed[]): Trip => ({
  scene,
  search,
  closed,
  seen: new Set(),
  read: actualReader(scene.it, scene.request),
  resumed: null,
})

function searchWay(trip: Trip, way: Way, before: readonly StepId[]): Ahead | null {
  const open = way.visits.filter(isOpen)
  const names = open.map((visit) => visit.step.id)
  for (const [place, { step }] of open.entries()) {
    if (trip.search.matches(step, null))
      return ahead(way, step, { open: [...before, ...names.slice(0, place)], agreed: null })
  }
  const all = [...before, ...names]
  for (const fork of way.forks) {
    const found = searchWay(trip, fork, all)
    if (found !== null) return found
  }
  return way.forks.length > 0 || way.stop === null
    ? null
    : searchFrom(trip, { way, stop: way.stop, before: all })
}

type AheadNode = { readonly front: Front; readonly from: AheadNode | null; readonly isOpen: boolean }

function searchFrom(trip: Trip, at: { way: Way; stop: Visit; before: readonly StepId[] }): Ahead | null {
  const todo: { front: Front; from: AheadNode | null }[] = [{ front: at.stop.front, from: null }]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { front, from } = next
    if (trip.seen.has(front.step)) continue
    trip.seen.add(front.step)
    const step = stepOf(trip.scene.it.index.graph, front.step)
    const isOpen = isOpenAhead(trip, at.way, step, front)
    const agreed = isOpen && step.kind === 'act' ? agreedBefore(trip, at.way, { act: step.id, from }) : null
    if (isOpen && trip.search.matches(step, agreed)) {
      return ahead(at.way, step, { open: [...at.before, ...openTo(from)], agreed })
    }
    const node: AheadNode = { front, from, isOpen }
    if (step.kind === 'resume') trip.resumed ??= [...at.before, ...openTo(from)]
    for (const onward of onwardsFrom(trip, at.way, step, front).toReversed())
      todo.push({ front: onward, from: node })
  }
  return null
}

function ahead(way: Way, step: Step, found: { open: readonly StepId[]; agreed: Arguments | null }): Ahead {
  return { step, agreed: found.agreed, open: [...new Set([...found.open, ...unmetNeeds(way, step)])] }
}

/** A confirm that got its no is passed, not open. */
export function isOpenAhead({ scene }: Trip, way: Way, step: Step, front: Front): boolean {
  if (step.kind === 'decide') return false
  if (step.kind === 'confirm') return answerAt(scene, way, step, front) === null
  return satisfiedAt(scene, way, step, front) === null
}

/** A yes may have come before the walk reached its confirm; it binds all the same (S5). */
function agreedBefore(trip: Trip, way: Way, to: { act: StepId; from: AheadNode | null }): Arguments | null {
  const confirms = trip.scene.it.index.confirms.get(to.act) ?? []
  if (confirms.length === 0) return null
  for (let node = to.from; node !== null; node = node.from) {
    const { front } = node
    const confirm = confirms.find((one) => one.id === front.step)
    const answer = confirm === undefined ? null : answerAt(trip.scene, way, confirm, front)
    if (answer?.yes && answer.proposal) return answer.proposal.arguments
  }
  return null
}

function openTo(node: AheadNode | null): readonly StepId[] {
  const open: StepId[] = []
  for (let at = node; at !== null; at = at.from) if (at.isOpen) open.push(at.front.step)
  return open.reverse()
}

export function onwardsFrom(trip: Trip, way: Way, step: Step, front: Front): readonly Front[] {
  switch (step.kind) {
    case 'decide':
      return decideOnwards(trip, trip.scene.walker.area.decisionOf.get(step.id), front)
    case 'confirm': {
      const answer = answerAt(trip.scene, way, step, front)
      const refused = step.ifRefused === null ? [] : [step.ifRefused]
      if (answer === null) return [step.next, ...refused].map((to) => ({ ...front, step: to }))
      const ways = answer.yes ? [step.next] : refused
      return ways.map((to) => afterAnswer(trip.scene, { step, front, to, n: answer.n }))
    }
    case 'handover':
    case 'end':
    case 'resume':
      return []
    default:
      return [{ ...front, step: step.next }]
  }
}

function decideOnwards(trip: Trip, decision: Decision | undefined, front: Front): readonly Front[] {
  if (decision === undefined) return []
  const made = madeAhead(trip.scene.walker, decision, front)
  if (made === null && trip.search.decidedOnly) return []
  const edges = made === null ? predicted(trip, decision) : chosenOf(made)
  if (made !== null) {
    const closed = decision.step.edges.filter((edge) => !edges.includes(edge))
    trip.closed.push({ edges: closed, read: (name) => valueThen(made, name) ?? UNKNOWN })
  }
  return edges.map((edge) => ({
    step: edge.to,
    since: made?.remade ? Math.max(front.since, made.n) : front.since,
    round: edge.loops ? (made?.looped ?? null) : front.round,
    answered: front.answered,
  }))
}

function madeAhead(walker: Walker, decision: Decision, front: Front): Made | null {
  const made = walker.made.get(decision.step.id)
  if (made === undefined) return null
  if (decision.step.round === 1) return made
  return front.round === null || made.n < front.round ? null : made
}

function chosenOf(made: Made): readonly Edge[] {
  const edge = edgeOf(made)
  return edge === undefined ? made.edges : [edge]
}

/** The edge that holds on the claims so far and the rows as they are; every edge where too little is said. */
function predicted(trip: Trip, decision: Decision): readonly Edge[] {
  const { it, request } = trip.scene
  const all = decision.step.edges
  if (decision.late || decision.fields.some((field) => fieldValue(it, request, field) === UNKNOWN)) return all
  const edges = edgesHolding(decision, trip.read)
  trip.closed.push({ edges: all.filter((edge) => !edges.includes(edge)), read: trip.read })
  return edges
}
