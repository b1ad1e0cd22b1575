import { type AgentAct, type CustomerMove, TellAct } from '../../src/base/values/acts.ts'
import { type Scalar, Special, type Value } from '../../src/base/values/value.ts'
import type { Constraint, Graph, Step, StepOf } from '../../src/graph/model/graph.ts'
import type { DueStep, RequestView, Walk, WalkEvent } from '../../src/graph/walk/walk-types.ts'
import { saidIn } from '../../src/text/said/said.ts'
import { type Desk, EMAILS, ORDER_IDS, outsideChange, type Patch, ROLES, WRITES } from './desk.ts'
import { between, chance, type Dice, pick, weighted } from './dice.ts'
import { MUST_SAY, TOPICS } from './graph.ts'

/** One event, and what changes in the back office right after it (the agent's write, or somebody else's). */
export type Happening = { readonly event: WalkEvent; readonly afterwards: readonly Patch[] }

/** How people behave. `faults`: of 100 actions of the agent so many are not what is due. */
export type Manners = {
  readonly events: number
  readonly faults: number
  readonly outside: number
  readonly failures: number
}
export const MIXED: Manners = { events: 14, faults: 30, outside: 5, failures: 6 }
/** an agent that always does what is due, in a world that stands still */
export const DUTIFUL: Manners = { events: 60, faults: 0, outside: 0, failures: 0 }

export type Scene = { readonly graph: Graph; readonly desk: Desk; readonly walk: Walk }

type Talk = {
  readonly scene: Scene
  readonly rng: Dice
  readonly manners: Manners
  n: number
  opened: number
  /** the walk's requests before the event that is made now */
  requests: readonly RequestView[]
  /** since the last customer message */
  asked: string[]
  proposed: number[]
}

/**
 * A random conversation, event by event. The caller gives every event to the walk of the scene (and to any other walk), then
 * applies `afterwards` to the desk, then asks for the next one: the agent reads `due()` of the scene's walk to do mostly what is due.
 */
export function* randomHistory(
  rng: Dice,
  scene: Scene,
  manners: Manners = MIXED,
): Generator<Happening, void, undefined> {
  const talk: Talk = { scene, rng, manners, n: 0, opened: 0, requests: [], asked: [], proposed: [] }
  while (talk.n < manners.events) {
    yield { event: customerMessage(talk), afterwards: outside(talk) }
    for (let actions = between(rng, 1, 4); actions > 0 && talk.n < manners.events; actions -= 1)
      yield agentAction(talk)
  }
}

const outside = ({ rng, manners, scene }: Talk): readonly Patch[] =>
  chance(rng, manners.outside) ? outsideChange(rng, scene.desk) : []

const live = ({ requests }: Talk): readonly RequestView[] => requests.filter(({ withdrawn }) => !withdrawn)

// The customer

function customerMessage(talk: Talk): WalkEvent {
  talk.requests = talk.scene.walk.requests()
  const moves =
    talk.opened === 0 ? [...open(talk), ...volunteer(talk, 'r1')] : [...answers(talk), ...surprises(talk)]
  talk.asked = []
  talk.proposed = []
  talk.n += 1
  return { type: 'customer', n: talk.n, moves: oncePerField(moves) }
}

function open(talk: Talk): readonly CustomerMove[] {
  const { rng, scene } = talk
  const replaced = live(talk)
    .filter(() => chance(rng, 30))
    .map(({ id }) => id)[0]
  talk.opened += 1
  const intent = `i${between(rng, 1, scene.graph.procedures.length)}`
  return [
    {
      do: 'open',
      request: `r${talk.opened}`,
      intent,
      ...(replaced === undefined ? {} : { instead_of: replaced }),
    },
  ]
}

const volunteer = (talk: Talk, request: string): readonly CustomerMove[] =>
  [...talk.scene.graph.fields.keys()]
    .filter((field) => field !== 'intent' && chance(talk.rng, 12))
    .map((field) => claim(talk, request, field))

