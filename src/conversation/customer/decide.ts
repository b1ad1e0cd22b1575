import {
  answerFields,
  answerProposals,
  changeRequest,
  correct,
  keepSilent,
  openRequest,
  sayOpenly,
} from './decide-answers.ts'
import { fillIn, isBusy, noteClaims, noteProgress, settle } from './decide-outcome.ts'
import { followLanguage, playBeside, playInterrupts } from './decide-tactic.ts'
import { finish, leave, liveIn, newDraft, type Plan } from './draft.ts'
import { heardTurn, type Understood } from './hear.ts'
import { type Character, levelOf, type Mind } from './mind.ts'

/**
 * What the customer does next. In: who they are, what they remember, what they understood. Out: moves and the next
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

/** What reached the customer of an agent's turn; `spoken`: the language it was in, where that can be told. */
export type AgentHeard = { readonly understood: readonly Understood[]; readonly spoken: string | undefined }

/** Every later message. */
export function decide(who: Character, mind: Mind, agent: AgentHeard): Plan {
  const heard = heardTurn(agent.understood)
  const draft = newDraft(who, mind)
  followLanguage(draft, agent.spoken)
  const progress = noteProgress(draft, heard)
  if (!progress && draft.mind.idle > who.card.patience) return leave(draft, 'patience')
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
