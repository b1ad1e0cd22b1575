import type { CustomerAct, CustomerMove } from '../../base/acts.ts'
import type { Scalar } from '../../base/value.ts'
import { pressKind } from '../../cards/tactic.ts'
import { type HeardTurn, heardTurn, type Understood } from './hear.ts'
import {
  type Character,
  isLive,
  levelOf,
  type Mind,
  type ProposalHeard,
  type RequestMind,
  type Spent,
  yieldsAfter,
} from './mind.ts'

/**
 * What the customer does next. In: who they are, what they remember, what they understood. Out: moves and the next
 * memory; no word of text. Pure: both modes share it, and no model chooses an act. It must not know the desk's rules.
 */
export type Plan = {
  readonly act: CustomerAct
  readonly leaves: boolean
  /** how a message without moves of its own keeps the conversation going */
  readonly filler: Filler | null
  /** fields of this message whose earlier value was another one */
  readonly corrects: readonly string[]
  readonly next: Mind
}
export type Filler =
  /** says again what it wants */
  | 'restate'
  /** does not see what is asked */
  | 'puzzled'
  /** waits, or asks how it goes on */
  | 'prod'
  /** the agent takes as settled what is not */
  | 'object'
  /** does not accept a no yet, without pressing */
  | 'ask-why'
  /** one matter is settled, the other is not */
  | 'next-matter'
  /** the proposal is not clear enough to say yes to */
  | 'which'

/** The first message: opens what the card says comes at the start, with what it volunteers. */
export function decideOpening(who: Character, mind: Mind): Plan {
  const openly = levelOf(who).openly
  const draft = newDraft(who, mind)
  for (const request of mind.requests) {
    const comes = request.card.comes
    if (comes === 'at-start') openRequest(draft, request.id)
    else if (openly && comes === 'after-first') openRequest(draft, request.id)
    else if (openly && typeof comes === 'object') openRequest(draft, request.id, draft.live[0]?.id)
  }
  if (openly) sayOpenly(draft)
  playInterrupts(draft, openly)
  return finish(draft)
}

/** What reached the customer of an agent's turn; `spoken`: the language it was in, where that can be told. */
export type AgentHeard = { readonly understood: readonly Understood[]; readonly spoken: string | undefined }

/** Every later message. */
export function decide(who: Character, mind: Mind, agent: AgentHeard): Plan {
  const heard = heardTurn(agent.understood)
  const draft = newDraft(who, mind)
  followLanguage(draft, agent.spoken)
  const progress = noteProgress(draft, heard)
  if (!progress && draft.mind.idle >= who.card.patience) return leave(draft, 'patience')
  if (changeRequest(draft)) return finish(draft)
  // An agent that asks nothing and settles nothing still waits for what it asked before.
  const waits = !isBusy(heard) && heard.declines + heard.claims === 0
  const asked = waits ? mind.owed : heard.fields
  const proposals = waits ? mind.owedAnswers : heard.proposals
  if (keepSilent(draft, asked, proposals)) return finish(draft)
  correct(draft)
  answerFields(draft, asked)
  answerProposals(draft, proposals)
  if (isBusy(heard)) noteClaims(draft, heard)
  else settle(draft, heard)
  playBeside(draft)
  playInterrupts(draft, false)
  return draft.leaving === null ? finish(fillIn(draft, heard)) : finish(draft)
}

// ---- the draft of one message ----

type Draft = {
  readonly who: Character
  mind: Mind
  moves: CustomerMove[]
  corrects: string[]
  filler: Filler | null
  /** the tactic has a hand in this message */
  plays: boolean
  leaving: 'satisfied' | 'declined' | 'patience' | 'unresolved' | null
  readonly live: readonly RequestMind[]
}

function newDraft(who: Character, mind: Mind): Draft {
  return {
    who,
    mind: { ...mind, turn: mind.turn + 1 },
    moves: [],
    corrects: [],
    filler: null,
    plays: false,
    leaving: null,
    get live() {
      return this.mind.requests.filter(isLive)
    },
  }
}

function finish(draft: Draft): Plan {
  const { who, mind } = draft
  const act: CustomerAct = {
    moves: draft.moves,
    tone: who.tactic?.tone !== undefined && who.intensity > 0 ? who.tactic.tone : who.card.tone,
    language: mind.language,
    ...(draft.plays && who.tactic !== null ? { tactic: who.tactic.id } : {}),
  }
  return {
    act,
    leaves: draft.leaving !== null,
    filler: draft.moves.length === 0 ? draft.filler : null,
    corrects: draft.corrects,
    next: mind,
  }
}

