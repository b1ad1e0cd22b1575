import type { Step } from '../model/graph.ts'
import { isOpenAhead, newTrip, onwardsFrom, type Trip } from './walk-ahead.ts'
import { pendingDetours } from './walk-due.ts'
import { stepOf } from './walk-index.ts'
import type { Conversation, Front, Request, Way } from './walk-state.ts'
import type { DueStep } from './walk-types.ts'

/** What a request leaves undone whichever way it goes on; none after a handover (W4). */
export function owedIn(it: Conversation, request: Request): readonly DueStep[] {
  if (it.handovers.length > 0 || request.withdrawn) return []
  for (const walker of [...pendingDetours(request), ...(request.main === null ? [] : [request.main])]) {
    if (walker.way === null) continue
    const trip = newTrip({ it, request, walker }, { matches: () => false, decidedOnly: false }, [])
    const owed = owedOn(trip, walker.way)
    if (owed.length > 0) return owed.map(({ id }) => ({ request: request.id, step: id }))
  }
  return []
}

/** An unmade choice of which one way leads to the end owes nothing. */
function owedOn(trip: Trip, way: Way): readonly Step[] {
  const open: Step[] = []
  for (const visits of way.open.values()) for (const { step } of visits) if (isOwed(step)) open.push(step)
  if (way.forks.length > 0) {
    const each = way.forks.map((fork) => owedOn(trip, fork))
    return each.some((owed) => owed.length === 0) ? open : [...open, ...(each[0] ?? [])]
  }
  return way.stop === null ? open : [...open, ...owedFrom(trip, way, way.stop.front)]
}

/** The first owed step on each way on; none where some way comes to its end without one. */
function owedFrom(trip: Trip, way: Way, from: Front): readonly Step[] {
  const { graph } = trip.scene.it.index
  const owed = new Set<Step>()
  const seen = new Set<string>()
  const todo = [from]
  for (let front = todo.pop(); front !== undefined; front = todo.pop()) {
    if (seen.has(front.step)) continue
    seen.add(front.step)
    const step = stepOf(graph, front.step)
    if (step.kind === 'end' || step.kind === 'resume') return []
    const isOpen = isOpenAhead(trip, way, step, front)
    if (isOpen && isOwed(step)) owed.add(step)
    // A yes that nobody asked for yet lies before the deed, not instead of it.
    else if (isOpen && step.kind === 'confirm') todo.push({ ...front, step: step.next })
    else todo.push(...onwardsFrom(trip, way, step, front))
  }
  return [...owed]
}

const isOwed = ({ kind }: Step): boolean => kind === 'act' || kind === 'handover' || kind === 'tell'
