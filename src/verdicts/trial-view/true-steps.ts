import { compileGuard } from '../../base/guards/guard-evaluate.ts'
import { memo, memoText } from '../../base/memo.ts'
import type { StepId } from '../../base/values/ids.ts'
import { REFUSED, UNAVAILABLE, UNKNOWN, type Value } from '../../base/values/value.ts'
import type { Edge, Graph, StepOf } from '../../graph/model/graph.ts'
import type { RequestView } from '../../graph/walk/walk-types.ts'
import type { Seen } from './seen.ts'
import { followers } from './ways.ts'

/**
 * The true path of one request of this very conversation: decisions as the walk made them; those it never came to, as
 * the customer's card and the records would have made them; of an agent's choice, the way the agent took.
 */
export const trueSteps = (seen: Seen, request: RequestView): readonly StepId[] =>
  trueWay(seen, request).filter((id) => seen.pack.graph.steps.get(id)?.kind !== 'decide')

/** The same with the decisions on it. Path, policy and rules ask for it: it is followed once. */
export function trueWay(seen: Seen, request: RequestView): readonly StepId[] {
  const known = waysIn(seen)
  const way = known.get(request) ?? findWay(seen, request)
  known.set(request, way)
  return way
}

const waysIn = memo(() => new Map<RequestView, readonly StepId[]>())

function findWay(seen: Seen, request: RequestView): readonly StepId[] {
  if (request.withdrawn) return request.satisfied.map(({ step }) => step)
  const detour = detourSteps(seen, request)
  const handover = detour.find((id) => seen.pack.graph.steps.get(id)?.kind === 'handover')
  if (handover !== undefined) return [...walkedBefore(seen, request, handover), ...detour]
  return [...detour, ...follow(seen, request)]
}

function follow(seen: Seen, request: RequestView): readonly StepId[] {
  const { graph } = seen.pack
  const path: StepId[] = []
  const read = seen.readAtStart(expectedFields(seen, request))
  const decided = new Map(request.decided.map(({ step, edge }) => [step, edge]))
  // The steps form a DAG: every step is visited at most once.
  for (
    let id: StepId | null =
      graph.procedures.find((procedure) => procedure.id === request.procedure)?.start ?? null;
    id !== null;
  ) {
    const step = graph.steps.get(id)
    if (step === undefined) break
    if (step.kind !== 'resume') path.push(id)
    if (step.kind === 'decide') id = edgeOf(seen, step, { decided: decided.get(id), read })?.to ?? null
    else if (step.kind === 'confirm') id = isRefused(seen, request, step) ? step.ifRefused : step.next
    else id = 'next' in step ? step.next : null
  }
  return path
}

type Deciding = { readonly decided: string | undefined; readonly read: (name: string) => Value }

function edgeOf(seen: Seen, step: StepOf<'decide'>, { decided, read }: Deciding): Edge | undefined {
  const made = step.edges.find(({ id }) => id === decided)
  if (made !== undefined && step.choice === 'graph') return made
  const holding = step.edges.filter(({ when }) => compileGuard(when)(read))
  const taken = holding.find(({ to }) =>
    seen.actions.some((action) => action.step !== null && leadsOnly(seen, to, action.step)),
  )
  return made ?? taken ?? holding[0] ?? step.edges[0]
}

/** Does the way from here come to that step? No way leads on through a write. */
const leadsOnly = ({ pack: { graph } }: Seen, from: StepId, target: StepId): boolean =>
  stepsAhead(graph)(from).has(target)

const stepsAhead = memo((graph: Graph) =>
  memoText((from: StepId): ReadonlySet<StepId> => findAhead(graph, from)),
)

function findAhead(graph: Graph, from: StepId): ReadonlySet<StepId> {
  const open = [from]
  const visited = new Set(open)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const step = graph.steps.get(id)
    for (const next of step === undefined || step.kind === 'act' ? [] : followers(step)) {
      if (!visited.has(next)) open.push(next)
      visited.add(next)
    }
  }
  return visited
}

/** What was claimed; and where nothing was yet, what the card would have said. */
function expectedFields(seen: Seen, request: RequestView): (name: string) => Value {
  const card = seen.case.card.requests[Number(request.id.slice(1)) - 1]
  return (name) => {
    const said = request.fields.get(name)
    if (said !== undefined && said !== UNKNOWN) return said
    if (card?.refuses.includes(name) === true) return REFUSED
    if (card?.cannot.includes(name) === true) return UNAVAILABLE
    const known = card !== undefined && Object.hasOwn(card.knows, name) ? card.knows[name] : undefined
    if (known !== undefined) return known
    return seen.pack.graph.fields.get(name)?.mayBe[0] === 'unavailable'
      ? UNAVAILABLE
      : name === 'intent'
        ? request.intent
        : REFUSED
  }
}

function isRefused(seen: Seen, request: RequestView, confirm: StepOf<'confirm'>): boolean {
  if (request.satisfied.some(({ step }) => step === confirm.id)) return false
  const act = seen.pack.graph.steps.get(confirm.step)
  const tool = act?.kind === 'act' ? act.tool : ''
  const proposed = new Set(
    seen.messages
      .filter(({ acts }) => acts.some(({ act: each }) => each.act === 'propose' && each.tool === tool))
      .map(({ n }) => n),
  )
  const moves = seen.heard.flatMap((message) => message.act.moves)
  if (
    moves.some((move) => move.do === 'refuse' && move.request === request.id && proposed.has(move.proposal))
  )
    return true
  return seen.case.card.requests[Number(request.id.slice(1)) - 1]?.says_no_to.includes(tool) === true
}

/** Steps of interrupts that fired in this request: done or owed at the end. */
function detourSteps(seen: Seen, request: RequestView): readonly StepId[] {
  const live = new Set([
    ...request.satisfied.map(({ step }) => step),
    ...seen.dueAtEnd.filter((due) => due.request === request.id).map(({ step }) => step),
  ])
  for (const action of seen.actions)
    if (action.request === request.id && action.step !== null && action.class === 'due') live.add(action.step)
  return seen.pack.graph.interrupts.flatMap(({ start }) => {
    const steps: StepId[] = []
    for (let id: StepId | undefined = start; id !== undefined; ) {
      const step = seen.pack.graph.steps.get(id)
      if (step === undefined || step.kind === 'resume') break
      steps.push(id)
      id = followers(step)[0]
    }
    return steps.some((id) => live.has(id)) ? steps : []
  })
}

/** What had been done when a detour took the conversation away for good; nothing else is owed then. */
function walkedBefore(seen: Seen, request: RequestView, handover: StepId): readonly StepId[] {
  const at = seen.actions.find(({ step }) => step === handover)?.n ?? Number.POSITIVE_INFINITY
  return request.satisfied.filter(({ step, n }) => step !== handover && n <= at).map(({ step }) => step)
}
