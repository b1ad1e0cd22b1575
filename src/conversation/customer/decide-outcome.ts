import { openRequest } from './decide-answers.ts'
import { press, thankEarly } from './decide-tactic.ts'
import { type Draft, leave, left, liveIn, setRequest } from './draft.ts'
import type { HeardTurn } from './hear.ts'
import { levelOf, type RequestMind, yieldsAfter } from './mind.ts'

/** The agent still wants something: nothing is settled before it has it. */
export const isBusy = (heard: HeardTurn): boolean => heard.fields.length > 0 || heard.proposals.length > 0

/** Something was done and something is still asked: once nothing is asked any more, that was it. */
export function noteClaims(draft: Draft, heard: HeardTurn): void {
  const current = liveIn(draft).find(({ stage }) => stage === 'open')
  if (heard.claims > 0 && current !== undefined) setRequest(draft, current.id, { stage: 'answered' })
}

/** Claims and declines settle the live requests in their order; telling something may be all, if the agent agrees. */
export function settle(draft: Draft, heard: HeardTurn): void {
  const live = liveIn(draft)
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
  if (liveIn(draft).length === 0) goOn(draft)
}

function takeWords(draft: Draft, request: RequestMind, heard: HeardTurn): void {
  if (heard.questionUnplaced) return
  if (request.stage === 'answered') setRequest(draft, request.id, { stage: 'done' })
  else if (heard.informed) {
    setRequest(draft, request.id, { stage: 'answered' })
    if (liveIn(draft).every(({ stage }) => stage === 'answered')) thankOrGoOn(draft)
  } else if (heard.spoken && heard.signedOff) setRequest(draft, request.id, { stage: 'done' })
}

/** Whoever has another matter brings it up now: a thanks would let the agent close before it is raised. */
function thankOrGoOn(draft: Draft): void {
  const next = nextMatter(draft)
  if (next === undefined) draft.moves.push({ do: 'thank' })
  else openRequest(draft, next.id)
}

const nextMatter = (draft: Draft): RequestMind | undefined =>
  draft.mind.requests.find(({ stage, card }) => stage === 'unopened' && card.comes === 'after-first')

function takeDecline(draft: Draft, request: RequestMind): void {
  const declines = request.declines + 1
  // Somebody who means to ask for a person again, or to swear again, is not through yet.
  const unspent = left(draft, 'demands') || left(draft, 'abuses')
  const yields = declines >= yieldsAfter(draft.who) && !unspent
  setRequest(draft, request.id, { declines, ...(yields ? { stage: 'declined' as const } : {}) })
  if (yields) return
  const { per_decline } = levelOf(draft.who)
  for (let i = 0; i < per_decline; i += 1) press(draft, request.id)
  if (per_decline === 0) draft.filler = 'ask-why'
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

/** Something the agent has not done before is progress; a no is one, a goodbye is none. So every conversation ends. */
export function noteProgress(draft: Draft, heard: HeardTurn): boolean {
  const fresh = heard.keys.filter((key) => !draft.mind.seen.includes(key))
  // Asked again for what it dodged, the customer has nobody to be impatient with.
  const owedAgain = heard.fields.some((field) => draft.mind.owed.includes(field))
  const progress = fresh.length > 0 || owedAgain || (heard.declines > 0 && !isBusy(heard))
  draft.mind = {
    ...draft.mind,
    seen: [...draft.mind.seen, ...fresh],
    idle: progress ? 0 : draft.mind.idle + 1,
  }
  return progress
}

export function fillIn(draft: Draft, heard: HeardTurn): Draft {
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
