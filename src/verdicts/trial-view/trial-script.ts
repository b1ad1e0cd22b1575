import { assert } from '../../base/assert.ts'
import { memo } from '../../base/memo.ts'
import type { RowChange } from '../../base/values/desk-facts.ts'
import { isJsonObject, type Json } from '../../base/values/json.ts'
import type { Pack } from '../../cases/case.ts'
import type { Graph } from '../../graph/model/graph.ts'
import type { EventOf } from '../../transcript/event.ts'
import type { HeardWords, SilentEvent } from '../../transcript/heard-words.ts'
import { namesDeed } from '../text/deed-words.ts'
import { consentsIn } from './consent.ts'
import { claimsRead, claimsReported, type DeedClaim, unique } from './deed-claims.ts'
import { withReport } from './reported-acts.ts'
import { actsRead, type SaidAct, said } from './said-acts.ts'
import type { AgentMessage, Consent, CustomerMessage, Seen, SeenCall } from './seen.ts'
import { attribute, type Raw, type RawTurn, type SentByAgent } from './split-turns.ts'
import { actTelling, topicsToldAfter } from './topics.ts'

/** The trial as a list of deeds, each with its turn: what is fed to the walk, before anything is judged. */
export type Deed =
  | { readonly kind: 'heard'; readonly message: CustomerMessage }
  /** some acts of a message, or none: in the order of the words, but what tells of a deed after that deed */
  | { readonly kind: 'said'; readonly message: AgentMessage; readonly acts: readonly SaidAct[] }
  | { readonly kind: 'called'; readonly call: SeenCall }
  /** something changed that no call of this conversation caused */
  | { readonly kind: 'happened'; readonly change: RowChange }

export type Script = {
  readonly deeds: readonly Deed[]
  readonly messages: readonly AgentMessage[]
  readonly calls: readonly SeenCall[]
  readonly consents: readonly Consent[]
}

export function writeScript(
  pack: Pack,
  raw: Raw,
  trial: {
    readonly events: readonly SilentEvent[]
    readonly words: Seen['words']
    readonly protocol: 'declared' | 'observed'
  },
): Script {
  const effects = effectsOf(trial.events)
  const read: AgentMessage[] = []
  const calls: SeenCall[] = []
  for (const [index, turn] of raw.turns.entries()) {
    const messageOf = reader(pack, trial.words, raw, { turn, index, protocol: trial.protocol })
    for (const event of turn.events) {
      if (event.type === 'message.sent' && event.from === 'agent') read.push(messageOf(event))
      else if (event.type === 'tool.called')
        calls.push(seenCall(pack, event, { turn: index, ...(effects.get(event.call) ?? NO_EFFECT) }))
    }
  }
  const consents = consentsIn(pack, { heard: raw.heard, messages: read }, calls)
  const proposed = consents.map((consent) => ({
    consent,
    tool: calls.find(({ n }) => n === consent.call)?.tool ?? '',
  }))
  const answered = new Set(
    raw.heard.flatMap(({ act }) => act.moves.flatMap((move) => ('proposal' in move ? [move.proposal] : []))),
  )
  const messages = read
    .map((message) => withAnswersTo(message, raw.heard))
    .map((message) => (answered.has(message.n) ? message : unanswered(message)))
    .map((message) => withTells(pack, withProposals(pack, message, proposed), calls))
    .map((message) => withoutEarly(message, calls))
  return { deeds: inOrder(raw, trial.events, { messages, calls }), messages, calls, consents }
}

/** All that happened, in order; what is told of a deed of the same turn stands after that deed, a goodbye at the turn's end (A5). */
function inOrder(
  raw: Raw,
  events: readonly SilentEvent[],
  { messages, calls }: Pick<Script, 'messages' | 'calls'>,
): readonly Deed[] {
  const deeds: { readonly deed: Deed; readonly at: number }[] = [
    ...withAnswers(raw.heard).map((message) => ({
      deed: { kind: 'heard' as const, message },
      at: message.n,
    })),
    ...calls.map((call) => ({ deed: { kind: 'called' as const, call }, at: call.n })),
  ]
  for (const message of messages) {
    const later = calls.filter(({ turn, n }) => turn === message.turn && n > message.n)
    if (later.length === 0) {
      deeds.push({ deed: { kind: 'said', message, acts: message.acts }, at: message.n })
      continue
    }
    const places = new Map<number, SaidAct[]>([[message.n, []]])
    for (const one of message.acts) {
      const at = placeOf(one, later) ?? message.n
      places.set(at, [...(places.get(at) ?? []), one])
    }
    for (const [at, acts] of places) deeds.push({ deed: { kind: 'said', message, acts }, at })
  }
  for (const event of events)
    if (event.type === 'world.changed' && event.call === undefined)
      deeds.push({ deed: { kind: 'happened', change: changeOf(event) }, at: event.n })
  return deeds.sort((a, b) => a.at - b.at).map(({ deed }) => deed)
}

