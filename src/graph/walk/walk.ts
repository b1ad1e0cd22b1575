import type { StepId } from '../../base/values/ids.ts'
import type { Value } from '../../base/values/value.ts'
import type { Graph, Step } from '../model/graph.ts'
import { takeCalled, takeSaid } from './walk-acts.ts'
import { isOpenAhead, newTrip, onwardsFrom, type Trip } from './walk-ahead.ts'
import { takeCustomer } from './walk-customer.ts'
import { edgeOf } from './walk-decisions.ts'
import { newTurn } from './walk-deeds.ts'
import { activeWalker, dueOf, isEndingDue, isImpossible, liveRequests, pendingDetours } from './walk-due.ts'
import { indexOf, stepOf } from './walk-index.ts'
import { judge } from './walk-judge.ts'
import {
  type Conversation,
  type Front,
  isOpen,
  type Request,
  type Visit,
  type Walker,
  type Way,
  waysOf,
} from './walk-state.ts'
import type {
  DueStep,
  JudgedAction,
  JudgingWalk,
  RequestView,
  Surroundings,
  WalkEvent,
} from './walk-types.ts'

/**
 * The walk of one conversation along the graph (docs/spec/graph.md, V1 to A7). In: a sound graph and, one by one, what
 * customer and agent did. Out: each action of the agent judged in the state it was taken in, and what is due now. It
 * must not know worlds, cases, cards or transcripts: the same walk serves the rule engine and the instruments.
 */
export function startWalk(graph: Graph, around: Surroundings): JudgingWalk {
  const index = indexOf(graph)
  const it: Conversation = {
    index,
    around,
    rows: { keyOf: around.keyOf, tables: new Map(), none: new Map() },
    identity: new Map(),
    requests: new Map(),
    handovers: [],
    turn: newTurn(),
  }
  return {
    due: () => dueNow(it),
    ending: () => isEndingDue(it),
    requests: () => [...it.requests.values()].map((request) => viewOf(it, request)),
    relevant: () => liveRequests(it).flatMap((request) => relevantIn(request)),
    take: (event) => take(it, event),
    peek: (act, said) => judge(it, { kind: 'words', act, said, wordless: false }).class,
    owed: () => liveRequests(it).flatMap((request) => owedIn(it, request)),
  }
}

function take(it: Conversation, event: WalkEvent): readonly JudgedAction[] {
  switch (event.type) {
    case 'customer':
      takeCustomer(it, event)
      return []
    case 'said':
      return takeSaid(it, event)
    case 'called':
      return [takeCalled(it, event)]
  }
}

function dueNow(it: Conversation): readonly DueStep[] {
  const due: DueStep[] = []
  for (const request of liveRequests(it)) {
    // On several ways one step may be due on each.
    const steps = new Set<Step>()
    for (const { visit } of dueOf(it, request)) steps.add(visit.step)
    for (const step of steps) {
      const one = { request: request.id, step: step.id }
      due.push(isImpossible(it, request, step) ? { ...one, instead: 'handover' } : one)
    }
  }
  return due
}

/** What a request leaves undone whichever way it goes on; none after a handover (W4). */
function owedIn(it: Conversation, request: Request): readonly DueStep[] {
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
  for (const visit of way.visits.filter(isOpen)) if (isOwed(visit.step)) open.push(visit.step)
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

/** What others see of a request. Beyond an unmade choice every way is walked; each step is listed once. */
function viewOf(it: Conversation, request: Request): RequestView {
  const seen: Seen = { decided: [], satisfied: [], walked: [], agreed: [] }
  for (const walker of detoursWalked(request)) lookAt(walker, seen)
  if (request.main !== null) lookAt(request.main, seen)
  const { id, intent, procedure, withdrawn } = request
  const { decided, satisfied, walked, agreed } = seen
  const tellsWaived = request.deeds.waivedAt !== null
  return {
    id,
    intent,
    procedure,
    withdrawn,
    fields: fieldsOf(it, request),
    decided,
    satisfied,
    walked,
    tellsWaived,
    agreed,
  }
}

/** the latest fired in front */
const detoursWalked = ({ detours }: Request): readonly Walker[] =>
  detours.filter(({ way }) => way !== null).sort((a, b) => (b.from ?? 0) - (a.from ?? 0))

function fieldsOf(it: Conversation, request: Request): ReadonlyMap<string, Value> {
  const fields = new Map<string, Value>()
  for (const [field, { value }] of it.identity) fields.set(field, value)
  for (const [field, { value }] of request.fields) fields.set(field, value)
  return fields
}

type Listed = 'decided' | 'satisfied' | 'walked' | 'agreed'
type Seen = { readonly [List in Listed]: RequestView[List][number][] }

function lookAt({ way: root, made }: Walker, seen: Seen): void {
  if (root === null) return
  const isForked = root.forks.length > 0
  const listed = new Set<StepId>()
  for (const way of waysOf(root)) {
    for (const visit of way.visits) {
      if (isForked && listed.has(visit.step.id)) continue
      if (isForked) listed.add(visit.step.id)
      lookAtVisit(made, visit, seen)
    }
  }
}

function lookAtVisit(made: Walker['made'], { step, satisfied, agreed }: Visit, seen: Seen): void {
  seen.walked.push(step.id)
  if (step.kind === 'decide') {
    const decision = made.get(step.id)
    const edge = decision === undefined ? undefined : edgeOf(decision)
    if (decision === undefined || edge === undefined) return
    const n = decision.edges.length > 1 ? (decision.chosen?.n ?? decision.n) : decision.n
    seen.decided.push({ step: step.id, edge: edge.id, n })
  } else if (satisfied !== null) {
    seen.satisfied.push({ step: step.id, n: satisfied })
    if (agreed !== null) seen.agreed.push({ step: step.id, arguments: agreed, n: satisfied })
  }
}

/** W7: the fields that the unmade decision at which the walk stopped reads. */
function relevantIn(request: Request): readonly { readonly request: string; readonly field: string }[] {
  const walker = activeWalker(request)
  if (walker === null || walker.way === null) return []
  const stop = firstUndecided(walker.way, walker.made)
  const fields = stop === null ? [] : (walker.area.decisionOf.get(stop)?.fields ?? [])
  return fields.map((field) => ({ request: request.id, field }))
}

function firstUndecided(root: Way, made: Walker['made']): StepId | null {
  for (const way of waysOf(root)) {
    if (way.stop?.step.kind === 'decide' && !made.has(way.stop.step.id)) return way.stop.step.id
  }
  return null
}
