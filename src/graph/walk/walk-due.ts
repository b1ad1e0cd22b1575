import type { StepId } from '../../base/values/ids.ts'
import type { Step } from '../model/graph.ts'
import { type Action, meetsStep } from './walk-action.ts'
import { demandedInput } from './walk-constraints.ts'
import { endings, handovers, waivedAt } from './walk-deeds.ts'
import {
  type History,
  isOpen,
  liveRequests,
  nothingOpen,
  type Request,
  stopOf,
  type Visit,
  type Walked,
  type Way,
} from './walk-history.ts'

/** A due step on one of the ways. */
type Due = { readonly way: Way; readonly visit: Visit }

/** Detours that are not through yet, the one to walk first in front, and the procedure (W3). */
export const pendingWalks = ({ walks }: Request): readonly Walked[] =>
  walks.filter(({ ways }) => !ways.some((way) => stopOf(way)?.step.kind === 'resume' && nothingOpen(way)))

/** The ways whose steps are due: a detour's while one is on, else the procedure's. */
export const activeWays = (request: Request): readonly Way[] => pendingWalks(request)[0]?.ways ?? []

/** Every due step of a request, way by way, in walk order (W2); none after a handover (W4). */
export const dueOf = (history: History, request: Request): readonly Due[] =>
  handovers(history).length > 0 ? [] : dueByWalk(history, request)

const dueByWalk = (history: History, request: Request): readonly Due[] =>
  request.withdrawn
    ? []
    : activeWays(request).flatMap((way) =>
        way.visits.filter((visit) => isDue(history, request, way, visit)).map((visit) => ({ way, visit })),
      )

/** The due steps of a request that this action does (A2). */
export const dueFor = (history: History, request: Request, action: Action): readonly Due[] =>
  dueOf(history, request).filter(({ visit: { step } }) =>
    isImpossible(history, request, step)
      ? action.kind === 'call' && action.role === 'handover'
      : meetsStep(history, request, action, step),
  )

function isDue(history: History, request: Request, way: Way, visit: Visit): boolean {
  const { step, satisfied } = visit
  if (satisfied !== null || (visit !== stopOf(way) && !isOpen(visit))) return false
  if (unmetNeeds(way, step).length > 0) return false
  switch (step.kind) {
    case 'act':
    case 'handover':
      return nothingOpen(way)
    case 'end':
      return nothingOpen(way) && liveRequests(history).every((other) => other === request || isAtEnd(other))
    default:
      return step.kind !== 'decide' && step.kind !== 'resume'
  }
}

/** W2: stands at `end` with nothing open, or has ended. */
function isAtEnd(request: Request): boolean {
  const ways = activeWays(request)
  return ways.length === 0 || ways.some((way) => stopOf(way)?.step.kind === 'end' && nothingOpen(way))
}

export function hasEnded(history: History, request: Request): boolean {
  const stops = activeWays(request).map(stopOf)
  if (stops.length === 0) return endings(history).some((n) => n > request.opened)
  return stops.some((stop) => stop?.step.kind === 'end' && stop.satisfied !== null)
}

/** Is ending the conversation due (W2, W4)? */
export function isEndingDue(history: History): boolean {
  const live = liveRequests(history)
  if (live.length === 0 || handovers(history).length > 0) return true
  const isLeft = live.every(isAtEnd) && !live.every((request) => hasEnded(history, request))
  // An end may be due on one way of an open choice although another way of it has ended.
  return (
    isLeft || live.some((request) => dueOf(history, request).some(({ visit }) => visit.step.kind === 'end'))
  )
}

/** A6: a wrong write was made, and the act can no longer be done. */
export const isImpossible = (history: History, request: Request, step: Step): boolean =>
  step.kind === 'act' &&
  waivedAt(history, request) !== null &&
  history.around.possible(step.tool, demandedInput(history, request, step)) === false

/** Acts that would be due now if the back office could still do them: handover is due in their place (A6). */
export const impossibleActs = (history: History, request: Request): ReadonlySet<StepId> =>
  new Set(
    dueByWalk(history, request)
      .filter(({ visit }) => isImpossible(history, request, visit.step))
      .map(({ visit }) => visit.step.id),
  )

/** Needed steps that the walk passed on this way and that are not satisfied (W2). */
export const unmetNeeds = (way: Way, step: Step): readonly StepId[] =>
  step.needs.filter((need) => {
    const visit = way.visits.find((one) => one.step.id === need)
    return visit !== undefined && visit.satisfied === null && visit !== stopOf(way)
  })
