import { assert } from '../../base/assert.ts'
import type { StepId } from '../../base/values/ids.ts'
import { Special, UNKNOWN } from '../../base/values/value.ts'
import type { Edge, Graph, Step, StepOf } from '../model/graph.ts'
import { tellsAll } from './held.ts'
import { isAbout } from './walk-action.ts'
import { edgeOf, isSettled, make, type Scene, unmake } from './walk-decisions.ts'
import { type Answer, answerTo, firstAfter, toldAt } from './walk-deeds.ts'
import { confirmedAct, stepOf } from './walk-index.ts'
import {
  type Answered,
  type Front,
  isOpen,
  type Made,
  nothingOpen,
  type Visit,
  visitOn,
  type Way,
  waysOf,
} from './walk-state.ts'
import { actualReader, claimsOf, isDone, knownReader } from './walk-values.ts'

/**
 * Walking (W1): from a front over satisfied and open steps to where the walk stops. A way is kept from event to event, since
 * what was satisfied stays so (A5): `refresh` closes what an event satisfied and goes on from the stop, `rewind` takes back
 * what a change reopened.
 */

/** More unmade choices than this at once wait for an earlier one (S3): ways multiply with each. */
const WAYS_MAX = 128

export const newWay = (next: Front, from: { parent: Way; edge: Edge } | null = null): Way => ({
  parent: from?.parent ?? null,
  edge: from?.edge ?? null,
  visits: [],
  next,
  stop: null,
  forks: [],
})

export function refresh(scene: Scene, way: Way, n: number): void {
  for (const visit of way.visits.filter(isOpen))
    visit.satisfied = satisfiedAt(scene, way, visit.step, visit.front)
  if (way.forks.length > 0 && isForkedStill(scene, way)) {
    for (const fork of way.forks) refresh(scene, fork, n)
    return
  }
  way.forks = []
  if (way.stop !== null) rewind(way, way.visits.length - 1)
  advance(scene, way, n)
}

/** Checks whose record has another key now: open again unless the new row was looked up already (V2). */
export function recheck(scene: Scene, way: Way, checks: readonly StepId[]): void {
  for (const visit of way.visits) {
    if (checks.includes(visit.step.id)) visit.satisfied = satisfiedAt(scene, way, visit.step, visit.front)
  }
}

/** Takes back every visit from `place` on. */
export function rewind(way: Way, place: number): void {
  const [first] = way.visits.splice(place)
  if (first !== undefined) way.next = first.front
  way.forks = []
  way.stop = null
}

function advance(scene: Scene, way: Way, n: number): void {
  const { index } = scene.it
  for (;;) {
    const step = stepOf(index.graph, way.next.step)
    const visit: Visit = { step, front: way.next, satisfied: null, agreed: null }
    const next = pass(scene, way, visit, n)
    way.visits.push(visit)
    if (next === null) {
      way.stop = visit
      fork(scene, way, n)
      return
    }
    way.next = next
  }
}

/** Where the walk goes on after this step; null: it stops here. */
function pass(scene: Scene, way: Way, visit: Visit, n: number): Front | null {
  const { step, front } = visit
  if (step.kind === 'decide') {
    const made = decided(scene, way, { step, front, n })
    const edge = made === null ? undefined : edgeOf(made)
    if (made === null || edge === undefined) return null
    visit.satisfied = made.n
    return leave(front, { made, edge, n })
  }
  if (step.kind === 'confirm') return passConfirm(scene, way, visit, step)
  visit.satisfied = satisfiedAt(scene, way, step, front)
  if (step.kind === 'act') return visit.satisfied === null ? null : { ...front, step: step.next }
  if (step.kind === 'handover' || step.kind === 'end' || step.kind === 'resume') return null
  return { ...front, step: step.next }
}

function passConfirm(scene: Scene, way: Way, visit: Visit, step: StepOf<'confirm'>): Front | null {
  const answer = answerAt(scene, way, step, visit.front)
  if (answer === null) return null
  if (answer.yes) visit.satisfied = answer.n
  if (answer.yes) visit.agreed = answer.proposal?.arguments ?? {}
  const to = answer.yes ? step.next : step.ifRefused
  if (to === null) scene.request.withdrawn = true
  return to === null ? null : afterAnswer(scene, { step, front: visit.front, to, n: answer.n })
}

/** The way on from an answered confirm. */
export function afterAnswer(
  { it }: Scene,
  left: { step: StepOf<'confirm'>; front: Front; to: StepId; n: number },
): Front {
  const { tool } = confirmedAct(it.index.graph, left.step)
  return { ...left.front, step: left.to, answered: { tool, n: left.n, before: left.front.answered } }
}

function leave(front: Front, left: { made: Made; edge: Edge; n: number }): Front {
  const { made, edge, n } = left
  if (edge.loops) made.looped ??= n
  return {
    step: edge.to,
    since: made.remade ? Math.max(front.since, made.n) : front.since,
    round: edge.loops ? made.looped : front.round,
    answered: front.answered,
  }
}

