import { memo } from '../../base/memo.ts'
import type { AgentAct } from '../../base/values/acts.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { isTell } from '../../graph/walk/walk-action.ts'
import type { DueStep, RequestView } from '../../graph/walk/walk-types.ts'

/** Where the conversation stands: what is due, and the requests it is due for. */
export type Standing = { readonly due: readonly DueStep[]; readonly requests: readonly RequestView[] }

/**
 * Does this act belong to no procedure that the customer's requests opened, while one of its own kind is due or was made? "Too
 * late, there is nothing left to send elsewhere", read as the no to a cancellation where the customer wants another address:
 * nobody who follows the wrong branch gets there, but a reader that takes one topic for its sister does.
 */
export function belongsElsewhere(graph: Graph, act: AgentAct, { due, requests }: Standing): boolean {
  const open = requests.flatMap(({ procedure }) => procedure ?? [])
  if (open.length === 0) return false
  const known = spokenOf(graph)
  const isKnown = (of: 'fields' | 'topics', name: string): boolean =>
    [...open, DETOURS].some((procedure) => known.get(procedure)?.[of].has(name) === true)
  const kinds = due.map(({ step }) => graph.steps.get(step)?.kind)
  if (act.act === 'request' && act.field !== undefined)
    return kinds.some((kind) => kind === 'learn' || kind === 'confirm') && !isKnown('fields', act.field)
  if (!isTell(act) || act.about === undefined || isKnown('topics', act.about)) return false
  return (
    kinds.includes('tell') || requests.some(({ satisfied }) => satisfied.some((one) => tells(graph, one)))
  )
}

const tells = (graph: Graph, { step }: { readonly step: DueStep['step'] }): boolean =>
  graph.steps.get(step)?.kind === 'tell'

/** What is due out of turn, whatever the customer came for. */
const DETOURS = ''

type Spoken = { readonly fields: Set<string>; readonly topics: Set<string> }

/** What each procedure asks for and tells. */
const spokenOf = memo((graph: Graph): ReadonlyMap<string, Spoken> => {
  const names = new Set<string>(graph.procedures.map(({ id }) => id))
  const found = new Map<string, Spoken>()
  for (const step of graph.steps.values()) {
    const name = names.has(step.procedure) ? step.procedure : DETOURS
    const spoken = found.get(name) ?? { fields: new Set(), topics: new Set() }
    found.set(name, spoken)
    if (step.kind === 'learn') spoken.fields.add(step.field)
    if (step.kind === 'tell' && step.about !== null) spoken.topics.add(step.about)
  }
  return found
})
