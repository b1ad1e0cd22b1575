import type { AgentAct, CustomerMove } from '../../base/values/acts.ts'
import { REFUSED, UNAVAILABLE, UNKNOWN, type Value } from '../../base/values/value.ts'

/**
 * What customers have claimed, kept along the way: cheaper than asking the walk for its view in every turn. Where the
 * walk may know better (a field given up after so many attempts, a request withdrawn by a no) it is not certain.
 */
export type Claims = {
  readonly hear: (moves: readonly CustomerMove[]) => void
  readonly say: (acts: readonly AgentAct[]) => void
  readonly certain: (relevant: readonly { readonly request: string; readonly field: string }[]) => boolean
  readonly value: (request: string, field: string) => Value
  readonly intents: () => readonly string[]
  /** every field told so far in this request, intent apart */
  readonly told: () => readonly Told[]
}
type Told = { readonly request: string; readonly field: string; readonly value: Value }

export function startClaims(): Claims {
  const told = new Map<string, Told>()
  const intents = new Map<string, string>()
  const asked = new Set<string>()
  let manyRequests = false
  let refused = false
  const tell = (request: string, field: string, value: Value): void => {
    told.set(`${request} ${field}`, { request, field, value })
  }
  const hear = (move: CustomerMove): void => {
    if (move.do === 'open') {
      manyRequests ||= intents.size > 0
      intents.set(move.request, move.intent)
      tell(move.request, 'intent', move.intent)
    } else if (move.do === 'tell') tell(move.request, move.field, move.value)
    else if (move.do === 'lack')
      tell(move.request, move.field, move.lack === 'refused' ? REFUSED : UNAVAILABLE)
    else if (move.do === 'refuse' || move.do === 'withdraw') refused = true
  }
  return {
    hear: (moves) => moves.forEach(hear),
    say: (acts) => {
      for (const act of acts) if (act.act === 'request' && act.field !== undefined) asked.add(act.field)
    },
    // With several requests identity fields are shared, and requests may be gone: let the walk answer.
    certain: (relevant) =>
      !manyRequests &&
      !refused &&
      relevant.every(({ request, field }) => told.has(`${request} ${field}`) || !asked.has(field)),
    value: (request, field) => told.get(`${request} ${field}`)?.value ?? UNKNOWN,
    intents: () => [...intents.values()],
    told: () => [...told.values()].filter(({ field }) => field !== 'intent'),
  }
}
