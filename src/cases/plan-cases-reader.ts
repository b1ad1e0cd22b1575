import type { ReadVar } from '../base/guards/guard.ts'
import { type Scalar, UNKNOWN } from '../base/values/value.ts'
import type { CardRequest } from '../cards/card.ts'
import { variableReader } from '../graph/file/read-variable.ts'
import { openWorld, rowOf } from '../world/state.ts'
import { servingOf } from './card-reader.ts'
import type { Case, Pack } from './case.ts'
import { claimInRound, type Rounds } from './claim-in-round.ts'

type Desk = Pick<Pack, 'graph' | 'world'>

/** Every variable as it is once this customer has said all they say of one request. */
export function readRequest(
  { graph, world }: Desk,
  request: CardRequest,
  rest: {
    readonly sets: Case['sets']
    readonly requests: readonly CardRequest[]
    /** how often each field was asked for by then; absent: as often as the customer has answers */
    readonly rounds?: Rounds
  },
): ReadVar {
  const state = openWorld(world, rest.sets)
  const serving = servingOf(graph, rest.requests, request)
  const served = new Map<string, Scalar>(serving)
  return variableReader(graph, {
    today: world.today,
    field: (name) => {
      if (name === 'intent') return request.intent
      return claimInRound(request, name, rest.rounds ?? null) ?? served.get(name) ?? UNKNOWN
    },
    row: (table, column, value) => rowOf(world, state, table, column, value),
    keyOf: (table) => world.tables.get(table)?.key ?? '',
    done: () => false,
  })
}
