import { fold } from '../../text/fold.ts'
import { soundsLikeNo } from './asking-words.ts'
import {
  answerChecks,
  answerFields,
  answerLater,
  answerProposals,
  askedIn,
  changeRequest,
  correct,
  freshIn,
  keepSilent,
  openRequest,
  sayOpenly,
} from './decide-answers.ts'
import { takeHeard } from './decide-heard.ts'
import { fillIn, noteClaims, noteProgress, reopen, settle } from './decide-outcome.ts'
import { playBeside, playInterrupts } from './decide-tactic.ts'
import { answerUnplaced, misreadIn } from './decide-unplaced.ts'
import { type Draft, finish, leave, liveIn, newDraft, type Plan, stay } from './draft.ts'
import type { HeardTurn } from './hear.ts'
import { type Character, levelOf, type Mind } from './mind.ts'
import { hasBeenDeclined } from './mood.ts'
import { offersLess } from './wish.ts'

/**
 * What the customer does next. In: who they are, what they remember, what they heard. Out: moves and the next
 * memory; no word of text. Pure: both modes share it, and no model chooses an act. It must not know the desk's rules.
 */
/** The first message: opens what the card says comes at the start, with what it volunteers. */
export function decideOpening(who: Character, mind: Mind): Plan {
  const openly = levelOf(who).openly
  const draft = newDraft(who, mind)
  for (const request of mind.requests) {
    const comes = request.card.comes
    if (comes === 'at-start') openRequest(draft, request.id)
    else if (openly && comes === 'after-first') openRequest(draft, request.id)
    else if (openly && typeof comes === 'object') openRequest(draft, request.id, liveIn(draft)[0]?.id)
  }
  if (openly) sayOpenly(draft)
  playInterrupts(draft, openly)
  return finish(draft)
}

/** Every later message. */
export function decide(who: Character, mind: Mind, turn: HeardTurn): Plan {
  const draft = newDraft(who, mind)
  const heard = takeHeard(draft, turn)
  draft.closes = heard.closes
  const progress = noteProgress(draft, heard)
  if (mind.left !== null) {
    if (!heard.asks && !heard.seemsToAsk) return leave(draft, mind.left)
    reopen(draft)
  }
  // What is settled without a goodbye is open again for a question.
  else if (heard.asks && liveIn(draft).length === 0) reopen(draft)
  // Nobody walks off in answer to a question (E8).
  const mayLeave = !heard.asks && !heard.seemsToAsk
  if (mayLeave && !progress && draft.mind.idle > who.card.patience) return leave(draft, 'patience')
  if (changeRequest(draft)) {
    answerFields(draft, freshIn(draft, heard.fields))
    return finish(draft)
  }
  // An agent that asks nothing and settles nothing still waits for what it asked before.
  // A deed that nobody is certain of settles nothing while it waits.
  const claims = mind.owed.length > 0 ? heard.claims.filter(({ sure }) => sure) : heard.claims
  const waits = !heard.asks && heard.declines.length + claims.length === 0
  const wanted = askedIn(draft, heard, waits ? mind.owed : heard.fields)
  const { fields: asked, misread, offers } = misreadIn(draft, heard, wanted)
  const proposals = waits ? mind.owedAnswers : [...heard.proposals, ...offers]
  if (keepSilent(draft, asked, proposals) || answerLater(draft, asked, proposals)) return finish(draft)
  correct(draft)
  answerFields(draft, asked)
  // Who takes something back, or will not say what is asked, says yes to nothing that was proposed on it.
  if (draft.corrects.length === 0 && !refusesToSay(draft)) answerProposals(draft, proposals)
  if ((draft.yes === 'plain' || draft.yes === 'accepting') && isReluctant(draft, heard))
    agreeReluctantly(draft)
  answerChecks(draft, heard.checks)
  answerUnplaced(draft, misread.length > 0 ? misread : heard.unplaced)
  draft.sends = heard.asksForSending
  if (heard.asks) noteClaims(draft, heard)
  else settle(draft, heard)
  if (!mayLeave) stay(draft)
  playBeside(draft)
  playInterrupts(draft, false)
  return draft.leaving === null ? finish(fillIn(draft, heard)) : finish(draft)
}

/** Nobody says "Yes, please!" to less than was wanted, or after a no. */
const isReluctant = (draft: Draft, heard: HeardTurn): boolean =>
  hasBeenDeclined(draft.mind) ||
  heard.declines.some(({ sure, text }) => sure || soundsLikeNo(fold(text))) ||
  liveIn(draft).some(({ card }) => offersLess(card, heard.words))

function agreeReluctantly(draft: Draft): void {
  draft.yes = 'reluctant'
  if (draft.moves.some((move) => move.do === 'agree')) draft.mind = { ...draft.mind, reluctant: true }
}

const refusesToSay = ({ moves }: Draft): boolean =>
  moves.some((move) => move.do === 'lack' && move.lack === 'refused')
