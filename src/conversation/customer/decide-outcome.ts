import { openRequest } from './decide-answers.ts'
import { press, thankEarly } from './decide-tactic.ts'
import { type Draft, leave, left, liveIn, setRequest, toneOf } from './draft.ts'
import type { HeardTurn } from './hear.ts'
import type { Outcome } from './hear-pieces.ts'
import { levelOf, type RequestMind, yieldsAfter } from './mind.ts'
import { isCool } from './mood.ts'
import { fitsWish, wantsToKnow } from './wish.ts'

/** Something was done and something is still asked: once nothing is asked any more, that was it. */
export function noteClaims(draft: Draft, heard: HeardTurn): void {
  const { claims } = heard
  const current = liveIn(draft).find(({ stage }) => stage === 'open')
  if (current !== undefined && maySettle(draft, heard)) setRequest(draft, current.id, { mayBeSettled: true })
  if (claims.some(({ sure }) => sure) && current !== undefined)
    setRequest(draft, current.id, { stage: 'answered' })
}

/** Whoever finds it all right leaves it at that; and a no stands beside a question, too, or was taken for one. */
const maySettle = ({ filler, yes }: Draft, heard: HeardTurn): boolean =>
  filler === 'accept' ||
  yes === 'accepting' ||
  heard.declines.length > 0 ||
  heard.soundsNo ||
  (heard.mayTell && !heard.asksPlainly)

/** The agent asks after the goodbye: what was settled is open again, and the question is answered. */
export function reopen(draft: Draft): void {
  const settled = draft.mind.requests.filter(({ stage }) => stage === 'done' || stage === 'declined')
  draft.mind = { ...draft.mind, left: null }
  for (const { id } of settled) setRequest(draft, id, { stage: 'answered' })
}

/** Deeds and noes settle the request they fit best; telling something may be all, if the agent agrees. */
export function settle(draft: Draft, heard: HeardTurn): void {
  const live = liveIn(draft)
  const outcomes = shareOut(live, heard, draft.mind.agreed)
  for (const request of live) {
    const { done, declined } = outcomes.get(request.id) ?? NO_OUTCOME
    // "The complaints desk has it now; nothing was paid": what a colleague takes over is not refused.
    const isHanded = heard.handsOver && declined !== null && !declined.sure
    if (isHanded) setRequest(draft, request.id, { stage: 'done' })
    else if (done !== null) takeDeed(draft, request, done, heard)
    else if (declined !== null && (isOwnNo(draft, declined, heard) || isOldNo(draft, declined, heard)))
      setRequest(draft, request.id, { stage: 'declined' })
    else if (declined !== null) takeDecline(draft, request, declined, heard.offersWays)
    else if (heard.claims.length + heard.declines.length === 0 || isThrough(request, heard))
      takeWords(draft, request, heard)
  }
  if (liveIn(draft).length === 0) goOn(draft)
}

/** "That's fine, I won't enter a call. Anything else?": its own no is taken. */
const isOwnNo = ({ mind }: Draft, { sure }: Outcome, { dismisses }: HeardTurn): boolean =>
  mind.refused && !sure && dismisses

/** "The call is entered; what the letter says I can't tell. Anything else?": a no beside a deed, pressed against once, stands. */
const isOldNo = ({ mind }: Draft, { sure }: Outcome, { claims, dismisses }: HeardTurn): boolean =>
  mind.lastWord === 'pressed' && !sure && claims.length > 0 && dismisses

/** What was answered before is through once the agent asks for anything else, whatever else was done. */
const isThrough = ({ stage }: RequestMind, { dismisses }: HeardTurn): boolean =>
  stage === 'answered' && dismisses

type Settled = { readonly done: Outcome | null; readonly declined: Outcome | null }
const NO_OUTCOME: Settled = { done: null, declined: null }

/**
 * Which request a deed or a no is about. With one request and both in a turn, the one whose words are nearer to the wish:
 * "your card is blocked, but we cannot pay you the sum" is a no to somebody who wants the sum.
 */
