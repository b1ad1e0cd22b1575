import type { VarName } from '../../src/base/guards/guard.ts'
import type { CustomerMove } from '../../src/base/values/acts.ts'
import type { StepId } from '../../src/base/values/ids.ts'
import { REFUSED, UNAVAILABLE, UNKNOWN, type Value } from '../../src/base/values/value.ts'
import type { Graph, Step, StepOf } from '../../src/graph/model/graph.ts'
import type {
  JudgedAction,
  RequestView,
  Surroundings,
  Walk,
  WalkEvent,
} from '../../src/graph/walk/walk-types.ts'
import { saidIn } from '../../src/text/said/said.ts'
import { dueSteps, isEndingDue } from './due.ts'
import { holds, variablesOf } from './evaluate.ts'
import { emptyHistory, type History, latestLive, liveRequests, type Making, type Request } from './history.ts'
import { type Action, choicesMade, judgeEvent } from './judge.ts'
import { once } from './once.ts'
import { wrongWrite } from './satisfied.ts'
import {
  basesOf,
  type Eyes,
  entriesOf,
  fieldsUnder,
  fieldValue,
  isChangedAt,
  isSettled,
  valueIn,
} from './variables.ts'
import { activeOf, eyesOn, forgetWalks, makingOf, satisfiedOn, type Visit, type Way, walkOf } from './ways.ts'

/**
 * The walk a second time: slow and obvious, from docs/spec/graph.md alone, for tests. In: a graph, its surroundings, events.
 * Out: the same answers as src/graph/walk/walk.ts. It must not know that walk: sharing code would share its mistakes.
 * Every question is worked out anew from the whole history; a function is named after the rule it follows.
 */
export function referenceWalk(graph: Graph, around: Surroundings): Walk {
  const history = emptyHistory(graph, around)
  return {
    take: (event) => take(history, event),
    due: () => dueSteps(history),
    ending: () => isEndingDue(history),
    requests: () => history.requests.map((request) => viewOf(history, request)),
    relevant: () => liveRequests(history).flatMap((request) => relevantIn(history, request)),
  }
}

function take(history: History, event: WalkEvent): readonly JudgedAction[] {
  const deeds = judgeEvent(history, event)
  const choices = deeds.flatMap((deed) =>
    choicesMade(history, deed, actionOf(history, event, deed.judged)).map((choice) => ({
      ...choice,
      request: deed.judged.request ?? '',
      n: event.n,
    })),
  )
  const asked = event.type === 'customer' ? attemptsEnding(history, event) : []
  const spared = sparedBy(history)
  const standing = new Map(liveRequests(history).map((request) => [request, satisfiedOn(history, request)]))
  history.events.push(event)
  // words that did nothing are judged for the values in them, and are no deed
  if (event.type !== 'said' || event.acts.length > 0) history.deeds.push(...deeds)
  for (const choice of choices) if (!isChosen(history, choice)) history.choices.push(choice)
  if (event.type === 'customer') for (const move of event.moves) hear(history, event.n, move)
  for (const { request, field } of asked) say(history, event.n, { request, field, value: REFUSED })
  noteChanges(history, event, spared)
  unmake(history, event.n)
  for (const request of liveRequests(history)) makeSettled(history, request, event.n)
  if (event.type === 'customer') fireInterrupts(history, event.n)
  forgetWalks(history)
  for (const request of liveRequests(history)) walkOn(history, request, event.n)
  for (const [request, steps] of standing) if (request.withdrawn) request.stoodAt = steps
  return deeds.map((deed) => deed.judged)
}

function actionOf(history: History, event: WalkEvent, judged: JudgedAction): Action {
  if (event.type === 'called') return { kind: 'call', event, role: history.around.role(event.tool) }
  const said =
    event.type === 'said' ? event : { type: 'said' as const, n: event.n, acts: [], said: saidIn('') }
  return { kind: 'act', event: said, act: 'act' in judged.what ? judged.what : { act: 'inform' } }
}

const isChosen = (history: History, choice: { request: string; step: string; making: number }): boolean =>
  history.choices.some(
    (each) => each.request === choice.request && each.step === choice.step && each.making === choice.making,
  )

// R1, V1: what a customer's message does

function hear(history: History, n: number, move: CustomerMove): void {
  if (move.do === 'open') {
    if (move.instead_of !== undefined) withdraw(history, n, move.instead_of)
    open(history, n, move)
  }
  if (move.do === 'withdraw') withdraw(history, n, move.request)
  if (move.do === 'tell') say(history, n, move)
  if (move.do === 'lack') say(history, n, { ...move, value: move.lack === 'refused' ? REFUSED : UNAVAILABLE })
  if (move.do === 'demand_human' || move.do === 'abuse') {
    const request = latestLive(history)
    if (request !== undefined) history.outbursts.push({ n, request: request.id, on: move.do })
  }
}

