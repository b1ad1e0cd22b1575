import type { CustomerMove } from '../../base/values/acts.ts'
import type { CardRequest } from '../../cards/card.ts'
import type { Plan } from './draft.ts'
import type { Character } from './mind.ts'

/** The card's entry for a request: `r1` is the first. */
export const cardRequest = ({ card }: Character, request: string): CardRequest | undefined =>
  card.requests[Number(request.slice(1)) - 1]

/** A written opening says its own requests and what they volunteer, in a person's words. */
export function saidByWrittenOpening(who: Character, plan: Plan, move: CustomerMove): boolean {
  if (who.opens === null || plan.next.turn > 1 || !('request' in move)) return false
  const request = cardRequest(who, move.request)
  if (request?.comes !== 'at-start') return false
  return (
    move.do === 'open' ||
    ((move.do === 'tell' || move.do === 'lack') && request.volunteers.includes(move.field))
  )
}

/** The plan without what the written opening says already. */
export const besideOpening = (who: Character, plan: Plan): Plan => ({
  ...plan,
  act: { ...plan.act, moves: plan.act.moves.filter((move) => !saidByWrittenOpening(who, plan, move)) },
})