function shareOut(
  live: readonly RequestMind[],
  heard: HeardTurn,
  agreed: boolean,
): ReadonlyMap<string, Settled> {
  const found = new Map<string, Settled>()
  const bySureness = (list: readonly Outcome[]) => [...list].sort((a, b) => Number(b.sure) - Number(a.sure))
  const take = (outcome: Outcome, as: keyof Settled): void => {
    const free = live.filter(({ id }) => (found.get(id) ?? NO_OUTCOME)[as] === null)
    const request = nearest(free, outcome)
    if (request !== undefined)
      found.set(request.id, { ...(found.get(request.id) ?? NO_OUTCOME), [as]: outcome })
  }
  for (const claim of bySureness(heard.claims)) take(claim, 'done')
  for (const decline of bySureness(heard.declines)) take(decline, 'declined')
  for (const { id, card } of live) {
    const { done, declined } = found.get(id) ?? NO_OUTCOME
    if (done === null || declined === null) continue
    // A no that is certain outweighs a deed that is not, unless there was a yes to one.
    if (declined.sure && !done.sure && !agreed) {
      found.set(id, { done: null, declined })
      continue
    }
    const lead = fitsWish(card, done.text) - fitsWish(card, declined.text)
    // Without a word of the wish in either, whoever has said yes to something was done that; whoever has not was refused.
    const isDone = lead > 0 || (lead === 0 && (agreed || (done.sure && declined.byTopic)))
    found.set(id, isDone ? { done, declined: null } : { done: null, declined })
  }
  return found
}

/**
 * The one whose wish its words are nearest to; of two that are equally near, what was answered before is not meant, nor
 * where nobody is certain what was done.
 */
function nearest(requests: readonly RequestMind[], { text, about, sure }: Outcome): RequestMind | undefined {
  const words = `${text} ${about?.replaceAll('_', ' ') ?? ''}`
  const scored = requests.map((request) => ({
    request,
    score: fitsWish(request.card, words) + (request.stage !== 'open' ? 0 : sure ? 0.5 : OPEN_LEAD),
  }))
  return scored.sort((a, b) => b.score - a.score)[0]?.request
}

const OPEN_LEAD = 2

/**
 * Nothing is settled beside a plan for more. A deed that nobody could place is the one the customer has said yes to; where
 * there was no yes it is thanked for, and satisfies nobody yet.
 */
function takeDeed(draft: Draft, request: RequestMind, done: Outcome, heard: HeardTurn): void {
  // What a colleague is going to do is no plan of the agent's.
  if (heard.promises && !heard.dismisses && !heard.handsOver) {
    setRequest(draft, request.id, { mayBeSettled: true })
    return
  }
  if (done.sure || request.stage === 'answered' || draft.mind.agreed) {
    draft.mind = { ...draft.mind, soundsNo: heard.soundsNo }
    setRequest(draft, request.id, { stage: 'done' })
  } else answer(draft, request, 'deed')
}

/** Told something that may be all. */
function answer(draft: Draft, { id }: RequestMind, by: 'deed' | 'words'): void {
  setRequest(draft, id, { stage: 'answered' })
  if (liveIn(draft).every(({ stage }) => stage === 'answered')) thankOrGoOn(draft, by)
}

function takeWords(draft: Draft, request: RequestMind, heard: HeardTurn): void {
  const mayBeSettled = request.mayBeSettled || heard.mayTell
  if (mayBeSettled) setRequest(draft, request.id, { mayBeSettled })
  if (heard.promises && !heard.dismisses) return
  const wasDeclined = request.declines + request.vagueDeclines > 0
  const { lastWord } = draft.mind
  // Whoever presses and hears a no that nobody could place hears the same no again.
  if (wasDeclined && lastWord === 'pressed' && heard.saysNo && !heard.dismisses)
    takeDecline(draft, request, { about: null, sure: false, text: '', byTopic: false }, false)
  else if (request.stage === 'answered') {
    if (heard.told || heard.dismisses) setRequest(draft, request.id, { stage: 'done' })
  } else if (heard.informed) answer(draft, request, 'words')
  // Seen off after a no, or after taking note of it, nobody goes on; asked whether that was all, the no stands.
  else if (heard.dismisses && wasDeclined && (!heard.closes || lastWord === 'noted'))
    setRequest(draft, request.id, { stage: 'declined' })
  else if (heard.dismisses && wasDeclined)
    takeDecline(draft, request, { about: null, sure: true, text: '', byTopic: false }, false)
  else if (heard.dismisses && heard.told) answer(draft, request, 'words')
  // What was not read decides nothing: it may have been the doing or the no, so nobody protests.
  else if (heard.dismisses && mayBeSettled)
    setRequest(draft, request.id, { stage: draft.mind.soundsNo ? 'declined' : 'done' })
}

/** Whoever has another matter brings it up now: a thanks would let the agent close before it is raised. */
function thankOrGoOn(draft: Draft, by: 'deed' | 'words'): void {
  const next = nextMatter(draft)
  if (next !== undefined) openRequest(draft, next.id)
  else if (isCool(draft.mind, toneOf(draft.who)) || (by === 'words' && !thanksForWords(draft)))
    draft.filler ??= draft.closes ? 'no-more' : 'heard'
  else draft.moves.push({ do: 'thank' })
}

