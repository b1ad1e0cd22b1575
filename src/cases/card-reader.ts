import type { ReadVar } from '../base/guards/guard.ts'
import { REFUSED, type Scalar, UNAVAILABLE, UNKNOWN, type Value } from '../base/values/value.ts'
import type { Card, CardRequest } from '../cards/card.ts'
import { variableReader } from '../graph/file/read-variable.ts'
import type { FieldSpec, Graph } from '../graph/model/graph.ts'
import { rowOf, type WorldState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { claimInRound, type Rounds } from './claim-in-round.ts'

/** Reads every variable as it stands once a customer with this card has said all they ever will in this request. */
export function cardReader(
  { graph, world }: { readonly graph: Graph; readonly world: World },
  {
    card,
    request,
    state,
    rounds = null,
  }: {
    readonly card: Card
    readonly request: CardRequest
    readonly state: WorldState
    /** how often each field was asked for by then; null: as often as the customer has answers */
    readonly rounds?: Rounds | null
  },
): ReadVar {
  const serving = new Map<string, Scalar>(servingOf(graph, card.requests, request))
  return variableReader(graph, {
    today: world.today,
    field: (name) => {
      if (name === 'intent') return request.intent
      return claimInRound(request, name, rounds) ?? serving.get(name) ?? lackOf(graph.fields.get(name))
    },
    row: (table, column, value) => rowOf(world, state, table, column, value),
    keyOf: (table) => world.tables.get(table)?.key ?? '',
    done: () => false,
  })
}

/** R1: who the customer is, said in any request, serves all; a shared field serves later ones while it has one value. */
export function servingOf(
  graph: Graph,
  requests: readonly CardRequest[],
  request: CardRequest,
): readonly (readonly [string, Scalar])[] {
  const told = (from: readonly CardRequest[], kind: 'identity' | 'shared') =>
    from.flatMap(({ knows }) =>
      Object.entries(knows).filter(([name]) => graph.fields.get(name)?.[kind] === true),
    )
  const earlier = told(requests.slice(0, requests.indexOf(request)), 'shared')
  const agreed = earlier.filter(([name, value]) =>
    earlier.every(([other, otherValue]) => other !== name || otherValue === value),
  )
  return [...told(requests, 'identity'), ...agreed]
}

/** A customer asked for what the card does not hold cannot say, and in the end is taken to refuse. */
const lackOf = (spec: FieldSpec | undefined): Value =>
  spec?.mayBe.includes('unavailable') ? UNAVAILABLE : spec?.mayBe.includes('refused') ? REFUSED : UNKNOWN
