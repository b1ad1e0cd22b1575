import type { Graph } from '../model/graph.ts'
import { type Action, isTell } from './walk-action.ts'
import { brokenConstraint } from './walk-constraints.ts'
import { dueFor, liveRequests } from './walk-due.ts'
import { recordsNamed } from './walk-forbids.ts'
import type { Conversation, Request } from './walk-state.ts'
import { actualReader } from './walk-values.ts'

/** The request an action belongs to (R2, R3); null before any was opened. */
export function requestOf(it: Conversation, action: Action): Request | null {
  const live = liveRequests(it)
  if (live.length === 1) return live[0] ?? null
  const due = live.find((request) => dueFor(it, request, action).length > 0)
  if (due !== undefined) return due
  const named = action.kind === 'call' ? namedBy(it, live, action) : toldBy(it, live, action)
  return named ?? live.at(-1) ?? [...it.requests.values()].at(-1) ?? null
}

/** R3: words about a topic belong to the latest request whose procedure tells it. */
function toldBy(
  it: Conversation,
  live: readonly Request[],
  { act }: Extract<Action, { kind: 'words' }>,
): Request | undefined {
  const about = isTell(act) ? act.about : undefined
  if (about === undefined) return undefined
  const telling = proceduresTelling(it.index.graph).get(about)
  return live.findLast(({ procedure }) => procedure !== null && telling?.has(procedure) === true)
}

const TELLING = new WeakMap<Graph, ReadonlyMap<string, ReadonlySet<string>>>()

/** topic -> the procedures that tell it */
function proceduresTelling(graph: Graph): ReadonlyMap<string, ReadonlySet<string>> {
  const known = TELLING.get(graph)
  if (known !== undefined) return known
  const telling = new Map<string, Set<string>>()
  for (const step of graph.steps.values()) {
    if (step.kind !== 'tell' || step.about === null) continue
    telling.set(step.about, (telling.get(step.about) ?? new Set()).add(step.procedure))
  }
  TELLING.set(graph, telling)
  return telling
}

function namedBy(
  it: Conversation,
  live: readonly Request[],
  call: Extract<Action, { kind: 'call' }>,
): Request | undefined {
  const meeting = live.find((request) => {
    const shapes = request.main?.area.shapes.get(call.tool) ?? []
    const read = actualReader(it, request)
    return shapes.some((shape) => brokenConstraint(shape.constraints, call.input, read) === null)
  })
  if (meeting !== undefined) return meeting
  const named = recordsNamed(it, call)
  return live.find((request) => {
    const read = actualReader(it, request)
    return it.index.records.some(({ name, by }) => named.has(name) && named.get(name) === read(by))
  })
}