function placeOf({ act, deeds }: SaidAct, later: readonly SeenCall[]): number | null {
  const after =
    act.act === 'sign-off'
      ? later.filter(({ role }) => role !== 'close').at(-1)
      : later.findLast(({ tool }) => deeds.includes(tool))
  return after === undefined ? null : after.n + 0.5
}

/** A yes or no belongs to the message it answers, so it is heard in every request the message may have spoken of (E3). */
function withAnswers(heard: readonly CustomerMessage[]): readonly CustomerMessage[] {
  const opened = new Set<string>()
  return heard.map((message) => {
    const { moves } = message.act
    for (const move of moves) if (move.do === 'open') opened.add(move.request)
    const more = [...opened].flatMap((request) =>
      moves.flatMap((move) =>
        (move.do === 'agree' || move.do === 'refuse') &&
        !moves.some((own) => own.do === 'withdraw' || ('proposal' in own && own.request === request))
          ? [{ ...move, request }]
          : [],
      ),
    )
    return more.length === 0 ? message : { ...message, act: { ...message.act, moves: [...moves, ...more] } }
  })
}

type ScriptEffect = { ok: boolean; output: Json; changes: RowChange[]; amount: number }
const NO_EFFECT: ScriptEffect = { ok: false, output: null, changes: [], amount: 0 }

function effectsOf(events: readonly SilentEvent[]): ReadonlyMap<string, ScriptEffect> {
  const effects = new Map<string, ScriptEffect>()
  for (const event of events) {
    if (event.type === 'tool.returned')
      effects.set(event.call, { ok: event.ok, output: event.output, changes: [], amount: 0 })
    const effect =
      event.type === 'world.changed' && event.call !== undefined ? effects.get(event.call) : undefined
    if (effect === undefined || event.type !== 'world.changed') continue
    effect.changes.push(changeOf(event))
    effect.amount += event.amount ?? 0
  }
  return effects
}

const changeOf = ({ table, key, before, after }: EventOf<'world.changed'>): RowChange => ({
  table,
  key,
  before,
  after,
})

function seenCall(
  pack: Pack,
  event: EventOf<'tool.called'>,
  effect: ScriptEffect & { turn: number },
): SeenCall {
  const { n, call, tool, input } = event
  return {
    n,
    call,
    tool,
    role: pack.world.tools.get(tool)?.role,
    input: isJsonObject(input) ? input : {},
    ...effect,
  }
}

type Said = { readonly turn: RawTurn; readonly index: number; readonly protocol: 'declared' | 'observed' }

/** What each message of a turn did: as read; what the words left open, as reported. */
function reader(
  pack: Pack,
  words: Seen['words'],
  raw: Raw,
  { turn, index, protocol }: Said,
): (event: SentByAgent) => AgentMessage {
  const { graph } = pack
  const reported = protocol === 'declared' && turn.reports.length > 0 ? attribute(turn, raw.understood) : null
  return ({ n }) => {
    const heard = words.get(n)
    assert(heard !== undefined, 'every message of the agent was read')
    const { acts: read, claims: claimed } = readWords(graph)(heard)
    const label = raw.recognised.get(n)
    const placed =
      reported !== null
        ? { acts: reported.get(n) ?? [], basis: 'reported' as const }
        : { acts: label?.sure === true ? label.acts : [], basis: 'read' as const }
    const isEnd = index === raw.turns.length - 1 || isGoodbye(turn.answers)
    const sure = inNamedDeeds(pack, isEnd ? read : read.map(noFarewell), heard)
    const { acts, against } = withReport(graph, sure, {
      heard,
      reported: placed.acts,
      basis: placed.basis,
    })
    const claims = unique([...(reported === null ? [] : claimsReported(graph, placed.acts)), ...claimed])
    const own = reported?.get(n) ?? []
    return { n, turn: index, heard, acts, reported: own, against, claims, answered: NO_ANSWERS }
  }
}

type Words = {
  readonly acts: readonly SaidAct[]
  readonly claims: readonly DeedClaim[]
}

/** A reading of the same words is the same object in many trials: what they did and claim is found once. */
const readWords = memo((graph: Graph) =>
  memo((heard: HeardWords): Words => ({ acts: actsRead(graph, heard), claims: claimsRead(graph, heard) })),
)

/** "Shall I go ahead?", placed at a deed of which no word stands there: nobody can hold it against the agent. */
const inNamedDeeds = (pack: Pack, acts: readonly SaidAct[], heard: HeardWords): readonly SaidAct[] =>
  acts.map((one) =>
    one.act.act === 'propose' && !namesDeed(pack, heard, one.act.tool)
      ? { ...one, counts: 'if-right' as const }
      : one,
  )