function open(history: History, n: number, move: { request: string; intent: string }): void {
  if (history.requests.some(({ id }) => id === move.request)) return
  const readIntent = (name: VarName): Value => (name === 'fields.intent' ? move.intent : UNKNOWN)
  const procedure = history.graph.procedures.find((each) => holds(each.for, readIntent)) ?? null
  history.requests.push({
    id: move.request,
    intent: move.intent,
    procedure,
    opened: n,
    withdrawn: false,
    gone: Infinity,
    stoodAt: [],
  })
}

function withdraw(history: History, n: number, id: string): void {
  const request = history.requests.find((each) => each.id === id)
  if (request === undefined || request.withdrawn) return
  request.withdrawn = true
  request.gone = n
}

/** V1: into the request, or into the conversation for an identity field. The intent is for good (R1). */
function say(history: History, n: number, claim: { request: string; field: string; value: Value }): void {
  const isHeard = liveRequests(history).some(({ id }) => id === claim.request)
  if (claim.field === 'intent' || !isHeard) return
  const isIdentity = history.graph.fields.get(claim.field)?.identity === true
  history.said.push({ n, request: isIdentity ? null : claim.request, field: claim.field, value: claim.value })
}

/** V7: fields that this message makes refused: the m-th turn that asked for it, and again no word of it. */
function attemptsEnding(
  history: History,
  event: WalkEvent & { type: 'customer' },
): readonly { request: string; field: string }[] {
  return liveRequests(history).flatMap((request) =>
    learnsOf(history, request)
      .filter(({ field, attemptsMax }) => {
        const since = countsFrom(history, request, field)
        const isAnswered = event.moves.some(
          (move) =>
            (move.do === 'tell' || move.do === 'lack') &&
            move.field === field &&
            (move.request === request.id || history.graph.fields.get(field)?.identity === true),
        )
        const isToldEarlier =
          history.graph.fields.get(field)?.shared === true &&
          history.requests.slice(0, history.requests.indexOf(request)).some((earlier) => {
            const last = event.moves.findLast(
              (move) =>
                (move.do === 'tell' || move.do === 'lack') &&
                move.field === field &&
                move.request === earlier.id &&
                !earlier.withdrawn,
            )
            return last?.do === 'tell'
          })
        const isSaid = entriesOf(history, request, field).some(({ n }) => n > since)
        const attempts = attemptsOf(history, request, field, { since, until: event.n })
        return (
          attemptsMax !== null &&
          !isAnswered &&
          !isToldEarlier &&
          !isSaid &&
          attempts.justNow &&
          attempts.count >= attemptsMax
        )
      })
      .map(({ field }) => ({ request: request.id, field })),
  )
}

/** one learn for each field of the procedure: they carry the same m (V7) */
const learnsOf = (history: History, request: Request): readonly StepOf<'learn'>[] => [
  ...new Map(
    [...history.graph.steps.values()]
      .filter((step) => step.kind === 'learn' && step.procedure === request.procedure?.id)
      .map((step) => step as StepOf<'learn'>)
      .map((step) => [step.field, step]),
  ).values(),
]

/** V7: the beginning of the latest round in which the walk stands before a learn of the field. */
const countsFrom = (history: History, request: Request, field: string): number =>
  Math.max(
    0,
    ...walkOf(history, request)
      .flat()
      .filter(({ step }) => step.kind === 'learn' && step.field === field)
      .map(({ roundBegan }) => roundBegan),
  )

/** V7, A1: turns after `since` in which the agent asked, up to the message at `until`. */
function attemptsOf(
  history: History,
  request: Request,
  field: string,
  span: { since: number; until: number },
) {
  const messages = [...history.events.filter(({ type }) => type === 'customer').map(({ n }) => n), span.until]
  const asked = (from: number, to: number) =>
    history.deeds.some(
      ({ judged: { n, what, request: id } }) =>
        id === request.id &&
        n > span.since &&
        n > from &&
        n < to &&
        'act' in what &&
        what.act === 'request' &&
        what.field === field,
    )
  const turns = messages.map((to, i) => asked(messages[i - 1] ?? 0, to))
  return { count: turns.filter(Boolean).length, justNow: turns.at(-1) === true }
}

// V3: decisions

