import { type Need, needsOf, pressKind } from '../../cards/tactic.ts'
import { type Draft, left, spend } from './draft.ts'
import { levelOf } from './mind.ts'

export const press = (draft: Draft, request: string): void => {
  draft.plays = true
  draft.moves.push({ do: 'push', request, kind: pressKind(draft.who.tactic?.raises) })
}

/** Moves that ride along with an answer: they never take the place of one. */
export function playBeside(draft: Draft): void {
  const answers = draft.moves.find((move) => move.do === 'tell' || move.do === 'lack')
  const agrees = draft.moves.some((move) => move.do === 'agree' || move.do === 'refuse')
  if (draft.leaving !== null || (answers === undefined && !agrees)) return
  if (answers !== undefined && 'request' in answers && left(draft, 'with_answers') && hasLineBeside(draft)) {
    press(draft, answers.request)
    spend(draft, 'with_answers')
  }
  if (left(draft, 'detours')) {
    draft.moves.push({ do: 'detour' })
    spend(draft, 'detours')
  }
  thankEarly(draft)
}

/** Somebody whose first message a person wrote presses beside an answer only where the tactic has a line for it. */
function hasLineBeside({ who, mind, moves }: Draft): boolean {
  if (who.opens === null) return true
  const holds = (need: Need): boolean =>
    (need === 'lacking' && moves.some((move) => move.do === 'lack')) ||
    (need === 'asked_more' && mind.questions > 1)
  const lines = who.tactic?.phrases[mind.language]?.press ?? []
  return lines.some((line) => needsOf(line).every(holds))
}

export function thankEarly(draft: Draft): boolean {
  if (!left(draft, 'thanks')) return false
  draft.moves.push({ do: 'thank' })
  spend(draft, 'thanks')
  return true
}

/** Is it the last time, and too early for it? What was told unasked, or answered before, has had its moment. */
function waitsForMoment(draft: Draft, what: Interrupting): boolean {
  const { who, mind, answeredTools } = draft
  const { interrupts_with: moment } = who.card
  if (moment === undefined || !isLastOf(draft, what)) return false
  if ('proposal' in moment) return !mind.agreed && !mind.refused && !answeredTools.includes(moment.proposal)
  return mind.requests.every(({ answered }) => (answered[moment.field] ?? 0) < moment.times)
}
type Interrupting = 'demands' | 'abuses'

const isLastOf = ({ who, mind }: Draft, what: Interrupting): boolean =>
  mind.spent[what] === levelOf(who)[what] - 1

/**
 * Demands for a human and abuse: from the first message on where they are open about it, else from the second. The last of
 * them waits for its moment, where the card has one.
 */
export function playInterrupts(draft: Draft, opening: boolean): void {
  if (draft.leaving !== null || draft.mind.handed || (draft.mind.turn === 1 && !opening)) return
  if (left(draft, 'demands') && !waitsForMoment(draft, 'demands')) {
    demand(draft)
    spend(draft, 'demands')
  }
  if (left(draft, 'abuses') && !waitsForMoment(draft, 'abuses')) {
    draft.moves.push({ do: 'abuse' })
    spend(draft, 'abuses')
  }
}

/** Whoever wants a person at the moment of a proposal says neither yes nor no to it. */
function demand(draft: Draft): void {
  const moment = draft.who.card.interrupts_with
  if (moment !== undefined && 'proposal' in moment && isLastOf(draft, 'demands')) {
    draft.moves = draft.moves.filter(({ do: does }) => does !== 'agree' && does !== 'refuse')
  }
  // Nobody thanks and demands somebody else in one breath.
  draft.moves = draft.moves.filter(({ do: does }) => does !== 'thank')
  draft.moves.push({ do: 'demand_human' })
}
