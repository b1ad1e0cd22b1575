import type { AgentAct, TellAct } from '../../base/values/acts.ts'
import type { RowChange } from '../../base/values/desk-facts.ts'
import { isJsonObject, type Json } from '../../base/values/json.ts'
import type { Pack } from '../../cases/case.ts'
import type { Graph } from '../../graph/model/graph.ts'
import type { EventOf, Transcript } from '../../transcript/event.ts'
import {
  type Recognised,
  recognise,
  recogniseClaims,
  UNPLACED_TOOL,
} from '../../transcript/recognise/recognise.ts'
import { mayClaim, toolsClaimed } from '../text/may-claim.ts'
import { proposalsByYes } from './consent.ts'
import { deedsImplied } from './implied-deeds.ts'
import type { AgentMessage, CustomerMessage, SeenCall } from './seen.ts'
import { attribute, type Raw, type RawTurn, type SentByAgent } from './split-turns.ts'

/** The trial as a list of deeds, each with its turn: what is fed to the walk, before anything is judged. */
export type Deed =
  | { readonly kind: 'heard'; readonly message: CustomerMessage }
  | { readonly kind: 'said'; readonly message: AgentMessage }
  | { readonly kind: 'called'; readonly call: SeenCall }
  /** something changed that no call of this conversation caused */
  | { readonly kind: 'happened'; readonly change: RowChange }

export type Script = {
  readonly deeds: readonly Deed[]
  readonly messages: readonly AgentMessage[]
  readonly calls: readonly SeenCall[]
}

export function writeScript(
  pack: Pack,
  raw: Raw,
  trial: { events: Transcript; protocol: 'declared' | 'observed' },
): Script {
  const effects = effectsOf(trial.events)
  const messages: AgentMessage[] = []
  const calls: SeenCall[] = []
  const deeds: (Deed & { n: number })[] = raw.heard.map((message) => ({
    kind: 'heard',
    message,
    n: message.n,
  }))
  for (const [index, turn] of raw.turns.entries()) {
    const read = reader(pack, raw, { turn, index, protocol: trial.protocol })
    for (const event of turn.events) {
      if (event.type === 'message.sent' && event.from === 'agent') {
        const message = read(event)
        messages.push(message)
        deeds.push({ kind: 'said', message, n: event.n })
      } else if (event.type === 'tool.called') {
        const call = seenCall(pack, event, { turn: index, ...(effects.get(event.call) ?? NO_EFFECT) })
        calls.push(call)
        deeds.push({ kind: 'called', call, n: event.n })
      }
    }
  }
  for (const event of trial.events) {
    if (event.type === 'world.changed' && event.call === undefined)
      deeds.push({ kind: 'happened', change: changeOf(event), n: event.n })
  }
  return { deeds: deeds.sort((a, b) => a.n - b.n), messages, calls }
}

type Effect = { ok: boolean; output: Json; changes: RowChange[]; amount: number }
const NO_EFFECT: Effect = { ok: false, output: null, changes: [], amount: 0 }