const decidesOf = (history: History, request: Request): readonly StepOf<'decide'>[] =>
  [...history.graph.steps.values()].filter(
    (step): step is StepOf<'decide'> =>
      step.kind === 'decide' && (step.procedure === request.procedure?.id || isOfInterrupt(history, step)),
  )
const isOfInterrupt = (history: History, step: Step): boolean =>
  !history.graph.procedures.some(({ id }) => id === step.procedure)

const readsOf = once((step: StepOf<'decide'>): readonly VarName[] =>
  step.edges.flatMap((edge) => variablesOf(edge.when)),
)

/** V3: reads `done.*`, or stands in a later round: made when the walk reaches it. */
const isLate = (step: StepOf<'decide'>): boolean =>
  step.round >= 2 || readsOf(step).some((name) => name.startsWith('done.'))

/**
 * V3: what is said or looked up once the walk has reached a later round's learn or check of it belongs to that round: steps
 * before the last such learn or check are spared. In the state before the event.
 */
function sparedBy(history: History): (request: Request, base: VarName) => ReadonlySet<StepId> {
  const walks = new Map(liveRequests(history).map((request) => [request.id, walkOf(history, request)]))
  return (request, base) => {
    const [kind, name] = base.split('.')
    const isAsked = ({ step }: Visit) =>
      step.round >= 2 &&
      ((kind === 'fields' && step.kind === 'learn' && step.field === name) ||
        (kind === 'records' && step.kind === 'check' && step.record === name))
    const ways = walks.get(request.id) ?? []
    const before = ways.flatMap((way) => way.slice(0, Math.max(0, way.findLastIndex(isAsked))))
    return new Set(before.map(({ step }) => step.id))
  }
}

/** V6: what this event changed, of all that decisions and constraints stand on. The agent's own writes change nothing. */
function noteChanges(history: History, event: WalkEvent, spared: ReturnType<typeof sparedBy>): void {
  if (event.type === 'said' || (event.type === 'called' && event.reads.length === 0)) return
  for (const request of liveRequests(history)) {
    const eyes: Eyes = { history, request, rows: 'known', done: () => false }
    for (const base of allBases(history.graph)) {
      // words change no row, and rows no field
      if (base.startsWith('fields.') !== (event.type === 'customer')) continue
      if (isChangedAt(eyes, event.n, base)) {
        history.changes.push({ n: event.n, request: request.id, base, spares: spared(request, base) })
      }
    }
  }
}

const allBases = once((graph: Graph): ReadonlySet<VarName> => {
  const steps = [...graph.steps.values()]
  const decided = steps.flatMap((step) => (step.kind === 'decide' ? readsOf(step) : []))
  const operands = steps.flatMap((step) =>
    step.kind === 'act' ? step.constraints.map(({ operand }) => operand) : [],
  )
  const demanded = operands.flatMap((operand) => ('name' in operand ? [operand.name] : []))
  return new Set([...decided, ...demanded].flatMap((name) => basesOf(graph, name)))
})

/** V3: a change of something it stands on unmakes a decision. */
function unmake(history: History, n: number): void {
  for (const making of history.makings.filter(({ unmade }) => unmade === null)) {
    const step = history.graph.steps.get(making.step)
    if (step?.kind !== 'decide') continue
    const bases = readsOf(step).flatMap((name) => basesOf(history.graph, name))
    const isHit = history.changes.some(
      (change) =>
        change.n === n &&
        change.request === making.request &&
        !change.spares.has(step.id) &&
        bases.includes(change.base),
    )
    if (isHit) making.unmade = n
  }
}

function makeSettled(history: History, request: Request, n: number): void {
  for (const step of decidesOf(history, request)) {
    if (makingOf(history, request, step.id) === null && !isLate(step) && allSettled(history, request, step))
      make(history, request, step, n)
  }
}

const allSettled = (history: History, request: Request, step: StepOf<'decide'>): boolean =>
  readsOf(step).every((name) => isSettled(eyesOn(history, request, 'known'), name))

/** V3: on the values known at this moment */
function make(history: History, request: Request, step: StepOf<'decide'>, n: number): void {
  const eyes = eyesOn(history, request, 'known')
  const edges = step.edges
    .filter((edge) => holds(edge.when, (name) => valueIn(eyes, name)))
    .map((edge) => edge.id)
  const again = history.makings.some((making) => making.request === request.id && making.step === step.id)
  const making: Making = { request: request.id, step: step.id, n, edges, again, unmade: null }
  history.makings.push(making)
}

