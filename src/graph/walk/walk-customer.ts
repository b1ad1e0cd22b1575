import { assert, assertNever } from '../../base/assert.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import type { CustomerMove } from '../../base/values/acts.ts'
import type { StepId } from '../../base/values/ids.ts'
import { REFUSED, Special, UNAVAILABLE, UNKNOWN, type Value } from '../../base/values/value.ts'
import { append, lapseProposals, newTurn, noDeeds, recordAnswer } from './walk-deeds.ts'
import { liveRequests } from './walk-due.ts'
import { begin, settle } from './walk-settle.ts'
import { type Conversation, type Request, type Walker, waysOf } from './walk-state.ts'
import type { WalkEvent } from './walk-types.ts'
import { claimsOf, isIdentity } from './walk-values.ts'

/** What one customer message did to the fields, with the values before it. */
type Said = Map<string, { readonly field: string; readonly request: Request | null; readonly before: Value }>

/** A customer message: requests, claims, answers, interrupts; then every live request is brought up to date. */
export function takeCustomer(it: Conversation, event: Extract<WalkEvent, { type: 'customer' }>): void {
  const { n } = event
  it.turn.ended = n
  it.turn = newTurn()
  const opened = new Set<Request>()
  const said: Said = new Map()
  const fired = new Map<Request, Walker[]>()
  const message = { n, opened, said, fired }
  for (const move of event.moves) takeMove(it, move, message)
  const live = liveRequests(it)
  for (const request of live) takeOver(it, request, message)
  for (const request of live) {
    countAttempts(it, request, message)
    lapseProposals(request.deeds, n)
  }
  for (const request of live) {
    const isNew = opened.has(request)
    if (isNew) begin(it, request, n)
    const changed = isNew ? [] : changedIn(it, request, said)
    settle(it, request, n, { changed, fired: fired.get(request) ?? [] })
  }
}

/** The fields of a request that now hold another value than before the message (V6). */
const changedIn = (it: Conversation, request: Request, said: Said): readonly string[] =>
  [...said.values()]
    .filter(({ request: of }) => of === null || of === request)
    .filter(({ field, before }) => before !== UNKNOWN && before !== claimsOf(it, request, field)?.value)
    .map(({ field }) => field)

/** R1: a request that was told no value of a shared field takes over the one value that earlier requests were told. */
function takeOver(it: Conversation, request: Request, { n, said }: Pick<WalkMessage, 'n' | 'said'>): void {
  for (const field of it.index.sharedFields) {
    const own = request.fields.get(field)
    if (own !== undefined && !request.takenOver.has(field)) continue
    const value = toldBefore(it, request, field)
    if (value === null || value === own?.value) continue
    request.takenOver.add(field)
    request.fields.set(field, { value, at: [...(own?.at ?? []), n] })
    const key = `${request.id} ${field}`
    if (!said.has(key)) said.set(key, { field, request, before: own?.value ?? UNKNOWN })
  }
}

/** What earlier requests were told of a field themselves, if it is one value. */
function toldBefore(it: Conversation, request: Request, field: string): Value | null {
  const values = new Set<Value>()
  for (const earlier of it.requests.values()) {
    if (earlier === request) break
    const value = earlier.takenOver.has(field) ? undefined : earlier.fields.get(field)?.value
    if (value !== undefined && !(value instanceof Special)) values.add(value)
  }
  const [only = null] = values
  return values.size === 1 ? only : null
}

type WalkMessage = {
  readonly n: number
  readonly opened: Set<Request>
  readonly said: Said
  readonly fired: Map<Request, Walker[]>
}

function takeMove(it: Conversation, move: CustomerMove, message: WalkMessage): void {
  if (move.do === 'open') open(it, move, message)
  else if (move.do === 'demand_human' || move.do === 'abuse') countAct(it, move.do, message)
  else if ('request' in move) takeInRequest(it, move, message)
}

type InRequest = Exclude<Extract<CustomerMove, { request: string }>, { do: 'open' }>

function takeInRequest(it: Conversation, move: InRequest, message: WalkMessage): void {
  const request = it.requests.get(move.request)
  if (request === undefined || request.withdrawn) return
  switch (move.do) {
    case 'tell':
      say(it, request, { field: move.field, value: move.value }, message)
      break
    case 'lack':
      say(it, request, { field: move.field, value: LACKS[move.lack] }, message)
      break
    case 'agree':
    case 'refuse':
      recordAnswer(request.deeds, { proposal: move.proposal, n: message.n, yes: move.do === 'agree' })
      break
    case 'withdraw':
      request.withdrawn = true
      break
    case 'dodge':
    case 'push':
      break
    default:
      assertNever(move)
  }
}

const LACKS = { refused: REFUSED, unavailable: UNAVAILABLE } as const

