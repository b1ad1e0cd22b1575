import type { StepId } from './graph.ts'
import { edgeOf } from './walk-decisions.ts'
import { activeWalker } from './walk-due.ts'
import { type Conversation, type Request, type Visit, type Walker, type Way, waysOf } from './walk-state.ts'
import type { RequestView } from './walk-types.ts'

/** What others see of a request. Beyond an unmade choice every way is walked; each step is listed once. */
export function viewOf(it: Conversation, request: Request): RequestView {
  const detours = request.detours.filter((walker) => walker.way !== null)
  const walkers = [
    ...detours.sort((a, b) => (b.from ?? 0) - (a.from ?? 0)),
    ...(request.main === null ? [] : [request.main]),
  ]
  const visits = walkers.flatMap(visitsOf)
  return {
    id: request.id,
    intent: request.intent,
    procedure: request.procedure,
    withdrawn: request.withdrawn,
    fields: new Map([...it.identity, ...request.fields].map(([field, { value }]) => [field, value])),
    decided: visits.flatMap(({ walker, visit }) => decidedAt(walker, visit)),
    satisfied: visits.flatMap(({ visit: { step, satisfied } }) =>
      satisfied === null || step.kind === 'decide' ? [] : [{ step: step.id, n: satisfied }],
    ),
    walked: visits.map(({ visit }) => visit.step.id),
    tellsWaived: request.deeds.waivedAt !== null,
    agreed: visits.flatMap(({ visit }) => agreedAt(visit)),
  }
}

type Visited = { readonly walker: Walker; readonly visit: Visit }

function visitsOf(walker: Walker): readonly Visited[] {
  const visited = new Map<StepId, Visited>()
  if (walker.way === null) return []
  for (const way of waysOf(walker.way)) {
    for (const visit of way.visits)
      if (!visited.has(visit.step.id)) visited.set(visit.step.id, { walker, visit })
  }
  return [...visited.values()]
}

function decidedAt(walker: Walker, { step }: Visit): RequestView['decided'] {
  const made = step.kind === 'decide' ? walker.made.get(step.id) : undefined
  const edge = made === undefined ? undefined : edgeOf(made)
  if (made === undefined || edge === undefined) return []
  return [{ step: step.id, edge: edge.id, n: made.edges.length > 1 ? (made.chosen?.n ?? made.n) : made.n }]
}

const agreedAt = ({ step, satisfied, agreed }: Visit): RequestView['agreed'] =>
  satisfied === null || agreed === null ? [] : [{ step: step.id, arguments: agreed, n: satisfied }]

/** W7: the fields that the unmade decision at which the walk stopped reads. */
export function relevantIn(
  request: Request,
): readonly { readonly request: string; readonly field: string }[] {
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
