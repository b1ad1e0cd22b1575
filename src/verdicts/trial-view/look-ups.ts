import type { Case, Outcome, Pack } from '../../cases/case.ts'
import { readRequest } from '../../cases/plan-cases-reader.ts'
import { closedRead, outcomeFits, trueEnds } from '../../cases/true-outcomes.ts'
import type { RequestView } from '../../graph/walk/walk-types.ts'
import type { Seen } from './seen.ts'

/**
 * The first look-up that lies before this outcome on every true path, was never made, and whose key the customer had: an answer
 * that rests on what nobody looked at is none, however it was worded (E10). Null: none is missing.
 */
export function lookUpMissing(seen: Seen, { id }: RequestView, wanted: Outcome): string | null {
  const { pack, case: theCase, calls } = seen
  const tools = lookUpsBefore(pack, theCase, { index: Number(id.slice(1)) - 1, wanted })
  return tools.find((tool) => !calls.some((call) => call.tool === tool)) ?? null
}

/** Tools of the checks on every true path to the outcome. One whose key stands in a record alone hangs on the look-up of that record. */
function lookUpsBefore(
  pack: Pack,
  { card, sets }: Case,
  { index, wanted }: { readonly index: number; readonly wanted: Outcome },
): readonly string[] {
  const { graph } = pack
  const request = card.requests[index]
  if (request === undefined) return []
  const paths = trueEnds(graph, {
    intent: request.intent,
    read: closedRead(readRequest(pack, request, { sets, requests: card.requests })),
    agrees: (tool) => !request.says_no_to.includes(tool),
    interrupted: [],
  })
    .filter(({ outcome }) => outcomeFits(wanted, outcome))
    .map(({ path }) => new Set(path))
  const [first, ...others] = paths
  return [...(first ?? [])].flatMap((id) => {
    const step = graph.steps.get(id)
    if (step?.kind !== 'check' || !others.every((path) => path.has(id))) return []
    const key = graph.records.get(step.record)?.by ?? ''
    const hasKey = key.startsWith('fields.') && Object.hasOwn(request.knows, key.slice('fields.'.length))
    return hasKey ? [step.tool] : []
  })
}
