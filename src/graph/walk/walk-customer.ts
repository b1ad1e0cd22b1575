import { evaluate } from '../../base/guards/guard-evaluate.ts'
import type { CustomerMove } from '../../base/values/acts.ts'
import { REFUSED, Special, UNAVAILABLE, UNKNOWN, type Value } from '../../base/values/value.ts'
import { askedIn, customerEvents } from './walk-deeds.ts'
import { type Claim, type History, liveRequests, type Request } from './walk-history.ts'
import { settleAll } from './walk-settle.ts'
import type { WalkEvent } from './walk-types.ts'
import { claimsOf, homeOf } from './walk-values.ts'

type CustomerEvent = Extract<WalkEvent, { type: 'customer' }>

/** A customer message: requests, claims, answers, interrupts; then every live request is brought up to date. */
export function takeCustomer(before: History, event: CustomerEvent): History {
  const { n } = event
  const heard = event.moves.reduce<History>((history, move) => takeMove(history, move, n), {
    ...before,
    events: [...before.events, event],
  })
  const live = liveRequests(heard)
  const told = live.reduce((history, request) => takeOver(history, request, n), heard)
  return settleAll(
    live.reduce((history, request) => giveUp(history, request, n), told),
    n,
  )
}

const LACKS = { refused: REFUSED, unavailable: UNAVAILABLE } as const

function takeMove(history: History, move: CustomerMove, n: number): History {
  switch (move.do) {
    case 'open':
      return open(move.instead_of === undefined ? history : withdraw(history, move.instead_of), move, n)
    case 'tell':
      return say(history, move, n)
    case 'lack':
      return say(history, { ...move, value: LACKS[move.lack] }, n)
    case 'withdraw':
      return withdraw(history, move.request)
    case 'demand_human':
    case 'abuse': {
      const latest = liveRequests(history).at(-1)
      return withRequests(history, (request) =>
        request === latest ? { ...request, upset: [...request.upset, { on: move.do, n }] } : request,
      )
    }
    default:
      // A yes or no is looked up where a confirm asks for it (S4).
      return history
  }
}

const withRequests = (history: History, change: (request: Request) => Request): History => ({
  ...history,
  requests: history.requests.map(change),
})

const withdraw = (history: History, id: string): History =>
  withRequests(history, (request) => (request.id === id ? { ...request, withdrawn: true } : request))

function open(history: History, move: Extract<CustomerMove, { do: 'open' }>, n: number): History {
  const { request: id, intent } = move
  if (history.requests.some((request) => request.id === id)) return history
  const { graph, areas } = history.index
  const intentOnly = (name: string): Value => (name === 'fields.intent' ? intent : UNKNOWN)
  const procedure = graph.procedures.find((one) => evaluate(one.for, intentOnly))
  const area = procedure === undefined ? undefined : areas.get(procedure.start)
  const detours = graph.interrupts.flatMap(({ start }) => areas.get(start) ?? [])
  const request: Request = {
    id,
    intent,
    procedure: procedure?.id ?? null,
    opened: n,
    area,
    areas: area === undefined ? detours : [area, ...detours],
    withdrawn: false,
    upset: [],
    records: new Map(),
    made: new Map(),
    unmade: new Set(),
    changes: [],
    walks: area === undefined ? [] : [{ area, from: n, ways: [] }],
  }
  const claim: Claim = { n, request: id, field: 'intent', value: intent, takenOver: false }
  return { ...history, requests: [...history.requests, request], said: [...history.said, claim] }
}

type Said = { readonly request: string; readonly field: string; readonly value: Value }

/** V1: in a live request. The intent is for good (R1). */
function say(history: History, { request, field, value }: Said, n: number, takenOver = false): History {
  if (field === 'intent' || !liveRequests(history).some(({ id }) => id === request)) return history
  const claim: Claim = { n, request: homeOf(history, request, field), field, value, takenOver }
  return { ...history, said: [...history.said, claim] }
}

/** R1: a request that was told no value of a shared field takes over the one value that earlier requests were told. */
function takeOver(before: History, request: Request, n: number): History {
  return before.index.sharedFields.reduce((history, field) => {
    const own = claimsOf(history, request.id, field).at(-1)
    const told = earlierThan(history, request).flatMap(({ id }) => {
      const last = claimsOf(history, id, field).at(-1)
      return last === undefined || last.takenOver || last.value instanceof Special ? [] : [last.value]
    })
    const [value, ...others] = new Set(told)
    if (own?.takenOver === false || value === undefined || others.length > 0 || value === own?.value)
      return history
    return say(history, { request: request.id, field, value }, n, true)
  }, before)
}

const earlierThan = ({ requests }: History, { id }: Request): readonly Request[] =>
  requests.slice(0, requests.map((request) => request.id).indexOf(id))

/** V7: a field becomes refused at the m-th message that neither told nor lacked it although the agent had asked. */
function giveUp(before: History, request: Request, n: number): History {
  return [...(request.area?.attemptsMax ?? [])].reduce((history, [field, max]) => {
    const last = claimsOf(history, request.id, field).at(-1)?.n ?? 0
    const round = latestRound(request, field)
    if (last === n || (last > 0 && last > round)) return history
    const attempts = attemptsAt(history, request, field)
    const counted = attempts.filter(({ asked }) => asked > Math.max(last, round)).length
    if (attempts.at(-1)?.n !== n || counted < max) return history
    return say(history, { request: request.id, field, value: REFUSED }, n)
  }, before)
}

/** Messages after a turn that asked for the field, and the event of the asking. */
function attemptsAt(history: History, request: Request, field: string) {
  const customers = customerEvents(history)
  return customers.flatMap(({ n }, place) => {
    const asked = askedIn(history, request, field, { began: customers[place - 1]?.n ?? 0, ended: n })
    return asked === null || isToldEarlier(history, request, field, n) ? [] : [{ n, asked }]
  })
}

/** V7: a value of a shared field, told for an earlier request, answers the question too. */
const isToldEarlier = (history: History, request: Request, field: string, n: number): boolean =>
  history.index.sharedFields.includes(field) &&
  earlierThan(history, request).some(({ id }) => {
    const claim = claimsOf(history, id, field).findLast((one) => one.n === n)
    return claim !== undefined && !(claim.value instanceof Special)
  })

/** when the latest round with a learn of this field began */
function latestRound(request: Request, field: string): number {
  const rounds = (request.walks.at(-1)?.ways ?? []).map(({ visits }) => {
    const last = visits.findLast(
      ({ step }) => step.round > 1 && step.kind === 'learn' && step.field === field,
    )
    return last?.round ?? 0
  })
  return Math.max(0, ...rounds)
}