function answers(talk: Talk): readonly CustomerMove[] {
  const { rng } = talk
  const requests = live(talk).map(({ id }) => id)
  const last = requests.at(-1)
  if (last === undefined) return []
  const to = () => (chance(rng, 75) ? last : pick(rng, requests))
  const asked = talk.asked.flatMap((field) => (chance(rng, 78) ? [claim(talk, to(), field)] : []))
  const proposed = talk.proposed.flatMap((proposal): readonly CustomerMove[] => {
    const answer = weighted(rng, { agree: 65, refuse: 15, nothing: 20 })
    return answer === 'nothing' ? [] : [{ do: answer, request: to(), proposal }]
  })
  return [...asked, ...proposed]
}

function claim(talk: Talk, request: string, field: string): CustomerMove {
  const { rng, scene } = talk
  const mayBe = scene.graph.fields.get(field)?.mayBe ?? []
  const how = weighted(rng, { tell: 75, lack: 15, dodge: 10 })
  if (how === 'dodge') return { do: 'dodge', request, field }
  if (how === 'lack' && mayBe.length > 0) return { do: 'lack', request, field, lack: pick(rng, mayBe) }
  return { do: 'tell', request, field, value: randomValue(rng, field) }
}

function randomValue(rng: Dice, field: string): Scalar {
  if (field === 'order_id') return pick(rng, ORDER_IDS)
  if (field === 'email') return pick(rng, EMAILS)
  if (field === 'color') return pick(rng, ['red', 'blue', 'green'])
  if (field === 'quantity') return between(rng, 1, 5)
  if (field === 'day') return `2026-03-${pick(rng, ['04', '05', '09', '11'])}`
  return chance(rng, 50)
}

function surprises(talk: Talk): readonly CustomerMove[] {
  const { rng } = talk
  const moves: CustomerMove[] = []
  const request = live(talk).at(-1)?.id
  if (request !== undefined && chance(rng, 20)) moves.push(...volunteer(talk, request))
  if (chance(rng, request === undefined ? 60 : 8) && talk.opened < 3) {
    moves.push(...open(talk))
    moves.push(...volunteer(talk, `r${talk.opened}`))
  }
  if (request !== undefined && chance(rng, 3))
    moves.push({ do: 'withdraw', request: pick(rng, live(talk)).id })
  if (chance(rng, 7)) moves.push({ do: 'demand_human' })
  if (chance(rng, 7)) moves.push({ do: 'abuse' })
  if (chance(rng, 10)) moves.push({ do: 'thank' })
  return moves
}

/** a message that claims one field twice has no meaning */
function oncePerField(moves: readonly CustomerMove[]): readonly CustomerMove[] {
  const seen = new Set<string>()
  return moves.filter((move) => {
    if (!('field' in move)) return true
    const isNew = !seen.has(move.field)
    seen.add(move.field)
    return isNew
  })
}

// The agent

function agentAction(talk: Talk): Happening {
  talk.requests = talk.scene.walk.requests()
  const { rng, scene, manners } = talk
  const due = scene.walk.due()
  if (chance(rng, manners.faults)) return fault(talk)
  if (due.length === 0)
    return scene.walk.ending() ? said(talk, [{ act: 'sign-off' }]) : said(talk, [{ act: 'greet' }])
  return doStep(talk, chance(rng, 70) ? (due[0] ?? pick(rng, due)) : pick(rng, due))
}

function doStep(talk: Talk, due: DueStep): Happening {
  const { rng, scene } = talk
  const step = scene.graph.steps.get(due.step)
  const request = talk.requests.find(({ id }) => id === due.request)
  if (step === undefined || request === undefined) return said(talk, [{ act: 'greet' }])
  if (due.instead === 'handover' || step.kind === 'handover')
    return called(talk, 'hand_over', { reason: 'asked' })
  if (step.kind === 'check') return called(talk, step.tool, keyInput(talk, request, step.record))
  if (step.kind === 'act') return called(talk, step.tool, argumentsFor(talk, request, step))
  if (step.kind === 'end' && chance(rng, 30)) return called(talk, 'close_ticket', {})
  const acts = wordsFor(talk, request, step)
  const also: readonly AgentAct[] = chance(rng, 15) ? [{ act: 'greet' }] : []
  return said(talk, [...also, ...acts], chance(rng, 100 - talk.manners.faults / 3))
}