function decided(
  scene: Scene,
  way: Way,
  at: { step: StepOf<'decide'>; front: Front; n: number },
): Made | null {
  const { step, front, n } = at
  const made = scene.walker.made.get(step.id)
  const stale = made !== undefined && step.round > 1 && made.n < (front.round ?? 0)
  if (stale) unmake(scene.walker, step.id)
  if (made !== undefined && !stale) return made
  const decision = scene.walker.area.decisionOf.get(step.id)
  if (decision === undefined) assert(false, `${step.id} is walked but not in its area`)
  if (!decision.late || !nothingOpen(way) || !isSettled(scene, decision)) return null
  const { it, request } = scene
  return make(scene, decision, { n, read: knownReader(it, request, (name) => isDone(it, request, name)) })
}

/** S8: deeds count for a step only after this event. Infinite in a loop round that has not begun. */
function sinceOf({ it, walker }: Scene, way: Way, step: Step, front: Front): number {
  const round = step.round > 1 ? (front.round ?? Number.POSITIVE_INFINITY) : 0
  const answered = step.kind === 'confirm' ? lastAnswer(it.index.graph, step, front) : 0
  let since = Math.max(front.since, round, answered)
  // Few customers change their mind.
  if (walker.changes.size === 0) return since
  const act = step.kind === 'confirm' ? confirmedAct(it.index.graph, step) : step.kind === 'act' ? step : null
  const inputs = act === null ? [] : (it.index.shapes.get(act.id)?.inputs ?? [])
  for (const input of inputs) {
    const last = walker.changes
      .get(input)
      ?.findLast(({ beyond }) => beyond === null || visitOn(way, beyond) !== undefined)
    since = Math.max(since, last?.n ?? 0)
  }
  return since
}

/** S4: one proposal serves one confirm. */
function lastAnswer(graph: Graph, step: StepOf<'confirm'>, front: Front): number {
  if (front.answered === null) return 0
  const { tool } = confirmedAct(graph, step)
  for (let at: Answered | null = front.answered; at !== null; at = at.before)
    if (at.tool === tool) return at.n
  return 0
}

/** The event that satisfied a step that comes after the given front on the given way; null: none did. */
export function satisfiedAt(scene: Scene, way: Way, step: Step, front: Front): number | null {
  const { it, request } = scene
  switch (step.kind) {
    case 'learn':
      return learnedAt(scene, step, front)
    case 'check':
      return checkedAt(scene, step, front)
    case 'tell': {
      const told = toldAt(request.deeds, {
        since: sinceOf(scene, way, step, front),
        fits: (telling) => isAbout(telling, step),
        complete: (said) => tellsAll(step, said, { read: actualReader(it, request), today: it.around.today }),
        deeds: it.index.toldDeeds.get(step.id) ?? [],
      })
      const waived = request.deeds.waivedAt
      return told === null ? waived : Math.min(told, waived ?? told)
    }
    case 'confirm': {
      const answer = answerAt(scene, way, step, front)
      return answer?.yes === true ? answer.n : null
    }
    case 'act':
      return firstAfter(request.deeds.calls.get(step.id) ?? [], sinceOf(scene, way, step, front))
    case 'handover':
      return firstAfter(it.handovers, sinceOf(scene, way, step, front))
    case 'end':
      return firstAfter(request.deeds.endings, sinceOf(scene, way, step, front))
    default:
      return null
  }
}

export function answerAt(scene: Scene, way: Way, step: StepOf<'confirm'>, front: Front): Answer | null {
  const shape = scene.it.index.shapes.get(step.step)
  if (shape === undefined) assert(false, `${step.id} confirms no act`)
  const since = sinceOf(scene, way, step, front)
  return answerTo(scene.request.deeds, shape.key, { since, attemptsMax: step.attemptsMax })
}

function learnedAt({ it, request }: Scene, step: StepOf<'learn'>, front: Front): number | null {
  const claims = claimsOf(it, request, step.field)
  if (claims === undefined || claims.value === UNKNOWN) return null
  if (step.round === 1) return claims.at[0] ?? null
  return front.round === null ? null : firstAfter(claims.at, front.round)
}

function checkedAt({ request }: Scene, step: StepOf<'check'>, front: Front): number | null {
  const bound = request.records.get(step.record)
  if (bound === undefined || !bound.settled) return null
  if (step.round === 1) return bound.since
  if (front.round === null) return null
  if (bound.key instanceof Special) return front.round
  return bound.readAt > front.round ? bound.readAt : null
}

function isForkedStill({ walker }: Scene, way: Way): boolean {
  const made = way.stop === null ? undefined : walker.made.get(way.stop.step.id)
  return made !== undefined && edgeOf(made) === undefined && made.edges.length === way.forks.length
}

function fork(scene: Scene, way: Way, n: number): void {
  const stop = way.stop
  const made = stop?.step.kind === 'decide' ? scene.walker.made.get(stop.step.id) : undefined
  if (stop === null || made === undefined || made.edges.length < 2) return
  if (leavesOf(scene) + made.edges.length - 1 > WAYS_MAX) return
  way.forks = made.edges.map((edge) => newWay(leave(stop.front, { made, edge, n }), { parent: way, edge }))
  for (const one of way.forks) advance(scene, one, n)
}

function leavesOf({ walker }: Scene): number {
  let leaves = 0
  if (walker.way !== null) for (const way of waysOf(walker.way)) if (way.forks.length === 0) leaves += 1
  return leaves
}