/** Information is thanked for by whoever wanted to know something; to others it may have been the no. */
const thanksForWords = ({ mind: { agreed, requests } }: Draft): boolean =>
  agreed || requests.some(({ stage, card }) => stage === 'answered' && wantsToKnow(card))

const nextMatter = (draft: Draft): RequestMind | undefined =>
  draft.mind.requests.find(({ stage, card }) => stage === 'unopened' && card.comes === 'after-first')

function takeDecline(draft: Draft, request: RequestMind, { sure }: Outcome, offersWays: boolean): void {
  const declines = request.declines + (sure ? 1 : 0)
  const vagueDeclines = request.vagueDeclines + (sure ? 0 : 1)
  // Somebody who means to ask for a person again, or to swear again, is not through yet.
  const unspent = left(draft, 'demands') || left(draft, 'abuses')
  // A no that nobody could place is met like a no, but it takes two of them to give in.
  const yields = declines + Math.floor(vagueDeclines / 2) >= yieldsAfter(draft.who) && !unspent
  setRequest(draft, request.id, {
    declines,
    vagueDeclines,
    ...(yields ? { stage: 'declined' as const } : {}),
  })
  const { per_decline } = levelOf(draft.who)
  if (offersWays && (yields || per_decline === 0)) {
    draft.filler = 'leave-it'
    setRequest(draft, request.id, { stage: 'answered' })
    return
  }
  if (yields) return
  for (let i = 0; i < per_decline; i += 1) press(draft, request.id)
  if (per_decline === 0) draft.filler = 'other-way'
}

/** All that was open is settled: the next thing on the card, or goodbye. */
function goOn(draft: Draft): void {
  const next = nextMatter(draft)
  if (next !== undefined) {
    openRequest(draft, next.id)
    return
  }
  const satisfied = draft.mind.requests.some(({ stage }) => stage === 'done')
  leave(draft, satisfied ? 'satisfied' : 'declined')
}

/** Unread words are news so many times; after that a conversation of nothing else must end too. */
const UNREAD_MAX = 12

/** Something the agent has not done before is progress; a no is one, a goodbye is none. So every conversation ends. */
export function noteProgress(draft: Draft, heard: HeardTurn): boolean {
  const { seen, owed, unread } = draft.mind
  const fresh = heard.keys.filter((key) => !seen.includes(key))
  const isRead = fresh.some((key) => !key.startsWith('said '))
  // Asked again for what it dodged, the customer has nobody to be impatient with.
  const owedAgain = heard.fields.some((field) => owed.includes(field))
  const progress =
    isRead ||
    owedAgain ||
    (fresh.length > 0 && unread < UNREAD_MAX) ||
    (heard.declines.length > 0 && !heard.asks)
  draft.mind = {
    ...draft.mind,
    seen: [...seen, ...fresh],
    questions: draft.mind.questions + (heard.asksPlainly ? 1 : 0),
    unread: unread + (fresh.length > 0 && !isRead ? 1 : 0),
    idle: progress ? 0 : draft.mind.idle + 1,
    handed: draft.mind.handed || heard.handsOver,
    soundsNo: draft.mind.soundsNo || heard.soundsNo,
    refusedForTime: draft.mind.refusedForTime || (heard.declines.length > 0 && heard.speaksOfTime),
  }
  return progress
}

export function fillIn(draft: Draft, heard: HeardTurn): Draft {
  if (draft.moves.length > 0 || draft.filler !== null) return draft
  if (heard.asks) draft.filler = 'puzzled'
  else if (heard.dismisses) dismiss(draft)
  else if (thankEarly(draft)) return draft
  else if (heard.claims.length + heard.declines.length > 0 && !heard.promises)
    draft.filler = isHalfDone(draft) ? 'next-matter' : 'heard'
  // A message that asks nothing gets nothing, as long as something happens.
  else draft.filler = draft.mind.idle > 1 ? 'prod' : heard.promises && heard.bidsWait ? 'wait' : 'heard'
  return draft
}

/** One matter is settled, and about another nothing was said yet. */
const isHalfDone = (draft: Draft): boolean =>
  draft.mind.requests.some(({ stage }) => stage === 'done' || stage === 'declined') &&
  liveIn(draft).some(({ stage, mayBeSettled }) => stage === 'open' && !mayBeSettled)

/** The agent takes as settled what is not. */
function dismiss(draft: Draft): void {
  draft.mind = { ...draft.mind, dismissed: draft.mind.dismissed + 1 }
  if (draft.mind.dismissed > 1) leave(draft, 'unresolved')
  else draft.filler = 'object'
}