/** "I wish you all the best for the operation", and the talk goes on: good wishes in the middle close nothing. */
const noFarewell = (one: SaidAct): SaidAct =>
  one.act.act === 'sign-off' ? { ...one, counts: 'if-right' as const } : one
const isGoodbye = ({ act }: CustomerMessage): boolean =>
  act.moves.some((move) => move.do === 'thank' || move.do === 'leave')

/** A truthful claim of a deed is the tell of that deed (E3); a claim of something done in this turn means what was done. */
function withTells({ graph }: Pack, message: AgentMessage, calls: readonly SeenCall[]): AgentMessage {
  if (message.claims.length === 0) return message
  const done = calls.filter(({ ok, role, turn }) => ok && role === 'write' && turn <= message.turn)
  const now = done.filter(({ turn }) => turn === message.turn)
  const tools = message.claims.flatMap(({ tool, of }) =>
    of === 'handover'
      ? []
      : done.some((call) => call.tool === tool)
        ? [tool ?? '']
        : now.map((call) => call.tool),
  )
  const tells = [...new Set(tools)].flatMap((tool) =>
    topicsToldAfter(graph, tool)
      .filter((about) => !message.acts.some(({ act }) => 'about' in act && act.about === about))
      .map(
        (about): SaidAct => ({
          act: { act: actTelling(graph, about, 'inform'), about },
          basis: 'inferred',
          counts: 'if-due',
          deeds: [tool],
        }),
      ),
  )
  return tells.length === 0 ? message : { ...message, acts: beforeGoodbye(message.acts, tells) }
}

/** A proposal that nobody took for one is never held against the agent. */
function unanswered(message: AgentMessage): AgentMessage {
  const isRead = ({ act, basis }: SaidAct): boolean => act.act === 'propose' && basis === 'read'
  if (!message.acts.some(isRead)) return message
  const acts = message.acts.map((one) => (isRead(one) ? { ...one, counts: 'if-right' as const } : one))
  return { ...message, acts }
}

/** "You will get the label by e-mail" is no tell of a label that is not made yet. */
function withoutEarly(message: AgentMessage, calls: readonly SeenCall[]): AgentMessage {
  const isDone = (name: string): boolean =>
    calls.some(({ ok, turn, tool }) => ok && turn <= message.turn && tool === name)
  const isEarly = ({ deeds, counts }: SaidAct): boolean =>
    counts !== 'always' && deeds.length > 0 && !deeds.some(isDone)
  return message.acts.some(isEarly)
    ? { ...message, acts: message.acts.filter((one) => !isEarly(one)) }
    : message
}

/** What the calls show to have been proposed: the yes belongs to the message, whatever tool was read in it. */
function withProposals(pack: Pack, message: AgentMessage, consents: readonly Proposed[]): AgentMessage {
  if (consents.length === 0) return message
  const tools = consents
    .filter(({ consent }) => consent.is === 'yes' && consent.proposal === message.n)
    .map(({ tool }) => tool)
  const own = new Set(message.acts.flatMap(({ act }) => (act.act === 'propose' ? [act.tool] : [])))
  const meant = new Set(tools.filter((tool) => !own.has(tool)))
  if (tools.length === 0) return message
  // "Shall I do that, or would you rather have a new one?" proposes what the yes was to; the other way was not chosen.
  const acts = message.acts.filter(
    (one) => one.act.act !== 'propose' || one.basis === 'reported' || tools.includes(one.act.tool),
  )
  const inferred = [...meant].map(
    (tool): SaidAct => said(pack.graph, { act: 'propose', tool }, true, 'inferred'),
  )
  return { ...message, acts: beforeGoodbye(acts, inferred) }
}

type Proposed = { readonly tool: string; readonly consent: Consent }

const beforeGoodbye = (acts: readonly SaidAct[], more: readonly SaidAct[]): readonly SaidAct[] => [
  ...acts.filter(({ act }) => act.act !== 'sign-off'),
  ...more,
  ...acts.filter(({ act }) => act.act === 'sign-off'),
]

export const NO_ANSWERS: AgentMessage['answered'] = new Set()

/** What the customer's next message tells, lacks or dodges: perhaps it was asked for. */
const withAnswersTo = (message: AgentMessage, heard: readonly CustomerMessage[]): AgentMessage => {
  const moves = heard.find(({ n }) => n > message.n)?.act.moves ?? []
  return message.reported.length > 0
    ? message
    : { ...message, answered: new Set(moves.flatMap((move) => ('field' in move ? [move.field] : []))) }
}
