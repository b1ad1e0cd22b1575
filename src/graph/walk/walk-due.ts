import type { StepId } from '../../base/values/ids.ts'
import type { Step } from '../model/graph.ts'
import { type Action, meetsStep } from './walk-action.ts'
import { demandedInput } from './walk-constraints.ts'
import { learnKey, tellKey } from './walk-index.ts'
import {
  type Conversation,
  openOn,
  type Request,
  type Visit,
  visitOn,
  type Walker,
  type Way,
  waysOf,
} from './walk-state.ts'

/** A due step on one of the ways. */
export type Due = { readonly walker: Walker; readonly way: Way; readonly visit: Visit }

export function liveRequests(it: Conversation): readonly Request[] {
  const live: Request[] = []
  for (const request of it.requests.values()) if (!request.withdrawn) live.push(request)
  return live
}

/** Detours that are not through yet, the one to walk first in front (W3). */
export function pendingDetours(request: Request): readonly Walker[] {
  // Asked for at every step of every walk, and nearly always there is none: no closure, no list.
  let pending: Walker[] | null = null
  for (const walker of request.detours) {
    if (walker.way === null || isThrough(walker.way)) continue
    if (pending === null) pending = [walker]
    else pending.push(walker)
  }
  if (pending === null) return NO_DETOUR
  return pending.length > 1 ? pending.sort((a, b) => (b.from ?? 0) - (a.from ?? 0)) : pending
}
const NO_DETOUR: readonly Walker[] = []

/** The walk whose steps are due: a detour's while one is on, else the procedure's. */
export const activeWalker = (request: Request): Walker | null => pendingDetours(request)[0] ?? request.main

function isThrough(root: Way): boolean {
  for (const way of waysOf(root)) if (way.stop?.step.kind === 'resume' && openOn(way) === 0) return true
  return false
}

/** Every due step of a request, way by way, in walk order (W2); none after a handover (W4). */
export function dueOf(it: Conversation, request: Request): readonly Due[] {
  return it.handovers.length > 0 ? [] : dueByWalk(it, request)
}

function dueByWalk(it: Conversation, request: Request): readonly Due[] {
  const due: Due[] = []
  const walker = activeWalker(request)
  if (request.withdrawn || walker === null || walker.way === null) return due
  for (const way of waysOf(walker.way)) {
    for (const visit of openIn(way)) if (needsMet(way, visit.step)) due.push({ walker, way, visit })
    if (way.stop !== null && isStopDue(it, request, way, way.stop)) due.push({ walker, way, visit: way.stop })
  }
  return due
}

/** Open visits of a way in walk order. */
function openIn(way: Way): readonly Visit[] {
  if (way.openCount === 0) return NOTHING
  const open: Visit[] = []
  for (const visits of way.open.values()) for (const visit of visits) open.push(visit)
  return open.length > 1 ? open.sort((a, b) => a.place - b.place) : open
}
const NOTHING: readonly Visit[] = []

/** The due steps of a request that this action does (A2), without listing all that is due. */
export function dueFor(it: Conversation, request: Request, action: Action): readonly Due[] {
  const walker = activeWalker(request)
  if (request.withdrawn || it.handovers.length > 0 || walker === null || walker.way === null) return NONE_DUE
  const found: Due[] = []
  for (const way of waysOf(walker.way)) {
    for (const visit of openFor(it, way, action)) {
      if (needsMet(way, visit.step) && meetsStep(it, request, action, visit.step))
        found.push({ walker, way, visit })
    }
    const stop = way.stop
    if (stop === null || !isStopDue(it, request, way, stop)) continue
    const instead =
      action.kind === 'call' && action.role === 'handover' && isImpossible(it, request, stop.step)
    if (instead || (meetsStep(it, request, action, stop.step) && !isImpossible(it, request, stop.step)))
      found.push({ walker, way, visit: stop })
  }
  return found
}

const NONE_DUE: readonly Due[] = []

function openFor({ index }: Conversation, way: Way, action: Action): Iterable<Visit> {
  if (way.openCount === 0) return NOTHING
  if (action.kind === 'call') {
    if (action.role !== 'read') return NOTHING
    return openIn(way).filter(isCheck)
  }
  const { act } = action
  // The claim of a deed does the inform of it (S6).
  const does = act.act === 'claim-done' ? 'inform' : act.act
  const open = way.open.get(act.act === 'request' ? learnKey(index, act.field ?? '') : tellKey(index, does))
  return open ?? NOTHING
}

const isCheck = ({ step }: Visit): boolean => step.kind === 'check'

function isStopDue(it: Conversation, request: Request, way: Way, visit: Visit): boolean {
  const { step, satisfied } = visit
  if (satisfied !== null || !needsMet(way, step)) return false
  switch (step.kind) {
    case 'confirm':
      return true
    case 'act':
    case 'handover':
      return openOn(way) === 0
    case 'end':
      return openOn(way) === 0 && liveRequests(it).every((other) => other === request || isAtEnd(other))
    default:
      return false
  }
}

/** W2: stands at `end` with nothing open, or has ended. */
export function isAtEnd(request: Request): boolean {
  const root = activeWalker(request)?.way
  if (root === null || root === undefined) return true
  for (const way of waysOf(root)) if (way.stop?.step.kind === 'end' && openOn(way) === 0) return true
  return false
}

export function hasEnded(request: Request): boolean {
  const root = activeWalker(request)?.way
  if (root === null || root === undefined) return request.deeds.endings.length > 0
  for (const way of waysOf(root))
    if (way.stop?.step.kind === 'end' && way.stop.satisfied !== null) return true
  return false
}

/** Is ending the conversation due (W2, W4)? */
export function isEndingDue(it: Conversation): boolean {
  const live = liveRequests(it)
  if (live.length === 0 || it.handovers.length > 0) return true
  return (live.every(isAtEnd) && !live.every(hasEnded)) || live.some((request) => isEndDue(it, request))
}

/** An end may be due on one way of an open choice although another way of it has ended. */
function isEndDue(it: Conversation, request: Request): boolean {
  const root = activeWalker(request)?.way
  if (root === null || root === undefined) return false
  for (const way of waysOf(root))
    if (way.stop?.step.kind === 'end' && isStopDue(it, request, way, way.stop)) return true
  return false
}

/** A6: a wrong write was made, and the act can no longer be done. */
export function isImpossible(it: Conversation, request: Request, step: Step): boolean {
  if (request.deeds.waivedAt === null || step.kind !== 'act') return false
  return it.around.possible(step.tool, demandedInput(it, request, step)) === false
}

/** Acts that would be due now if the back office could still do them: handover is due in their place (A6). */
export function impossibleActs(it: Conversation, request: Request): ReadonlySet<StepId> {
  if (request.deeds.waivedAt === null) return new Set()
  const due = dueByWalk(it, request).filter(({ visit }) => isImpossible(it, request, visit.step))
  return new Set(due.map(({ visit }) => visit.step.id))
}

/** Each needed step that the walk passed on this way is satisfied (W2). */
export const needsMet = (way: Way, step: Step): boolean =>
  step.needs.length === 0 || unmetNeeds(way, step).length === 0

export const unmetNeeds = (way: Way, step: Step): readonly StepId[] =>
  step.needs.filter((need) => {
    const visit = visitOn(way, need)
    return visit !== undefined && visit.satisfied === null && visit !== way.stop
  })