function wordsFor(talk: Talk, request: RequestView, step: Step): readonly AgentAct[] {
  if (step.kind === 'learn') return [{ act: 'request', field: step.field }]
  const before = [...talk.scene.graph.steps.values()].find(
    (each) => each.kind === 'act' && each.next === step.id,
  )
  if (before?.kind === 'act' && chance(talk.rng, 50)) return [{ act: 'claim-done', tool: before.tool }]
  if (step.kind === 'tell') return [{ act: step.act, ...(step.about === null ? {} : { about: step.about }) }]
  if (step.kind === 'end') return [{ act: 'sign-off' }]
  const act = step.kind === 'confirm' ? talk.scene.graph.steps.get(step.step) : undefined
  if (act?.kind !== 'act') return [{ act: 'greet' }]
  return [{ act: 'propose', tool: act.tool, arguments: argumentsFor(talk, request, act) }]
}

function said(talk: Talk, acts: readonly AgentAct[], withWords = true): Happening {
  talk.n += 1
  for (const act of acts) {
    if (act.act === 'request' && act.field !== undefined) talk.asked.push(act.field)
    if (act.act === 'propose') talk.proposed.push(talk.n)
  }
  const text = [withWords ? MUST_SAY.replace(' ', '  ').toUpperCase() : 'well', ...secrets(talk)].join(', ')
  return { event: { type: 'said', n: talk.n, acts, said: saidIn(text) }, afterwards: [] }
}

/** now and then the text holds what it should not */
function secrets({ rng, scene, manners }: Talk): readonly string[] {
  if (!chance(rng, manners.faults / 4)) return []
  const order = scene.desk.row('orders', 'order_id', pick(rng, ORDER_IDS))
  return [String(order?.address), String(order?.total), 'ANN@x.org']
}

function called(talk: Talk, tool: string, input: Readonly<Record<string, Scalar>>): Happening {
  const { rng, scene, manners } = talk
  talk.n += 1
  const { ok, reads, changes } = scene.desk.call(tool, input)
  if (chance(rng, manners.failures))
    return {
      event: { type: 'called', n: talk.n, tool, input, ok: false, reads: [], changes: [] },
      afterwards: [],
    }
  const own = changes.map(({ table, key, after }) => ({ table, key, row: after }))
  return {
    event: { type: 'called', n: talk.n, tool, input, ok, reads, changes },
    afterwards: [...own, ...outside(talk)],
  }
}

/** the arguments that look a record up, as it is bound in that request */
function keyInput(talk: Talk, request: RequestView, record: string): Readonly<Record<string, Scalar>> {
  const order = valueOr(request.fields.get('order_id'), 'o1')
  if (record === 'order') return { order_id: order }
  if (record === 'account') return { email: valueOr(request.fields.get('email'), 'no@x.org') }
  return {
    customer_id: valueOr(talk.scene.desk.row('orders', 'order_id', order)?.customer_id ?? undefined, 'c1'),
  }
}

const valueOr = (value: Value | undefined, other: Scalar): Scalar =>
  value === undefined || value instanceof Special ? other : value

/** arguments that meet the constraints of an act, and those that were agreed to for it */
function argumentsFor(
  talk: Talk,
  request: RequestView,
  step: StepOf<'act'>,
): Readonly<Record<string, Scalar>> {
  const input: Record<string, Scalar> = {}
  for (const constraint of step.constraints)
    input[constraint.argument] = argumentFor(talk, request, constraint)
  const agreed = request.agreed.filter((each) => {
    const confirm = talk.scene.graph.steps.get(each.step)
    return confirm?.kind === 'confirm' && confirm.step === step.id
  })
  return Object.assign(input, ...agreed.map((each) => each.arguments))
}

