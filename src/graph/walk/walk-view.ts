import type { StepId } from '../../base/values/ids.ts'
import type { Value } from '../../base/values/value.ts'
import { edgeOf } from './walk-decisions.ts'
import { activeWalker } from './walk-due.ts'
import { type Conversation, type Request, type Visit, type Walker, type Way, waysOf } from './walk-state.ts'
import type { RequestView } from './walk-types.ts'

/** What others see of a request. Beyond an unmade choice every way is walked; each step is listed once. */
export function viewOf(it: Conversation, request: Request): RequestView {
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
function detoursWalked(request: Request): readonly Walker[] {
  const walked = request.detours.filter((walker) => walker.way !== null)
  return walked.length > 1 ? walked.sort((a, b) => (b.from ?? 0) - (a.from ?? 0)) : walked
}

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