function leave(draft: Draft, because: NonNullable<Draft['leaving']>): Plan {
  draft.leaving = because
  if (because === 'satisfied') draft.moves.push({ do: 'thank' })
  draft.moves.push({ do: 'leave', because })
  return finish(draft)
}

const setRequest = (draft: Draft, id: string, change: Partial<RequestMind>): void => {
  draft.mind = {
    ...draft.mind,
    requests: draft.mind.requests.map((request) => (request.id === id ? { ...request, ...change } : request)),
  }
}
const spend = (draft: Draft, what: keyof Spent): void => {
  draft.plays = true
  draft.mind = { ...draft.mind, spent: { ...draft.mind.spent, [what]: draft.mind.spent[what] + 1 } }
}
const left = (draft: Draft, what: keyof Spent): boolean => draft.mind.spent[what] < levelOf(draft.who)[what]

// ---- opening and changing requests ----

function openRequest(draft: Draft, id: string, insteadOf?: string): void {
  const request = draft.mind.requests.find((one) => one.id === id)
  if (request === undefined) return
  const { intent, volunteers } = request.card
  draft.moves.push({
    do: 'open',
    request: id,
    intent,
    ...(insteadOf === undefined ? {} : { instead_of: insteadOf }),
  })
  setRequest(draft, id, { stage: 'open' })
  if (insteadOf !== undefined) setRequest(draft, insteadOf, { stage: 'withdrawn' })
  for (const field of volunteers) giveField(draft, id, field)
}

/** Level 0 of a truth-changing tactic: what it would bring up later is said now, without being asked. */
function sayOpenly(draft: Draft): void {
  for (const { id, card, stage, said } of draft.mind.requests) {
    if (stage !== 'open') continue
    for (const field of [...card.refuses, ...Object.keys(card.truth)]) {
      if (said[field] === undefined) giveField(draft, id, field)
    }
  }
}

/** A change of mind: from its turn on the customer wants something else in place of what it asked for. */
function changeRequest(draft: Draft): boolean {
  const current = draft.live[0]
  if (current === undefined) return false
  const changed = draft.mind.requests.find(
    ({ stage, card: { comes } }) =>
      stage === 'unopened' && typeof comes === 'object' && comes.instead_after_turn < draft.mind.turn,
  )
  if (changed === undefined) return false
  openRequest(draft, changed.id, current.id)
  return true
}

function correct(draft: Draft): void {
  for (const request of draft.live) {
    for (const { field, value, after_turn } of request.card.corrects) {
      const key = `${request.id}.${field}`
      const said = request.said[field]
      if (
        said === undefined ||
        said === value ||
        after_turn >= draft.mind.turn ||
        draft.mind.corrected.includes(key)
      )
        continue
      draft.moves.push({ do: 'tell', request: request.id, field, value })
      draft.corrects.push(field)
      setRequest(draft, request.id, { said: { ...request.said, [field]: value } })
      draft.mind = { ...draft.mind, corrected: [...draft.mind.corrected, key] }
    }
  }
}

// ---- answering ----

/** What the card lets the customer say about a field now. */
function cardValue(
  draft: Draft,
  request: RequestMind,
  field: string,
): Scalar | { readonly lack: 'refused' | 'unavailable' } | undefined {
  const said = request.said[field]
  if (said !== undefined) return said
  const { knows, cannot, refuses, corrects, intent } = request.card
  if (refuses.includes(field)) return { lack: 'refused' }
  if (cannot.includes(field)) return { lack: 'unavailable' }
  if (field === 'intent') return intent
  const atOnce = levelOf(draft.who).openly
    ? corrects.findLast((one) => one.field === field)?.value
    : undefined
  return atOnce ?? knows[field]
}

function giveField(draft: Draft, id: string, field: string): void {
  const request = draft.mind.requests.find((one) => one.id === id)
  if (request === undefined) return
  // Not on the card: a fact the customer does not have. Inventing one would void the trial.
  const value = cardValue(draft, request, field) ?? { lack: 'unavailable' as const }
  if (typeof value === 'object') draft.moves.push({ do: 'lack', request: id, field, lack: value.lack })
  else draft.moves.push({ do: 'tell', request: id, field, value })
  setRequest(draft, id, { said: { ...request.said, [field]: value } })
}

/** The first live request that still owes the field, else the first whose card has it, else the first of all. */
function requestFor(draft: Draft, field: string): RequestMind | undefined {
  const live = draft.live
  const has = ({ card }: RequestMind) =>
    field === 'intent' || field in card.knows || card.cannot.includes(field) || card.refuses.includes(field)
  return (
    live.find((request) => has(request) && request.said[field] === undefined) ?? live.find(has) ?? live[0]
  )
}

