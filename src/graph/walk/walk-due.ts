import type { StepId } from '../../base/values/ids.ts'
import type { Step } from '../model/graph.ts'
import { type Action, meetsStep } from './walk-action.ts'
import { demandedInput } from './walk-constraints.ts'
import {
  type Conversation,
  isOpen,
  nothingOpen,
  type Request,
  type Visit,
  visitOn,
  type Walker,
  type Way,
  waysOf,
} from './walk-state.ts'

/** A due step on one of the ways. */
export type Due = { readonly walker: Walker; readonly way: Way; readonly visit: Visit }

export const liveRequests = (it: Conversation): readonly Request[] =>
  [...it.requests.values()].filter((request) => !request.withdrawn)

/** Detours that are not through yet, the one to walk first in front (W3). */
export const pendingDetours = ({ detours }: Request): readonly Walker[] =>
  detours
    .filter((walker) => walker.way !== null && !isThrough(walker.way))
    .sort((a, b) => (b.from ?? 0) - (a.from ?? 0))

/** The walk whose steps are due: a detour's while one is on, else the procedure's. */
export const activeWalker = (request: Request): Walker | null => pendingDetours(request)[0] ?? request.main

const activeWays = (request: Request): readonly Way[] => {
  const root = activeWalker(request)?.way ?? null
  return root === null ? [] : waysOf(root)
}

const isThrough = (root: Way): boolean =>
  waysOf(root).some((way) => way.stop?.step.kind === 'resume' && nothingOpen(way))

/** Every due step of a request, way by way, in walk order (W2); none after a handover (W4). */
export const dueOf = (it: Conversation, request: Request): readonly Due[] =>
  it.handovers.length > 0 ? [] : dueByWalk(it, request)

function dueByWalk(it: Conversation, request: Request): readonly Due[] {
  const walker = activeWalker(request)
  if (request.withdrawn || walker === null) return []
  return activeWays(request).flatMap((way) =>
    way.visits
      .filter((visit) =>
        visit === way.stop
          ? isStopDue(it, request, way, visit)
          : isOpen(visit) && unmetNeeds(way, visit.step).length === 0,
      )
      .map((visit) => ({ walker, way, visit })),
  )
}

/** The due steps of a request that this action does (A2). */
export const dueFor = (it: Conversation, request: Request, action: Action): readonly Due[] =>
  dueOf(it, request).filter(({ visit: { step } }) =>
    isImpossible(it, request, step)
      ? action.kind === 'call' && action.role === 'handover'
      : meetsStep(it, request, action, step),
  )

function isStopDue(it: Conversation, request: Request, way: Way, visit: Visit): boolean {
  const { step, satisfied } = visit
  if (satisfied !== null || unmetNeeds(way, step).length > 0) return false
  switch (step.kind) {
    case 'confirm':
      return true
    case 'act':
    case 'handover':
      return nothingOpen(way)
    case 'end':
      return nothingOpen(way) && liveRequests(it).every((other) => other === request || isAtEnd(other))
    default:
      return false
  }
}

/** W2: stands at `end` with nothing open, or has ended. */
function isAtEnd(request: Request): boolean {
  const ways = activeWays(request)
  return ways.length === 0 || ways.some((way) => way.stop?.step.kind === 'end' && nothingOpen(way))
}

export function hasEnded(request: Request): boolean {
  const ways = activeWays(request)
  if (ways.length === 0) return request.deeds.endings.length > 0
  return ways.some(({ stop }) => stop?.step.kind === 'end' && stop.satisfied !== null)
}

/** Is ending the conversation due (W2, W4)? */
export function isEndingDue(it: Conversation): boolean {
  const live = liveRequests(it)
  if (live.length === 0 || it.handovers.length > 0) return true
  return (live.every(isAtEnd) && !live.every(hasEnded)) || live.some((request) => isEndDue(it, request))
}

/** An end may be due on one way of an open choice although another way of it has ended. */
const isEndDue = (it: Conversation, request: Request): boolean =>
  activeWays(request).some((way) => way.stop?.step.kind === 'end' && isStopDue(it, request, way, way.stop))

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

/** Needed steps that the walk passed on this way and that are not satisfied (W2). */
export const unmetNeeds = (way: Way, step: Step): readonly StepId[] =>
  step.needs.filter((need) => {
    const visit = visitOn(way, need)
    return visit !== undefined && visit.satisfied === null && visit !== way.stop
  })