function effectsOf(events: Transcript): ReadonlyMap<string, Effect> {
  const effects = new Map<string, Effect>()
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

function seenCall(pack: Pack, event: EventOf<'tool.called'>, effect: Effect & { turn: number }): SeenCall {
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

type Words = { readonly turn: RawTurn; readonly index: number; readonly protocol: 'declared' | 'observed' }

/** How the words of a turn are read: as reported where there is a report, else as recognised. */
function reader(
  pack: Pack,
  raw: Raw,
  { turn, index, protocol }: Words,
): (event: SentByAgent) => AgentMessage {
  const reported = protocol === 'declared' && turn.reports.length > 0 ? attribute(turn, raw.understood) : null
  return ({ n, text }) => {
    if (reported !== null) {
      const words = { basis: 'reported' as const, acts: reported.get(n) ?? [] }
      const found = mayClaim(pack, text) ? recogniseClaims(text, pack.lexicon) : []
      const claims = claimsIn(pack.graph, words, { found, text })
      return { n, turn: index, text, basis: words.basis, acts: words.acts, sure: true, claims }
    }
    const found = recognise(text, pack.lexicon, { topicActs: topicActs(pack.graph) })
    const words = { basis: 'recognised' as const, ...recognisedActs(pack, { n, text }, raw, found) }
    return { n, turn: index, text, ...words, claims: claimsIn(pack.graph, words, { found, text }) }
  }
}

function recognisedActs(
  pack: Pack,
  message: { readonly n: number; readonly text: string },
  raw: Raw,
  found: readonly Recognised[],
): { acts: readonly AgentAct[]; sure: boolean } {
  const { n } = message
  const byModel = raw.recognised.get(n)
  const own =
    byModel === undefined
      ? found.filter(({ sure }) => sure).map(({ act }) => act)
      : byModel.sure
        ? byModel.acts
        : []
  const sure = byModel === undefined ? isFullyRead(found) : byModel.sure
  const acts = [...own, ...answeredProposals(n, raw, own)]
  return { acts: [...acts, ...proposalsByYes(pack, raw, message, acts)], sure }
}

/** Patterns find what a statement says, never all it says: only questions, courtesies and goodbyes are read to the end. */
const isFullyRead = (found: readonly Recognised[]): boolean =>
  found.length > 0 && found.every(({ act, sure }) => sure && COURTESIES.has(act.act))

const COURTESIES: ReadonlySet<AgentAct['act']> = new Set([
  'request',
  'propose',
  'request-proof',
  'greet',
  'comfort',
  'sign-off',
])

/** A proposal that the customer said yes or no to was one, whether or not a pattern knows it. */
function answeredProposals(n: number, raw: Raw, known: readonly AgentAct[]): readonly AgentAct[] {
  const answered = raw.heard.some(({ act }) =>
    act.moves.some((move) => (move.do === 'agree' || move.do === 'refuse') && move.proposal === n),
  )
  if (!answered) return []
  const tools = new Set(known.flatMap((act) => (act.act === 'propose' ? [act.tool] : [])))
  return (raw.understood.get(n) ?? []).filter(
    (act) => act.act === 'propose' && act.tool !== UNPLACED_TOOL && !tools.has(act.tool),
  )
}

type Claims = { tool: string | null; basis: 'reported' | 'recognised' }[]

/**
 * Deeds claimed: as reported, as a reported topic implies that is told only after the deed, and as the words themselves
 * say, since a report may keep quiet about them.
 */
function claimsIn(
  graph: Graph,
  words: Pick<AgentMessage, 'acts' | 'basis'>,
  read: { readonly found: readonly Recognised[]; readonly text: string },
): Claims {
  const { acts, basis } = words
  const proposed = new Set(acts.flatMap((act) => (act.act === 'propose' ? [act.tool] : [])))
  const claims = acts.flatMap((act) => (act.act === 'claim-done' ? [{ tool: act.tool ?? null, basis }] : []))
  const named = new Set(claims.map(({ tool }) => tool))
  const add = (tool: string, by: Claims[number]['basis']): void => {
    if (named.has(tool) || proposed.has(tool)) return
    named.add(tool)
    claims.push({ tool, basis: by })
  }
  for (const act of basis === 'reported' ? acts : []) {
    if ('about' in act && act.about !== undefined)
      for (const tool of deedsImplied(graph, act.about)) add(tool, basis)
  }
  for (const tool of toolsClaimed(read.found, read.text)) add(tool, 'recognised')
  return claims
}

const acts = new WeakMap<Graph, Readonly<Record<string, TellAct>>>()

/** Which act telling a topic is, where the graph leaves no doubt. */
function topicActs(graph: Graph): Readonly<Record<string, TellAct>> {
  const known = acts.get(graph)
  if (known !== undefined) return known
  const byTopic = new Map<string, Set<TellAct>>()
  for (const step of graph.steps.values()) {
    if (step.kind !== 'tell' || step.about === null) continue
    byTopic.set(step.about, (byTopic.get(step.about) ?? new Set()).add(step.act))
  }
  const found = Object.fromEntries(
    [...byTopic].flatMap(([topic, [act, other]]) =>
      act !== undefined && other === undefined ? [[topic, act]] : [],
    ),
  )
  acts.set(graph, found)
  return found
}