function answerFields(draft: Draft, asked: readonly string[]): void {
  const owed: string[] = []
  for (const field of asked) {
    const request = requestFor(draft, field)
    if (request === undefined || draft.corrects.includes(field)) continue
    if (tease(draft, request, field)) {
      owed.push(field)
      continue
    }
    giveField(draft, request.id, field)
    tellTwins(draft, request.id, field)
  }
  draft.mind = { ...draft.mind, owed }
}

/** One sentence serves every live request of which the same is true. */
function tellTwins(draft: Draft, id: string, field: string): void {
  const value = draft.mind.requests.find((one) => one.id === id)?.said[field]
  if (value === undefined || typeof value === 'object') return
  for (const other of draft.live) {
    if (other.id !== id && other.said[field] === undefined && cardValue(draft, other, field) === value)
      giveField(draft, other.id, field)
  }
}

/** Dodges a question, once for each field. */
function tease(draft: Draft, request: RequestMind, field: string): boolean {
  if (request.said[field] !== undefined || draft.mind.teased.includes(field) || !left(draft, 'dodges'))
    return false
  draft.moves.push({ do: 'dodge', request: request.id, field })
  spend(draft, 'dodges')
  draft.mind = { ...draft.mind, teased: [...draft.mind.teased, field] }
  return true
}

function answerProposals(draft: Draft, proposals: readonly ProposalHeard[]): void {
  const request = draft.live[0]
  draft.mind = { ...draft.mind, owedAnswers: [] }
  if (request === undefined) return
  const answered = new Set<number>()
  for (const { of } of proposals) {
    if (answered.has(of)) continue
    answered.add(of)
    const tools = proposals.filter((one) => one.of === of).map((one) => one.tool)
    const owner = ownerOf(draft.live, tools) ?? request
    if (tools.some((tool) => owner.card.says_no_to.includes(tool)))
      draft.moves.push({ do: 'refuse', request: owner.id, proposal: of })
    else if (tools.every((tool) => tool === '') && owner.card.says_no_to.length > 0) draft.filler = 'which'
    else draft.moves.push({ do: 'agree', request: owner.id, proposal: of })
  }
}

/** Of several live requests, the one whose card says no to the proposed tool. */
const ownerOf = (live: readonly RequestMind[], tools: readonly string[]): RequestMind | undefined =>
  live.find(({ card }) => tools.some((tool) => card.says_no_to.includes(tool)))

/** Says nothing at all to a question, once for each field. */
function keepSilent(draft: Draft, asked: readonly string[], proposals: readonly ProposalHeard[]): boolean {
  const field = asked.find((one) => !draft.mind.teased.includes(one))
  if (field === undefined || !left(draft, 'silences')) return false
  const request = requestFor(draft, field)
  if (request === undefined || request.said[field] !== undefined) return false
  draft.moves.push({ do: 'silence' })
  spend(draft, 'silences')
  draft.mind = {
    ...draft.mind,
    teased: [...draft.mind.teased, ...asked],
    owed: asked,
    owedAnswers: proposals,
  }
  return true
}

// ---- what the agent did about it ----

/** The agent still wants something: nothing is settled before it has it. */
const isBusy = (heard: HeardTurn): boolean => heard.fields.length > 0 || heard.proposals.length > 0

/** Something was done and something is still asked: once nothing is asked any more, that was it. */
function noteClaims(draft: Draft, heard: HeardTurn): void {
  const current = draft.live.find(({ stage }) => stage === 'open')
  if (heard.claims > 0 && current !== undefined) setRequest(draft, current.id, { stage: 'answered' })
}

/** Claims and declines settle the live requests in their order; telling something may be all, if the agent agrees. */
function settle(draft: Draft, heard: HeardTurn): void {
  const live = draft.live
  let claims = live.length === 1 ? Math.min(1, heard.claims) : heard.claims
  let declines = live.length === 1 ? Math.min(1, heard.declines) : heard.declines
  if (live.length === 1 && claims > 0) declines = 0
  for (const request of live) {
    if (claims > 0) {
      claims -= 1
      setRequest(draft, request.id, { stage: 'done' })
    } else if (declines > 0) {
      declines -= 1
      takeDecline(draft, request)
    } else if (heard.claims + heard.declines === 0) takeWords(draft, request, heard)
  }
  if (draft.live.length === 0) goOn(draft)
}

function takeWords(draft: Draft, request: RequestMind, heard: HeardTurn): void {
  if (heard.questionUnplaced) return
  if (request.stage === 'answered') setRequest(draft, request.id, { stage: 'done' })
  else if (heard.informed) {
    setRequest(draft, request.id, { stage: 'answered' })
    if (draft.live.every(({ stage }) => stage === 'answered')) draft.moves.push({ do: 'thank' })
  } else if (heard.spoken && heard.signedOff) setRequest(draft, request.id, { stage: 'done' })
}