function open(it: Conversation, move: Extract<CustomerMove, { do: 'open' }>, message: WalkMessage): void {
  const replaced = move.instead_of === undefined ? undefined : it.requests.get(move.instead_of)
  if (replaced !== undefined) replaced.withdrawn = true
  if (it.requests.has(move.request)) return
  const request = newRequest(it, { id: move.request, intent: move.intent, n: message.n })
  it.requests.set(move.request, request)
  message.opened.add(request)
}

function newRequest(it: Conversation, opening: { id: string; intent: string; n: number }): Request {
  const { id, intent, n } = opening
  const intentOnly = (name: string): Value => (name === 'fields.intent' ? intent : UNKNOWN)
  const procedure = it.index.graph.procedures.find((one) => evaluate(one.for, intentOnly))
  const main = procedure === undefined ? null : newWalker(it, procedure.start, null)
  const detours = it.index.graph.interrupts.map((interrupt) => newWalker(it, interrupt.start, interrupt))
  return {
    id,
    intent,
    procedure: procedure?.id ?? null,
    opened: n,
    fields: new Map([['intent', { value: intent, at: [n] }]]),
    takenOver: new Set(),
    records: new Map(),
    deeds: noDeeds(),
    main,
    detours,
    walkers: main === null ? detours : [main, ...detours],
    counted: new Map(),
    withdrawn: false,
  }
}

function newWalker(it: Conversation, start: StepId, interrupt: Walker['interrupt']): Walker {
  const area = it.index.areas.get(start)
  if (area === undefined) assert(false, `${start} starts no area of the graph`)
  return { area, interrupt, from: null, made: new Map(), unmade: new Set(), changes: new Map(), way: null }
}

function say(
  it: Conversation,
  request: Request,
  claim: { field: string; value: Value },
  message: WalkMessage,
): void {
  const { field, value } = claim
  if (field === 'intent') return
  const shared = isIdentity(it, field)
  const home = shared ? it.identity : request.fields
  const claims = home.get(field) ?? { value: UNKNOWN, at: [] }
  home.set(field, claims)
  request.takenOver.delete(field)
  const key = shared ? field : `${request.id} ${field}`
  if (!message.said.has(key))
    message.said.set(key, { field, request: shared ? null : request, before: claims.value })
  claims.value = value
  if (claims.at.at(-1) !== message.n) claims.at.push(message.n)
}

/** W3: the nth act of its kind in the latest opened live request. */
function countAct(it: Conversation, kind: string, message: WalkMessage): void {
  const request = liveRequests(it).at(-1)
  if (request === undefined) return
  const count = (request.counted.get(kind) ?? 0) + 1
  request.counted.set(kind, count)
  for (const walker of request.detours) {
    if (walker.interrupt?.on === kind && walker.interrupt.nth === count)
      append(message.fired, request, walker)
  }
}

/** V7: what the agent asked for in its turn and this message neither told nor lacked. */
function countAttempts(
  it: Conversation,
  request: Request,
  { n, said }: Pick<WalkMessage, 'n' | 'said'>,
): void {
  for (const [field, asked] of request.deeds.asked) {
    if (said.has(isIdentity(it, field) ? field : `${request.id} ${field}`)) continue
    if (it.index.sharedFields.has(field) && isToldEarlier(it, request, { field, said })) continue
    const max = request.main?.area.attemptsMax.get(field)
    const claims = claimsOf(it, request, field)
    const [claimed, round] = [claims?.at.at(-1) ?? 0, latestRound(request, field)]
    const isAwaited = claims === undefined || claims.value === UNKNOWN || (round > 0 && claimed <= round)
    const from = Math.max(claimed, round)
    if (max === undefined || !isAwaited) continue
    append(request.deeds.attempts, field, asked)
    const attempts = request.deeds.attempts.get(field) ?? []
    if (attempts.filter((at) => at > from).length < max) continue
    say(it, request, { field, value: REFUSED }, { n, said, opened: new Set(), fired: new Map() })
  }
  request.deeds.asked.clear()
}

/** V7: a value of a shared field, told for an earlier request, answers the question too. */
function isToldEarlier(
  it: Conversation,
  request: Request,
  { field, said }: { field: string; said: Said },
): boolean {
  for (const earlier of it.requests.values()) {
    if (earlier === request) return false
    const isData = !(earlier.fields.get(field)?.value instanceof Special)
    if (isData && said.has(`${earlier.id} ${field}`)) return true
  }
  return false
}

/** when the latest round with a learn of this field began */
function latestRound(request: Request, field: string): number {
  const root = request.main?.way ?? null
  const rounds = (root === null ? [] : waysOf(root)).map(({ visits }) => {
    const last = visits.findLast(
      ({ step }) => step.round > 1 && step.kind === 'learn' && step.field === field,
    )
    return last?.front.round ?? 0
  })
  return Math.max(0, ...rounds)
}