function argumentFor(talk: Talk, request: RequestView, { is, operand }: Constraint): Scalar {
  if ('values' in operand) return operand.values[0] ?? 'a'
  if ('name' in operand) {
    const order = valueOr(request.fields.get('order_id'), 'o1')
    if (operand.name === 'fields.order_id') return order
    return valueOr(talk.scene.desk.row('orders', 'order_id', order)?.address ?? undefined, 'Elm 1')
  }
  const limit = Number(operand.value)
  return is === '<' ? limit - 1 : is === '!=' || is === '>' ? limit + 1 : limit
}

/** Something else than what is due: skipped, too early, repeated, on another branch, with wrong arguments, forbidden, or nonsense. */
function fault(talk: Talk): Happening {
  const { rng, scene } = talk
  const steps = [...scene.graph.steps.values()]
  const request = live(talk).at(-1) ?? talk.requests.at(-1)
  const kind = weighted(rng, {
    anyStep: 40,
    wrongArguments: 15,
    words: 22,
    read: 12,
    ending: 5,
    handover: 2,
    nonsense: 4,
  })
  if (kind === 'anyStep' && request !== undefined)
    return doStep(talk, { request: request.id, step: pick(rng, steps).id })
  if (kind === 'wrongArguments') return wrongCall(talk, request)
  if (kind === 'read')
    return called(
      talk,
      pick(
        rng,
        Object.keys(ROLES).filter((tool) => ROLES[tool] === 'read'),
      ),
      { order_id: pick(rng, ORDER_IDS), customer_id: pick(rng, ['c1', 'c2']), email: pick(rng, EMAILS) },
    )
  if (kind === 'ending')
    return chance(rng, 50) ? said(talk, [{ act: 'sign-off' }]) : called(talk, 'close_ticket', {})
  if (kind === 'handover') return called(talk, 'hand_over', { reason: 'other' })
  if (kind === 'nonsense')
    return called(talk, pick(rng, ['idle', 'ghost']), { order_id: pick(rng, ORDER_IDS) })
  return said(talk, randomWords(talk), chance(rng, 70))
}

function wrongCall(talk: Talk, request: RequestView | undefined): Happening {
  const { rng, scene } = talk
  const acts = [...scene.graph.steps.values()].filter((step) => step.kind === 'act')
  const right = request === undefined || acts.length === 0 ? {} : argumentsFor(talk, request, pick(rng, acts))
  const input = {
    ...right,
    [pick(rng, ['order_id', 'address', 'level', 'reason'])]: pick(rng, [...ORDER_IDS, 'Elm 1', 'a', 9]),
  }
  const tool = pick(rng, WRITES)
  return chance(rng, 60)
    ? called(talk, tool, input)
    : said(talk, [{ act: 'propose', tool, arguments: input }])
}

function randomWords(talk: Talk): readonly AgentAct[] {
  const { rng } = talk
  const one = (): AgentAct => {
    const about = chance(rng, 75) ? { about: pick(rng, TOPICS) } : {}
    const kind = weighted(rng, { tell: 50, request: 25, done: 18, propose: 7 })
    if (kind === 'tell') return { act: pick(rng, TellAct.options), ...about }
    if (kind === 'request')
      return chance(rng, 10)
        ? { act: 'request' }
        : { act: 'request', field: pick(rng, ['color', 'photo', 'order_id', 'email']) }
    if (kind === 'propose') return { act: 'propose', tool: pick(rng, [...WRITES, 'idle']) }
    return chance(rng, 20) ? { act: 'claim-done' } : { act: 'claim-done', tool: pick(rng, WRITES) }
  }
  return Array.from({ length: between(rng, 0, 2) }, one)
}