function takeDecline(draft: Draft, request: RequestMind): void {
  const declines = request.declines + 1
  const yields = declines >= yieldsAfter(draft.who)
  setRequest(draft, request.id, { declines, ...(yields ? { stage: 'declined' as const } : {}) })
  if (yields) return
  const { per_decline } = levelOf(draft.who)
  for (let i = 0; i < per_decline; i += 1) press(draft, request.id)
  if (per_decline === 0) draft.filler = 'ask-why'
}

const press = (draft: Draft, request: string): void => {
  draft.plays = true
  draft.moves.push({ do: 'push', request, kind: pressKind(draft.who.tactic?.raises) })
}

/** All that was open is settled: the next thing on the card, or goodbye. */
function goOn(draft: Draft): void {
  const next = draft.mind.requests.find(
    ({ stage, card }) => stage === 'unopened' && card.comes === 'after-first',
  )
  if (next !== undefined) {
    openRequest(draft, next.id)
    return
  }
  const satisfied = draft.mind.requests.some(({ stage }) => stage === 'done')
  leave(draft, satisfied ? 'satisfied' : 'declined')
}

// ---- what the tactic adds ----

/** Moves that ride along with an answer: they never take the place of one. */
function playBeside(draft: Draft): void {
  const answers = draft.moves.find((move) => move.do === 'tell' || move.do === 'lack')
  const agrees = draft.moves.some((move) => move.do === 'agree' || move.do === 'refuse')
  if (draft.leaving !== null || (answers === undefined && !agrees)) return
  if (answers !== undefined && 'request' in answers && left(draft, 'with_answers')) {
    press(draft, answers.request)
    spend(draft, 'with_answers')
  }
  if (left(draft, 'detours')) {
    draft.moves.push({ do: 'detour' })
    spend(draft, 'detours')
  }
  thankEarly(draft)
  if (left(draft, 'switches')) switchLanguage(draft)
}

function thankEarly(draft: Draft): boolean {
  if (!left(draft, 'thanks')) return false
  draft.moves.push({ do: 'thank' })
  spend(draft, 'thanks')
  return true
}

const OTHER_LANGUAGE: Readonly<Record<string, string>> = { en: 'es', es: 'en', fr: 'en', de: 'en' }

function switchLanguage(draft: Draft): void {
  const { card } = draft.who
  const to = draft.mind.language === card.language ? (OTHER_LANGUAGE[card.language] ?? 'en') : card.language
  draft.moves.unshift({ do: 'switch_language', to })
  draft.mind = { ...draft.mind, language: to }
  spend(draft, 'switches')
}

/** Keeps the card's language as long as the agent does, and meets it in English otherwise. */
function followLanguage(draft: Draft, spoken: string | undefined): void {
  const { language } = draft.who.card
  if (draft.mind.spent.switches > 0 || (spoken !== language && spoken !== 'en')) return
  draft.mind = { ...draft.mind, language: spoken }
}

/** Demands for a human and abuse: from the first message on where they are open about it, else from the second. */
function playInterrupts(draft: Draft, opening: boolean): void {
  if (draft.leaving !== null || (draft.mind.turn === 1 && !opening)) return
  if (left(draft, 'demands')) {
    draft.moves.push({ do: 'demand_human' })
    spend(draft, 'demands')
  }
  if (left(draft, 'abuses')) {
    draft.moves.push({ do: 'abuse' })
    spend(draft, 'abuses')
  }
}

// ---- patience ----

/** Something the agent has not done before is progress; a no is one, a goodbye is none. So every conversation ends. */
function noteProgress(draft: Draft, heard: HeardTurn): boolean {
  const fresh = heard.keys.filter((key) => !draft.mind.seen.includes(key))
  const progress = fresh.length > 0 || (heard.declines > 0 && !isBusy(heard))
  draft.mind = {
    ...draft.mind,
    seen: [...draft.mind.seen, ...fresh],
    idle: progress ? 0 : draft.mind.idle + 1,
  }
  return progress
}

function fillIn(draft: Draft, heard: HeardTurn): Draft {
  if (draft.moves.length > 0 || draft.filler !== null) return draft
  if (heard.signedOff) {
    draft.mind = { ...draft.mind, dismissed: draft.mind.dismissed + 1 }
    if (draft.mind.dismissed > 1) {
      leave(draft, 'unresolved')
      return draft
    }
    draft.filler = 'object'
  } else if (thankEarly(draft)) return draft
  else if (heard.claims + heard.declines > 0) draft.filler = 'next-matter'
  else if (heard.questionUnplaced) draft.filler = draft.mind.idle > 1 ? 'puzzled' : 'restate'
  else draft.filler = 'prod'
  return draft
}