/** W3: at exactly the nth act of its kind in a request, if the guard holds after the message. */
function fireInterrupts(history: History, n: number): void {
  for (const interrupt of history.graph.interrupts) {
    for (const request of liveRequests(history)) {
      const outbursts = history.outbursts.filter(
        ({ request: id, on }) => id === request.id && on === interrupt.on,
      )
      if (outbursts[interrupt.nth - 1]?.n !== n) continue
      const eyes = eyesOn(history, request, 'known')
      if (interrupt.when === null || holds(interrupt.when, (name) => valueIn(eyes, name))) {
        history.fired.push({ n, request: request.id, interrupt: interrupt.id })
      }
    }
  }
}

/** What only the walk can find: late decisions (V3), rounds that begin (W5), a no that withdraws (S4). Until nothing is found. */
function walkOn(history: History, request: Request, n: number): void {
  while (foundOne(history, request, n)) forgetWalks(history)
}

function foundOne(history: History, request: Request, n: number): boolean {
  for (const way of walkOf(history, request)) {
    for (const [i, visit] of way.entries()) {
      if (belongsToEarlierRound(visit, n)) return true
      if (makesLate(history, request, visit, n)) return true
      if (takesLoop(history, request, visit, way[i + 1], n)) return true
    }
    const last = way.at(-1)
    if (last?.step.kind === 'confirm' && !last.stop) {
      request.withdrawn = true
      return true
    }
  }
  return false
}

/** W5: a decision of a round that began anew is made anew. */
function belongsToEarlierRound({ making, roundBegan }: Visit, n: number): boolean {
  if (making === null || making.n >= roundBegan) return false
  making.unmade = n
  return true
}

function makesLate(
  history: History,
  request: Request,
  { step, stop, nothingOpen }: Visit,
  n: number,
): boolean {
  if (step.kind !== 'decide' || !stop || !nothingOpen || !isLate(step) || !allSettled(history, request, step))
    return false
  make(history, request, step, n)
  return true
}

function takesLoop(
  history: History,
  request: Request,
  { making, edges }: Visit,
  next: Visit | undefined,
  n: number,
): boolean {
  const edge = edges.find((each) => each.loops && each.to === next?.step.id)
  if (edge === undefined || making === null) return false
  if (
    history.takings.some(
      (each) => each.request === request.id && each.edge === edge.id && each.making === making.n,
    )
  )
    return false
  history.takings.push({ request: request.id, edge: edge.id, making: making.n, n })
  return true
}

// W7, and what a request looks like

function relevantIn(history: History, request: Request): readonly { request: string; field: string }[] {
  const step = activeOf(history, request)
    .map((way) => way.at(-1)?.step)
    .find((last) => last?.kind === 'decide')
  if (step?.kind !== 'decide') return []
  return fieldsUnder(history.graph, readsOf(step)).map((field) => ({ request: request.id, field }))
}

function viewOf(history: History, request: Request): RequestView {
  const visits = onSomeWay(walkOf(history, request))
  const eyes = eyesOn(history, request, 'known')
  return {
    id: request.id,
    intent: request.intent,
    procedure: request.procedure?.id ?? null,
    withdrawn: request.withdrawn,
    fields: new Map([...history.graph.fields.keys()].map((field) => [field, fieldValue(eyes, field)])),
    decided: visits.flatMap((visit) => decidedAt(history, request, visit)),
    walked: visits.map(({ step }) => step.id),
    tellsWaived: wrongWrite(history, request) !== undefined,
    agreed: visits.flatMap(({ step, agreed, satisfied }) =>
      agreed === null || satisfied === null ? [] : [{ step: step.id, arguments: agreed, n: satisfied }],
    ),
    satisfied: visits.flatMap(({ step, satisfied }) =>
      satisfied === null ? [] : [{ step: step.id, n: satisfied }],
    ),
  }
}

/** each step once, in the order of the first way that visits it; satisfied if it is on one of them */
function onSomeWay(ways: readonly Way[]): readonly Visit[] {
  const found = new Map<StepId, Visit>()
  for (const visit of ways.flat()) {
    if ((found.get(visit.step.id)?.satisfied ?? null) === null) found.set(visit.step.id, visit)
  }
  return [...found.values()]
}

/** a choice of the agent's is decided once one edge is left (S3) */
function decidedAt(
  history: History,
  request: Request,
  { step, making, edges }: Visit,
): RequestView['decided'] {
  const [edge] = edges
  if (making === null || edge === undefined || edges.length !== 1) return []
  const chosen = history.choices.find(
    (each) => each.request === request.id && each.step === step.id && each.making === making.n,
  )
  return [{ step: step.id, edge: edge.id, n: chosen?.n ?? making.n }]
}
