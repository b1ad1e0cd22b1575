import type { AgentAct, CustomerMove } from '../../base/acts.ts'
import { REFUSED, UNAVAILABLE, UNKNOWN, type Value } from '../../base/value.ts'

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
  readonly told: () => readonly { readonly request: string; readonly field: string; readonly value: Value }[]
}

export function startClaims(): Claims {
  const fields = new Map<string, Value>()
  const intents = new Map<string, string>()
  const asked = new Set<string>()
  let manyRequests = false
  let refused = false
  const hear = (move: CustomerMove): void => {
    if (move.do === 'open') {
      manyRequests ||= intents.size > 0
      intents.set(move.request, move.intent)
      fields.set(`${move.request} intent`, move.intent)
    } else if (move.do === 'tell') fields.set(`${move.request} ${move.field}`, move.value)
    else if (move.do === 'lack')
      fields.set(`${move.request} ${move.field}`, move.lack === 'refused' ? REFUSED : UNAVAILABLE)
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
      relevant.every(({ request, field }) => fields.has(`${request} ${field}`) || !asked.has(field)),
    value: (request, field) => fields.get(`${request} ${field}`) ?? UNKNOWN,
    intents: () => [...intents.values()],
    told: () =>
      [...fields].flatMap(([key, value]) => {
        const [request = '', field = ''] = key.split(' ')
        return field === 'intent' ? [] : [{ request, field, value }]
      }),
  }
}
