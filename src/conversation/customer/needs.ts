import type { CustomerAct, CustomerMove } from '../../base/values/acts.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Scalar } from '../../base/values/value.ts'
import type { Need } from '../../cards/tactic.ts'
import type { Plan } from './draft.ts'
import { isStory, kindOf } from './facts-told.ts'
import { hasBeenDeclined, type Mind } from './mind.ts'

/** Does what a line presupposes hold in this message? Nobody answers a refusal that was never made. */
export function holds(
  need: Need,
  { plan, lexicon }: { readonly plan: Plan; readonly lexicon: Lexicon },
): boolean {
  const { next, act } = plan
  switch (need) {
    case 'declined':
      return answersNo(plan)
    case 'declined_time':
      return answersNo(plan) && next.refusedForTime
    case 'asked_more':
      return next.questions > 1
    case 'lacking':
      return act.moves.some((move) => move.do === 'lack')
    case 'story':
      return act.moves.some((move) => move.do === 'lack' || (move.do === 'tell' && isStory(move.value)))
    case 'asked_detail':
      return dodges(act) && dodged(plan).every((value) => !isToldAsStory(value))
    case 'asked_code':
      return dodges(act) && dodged(plan).every((value) => kindOf(value ?? '') === 'code')
    case 'asked_story':
      return dodges(act) && dodged(plan).every(isToldAsStory)
    case 'dated':
      return saidValues(next).some((value) => /^\d{4}-\d{2}-\d{2}$/.test(value))
    case 'mailbox':
      return saidValues(next).some((value) => value.includes('@'))
    default:
      return lexicon.setting.includes(need)
  }
}

/** A no was said, and this message has no question to answer: what it says is about the no. */
export const answersNo = ({ next, act: { moves } }: Plan): boolean =>
  hasBeenDeclined(next) && !moves.some(({ do: does }) => ANSWERS.has(does))

const ANSWERS: ReadonlySet<CustomerMove['do']> = new Set(['tell', 'lack', 'agree', 'refuse', 'dodge'])

const dodges = ({ moves }: CustomerAct): boolean => moves.some(({ do: does }) => does === 'dodge')

/** What the card holds of the fields this message evades: one evasion serves all, and must fit all. */
const dodged = ({ act, next }: Plan): readonly (Scalar | undefined)[] =>
  act.moves.flatMap((move) =>
    move.do === 'dodge' ? [next.requests.find(({ id }) => id === move.request)?.card.knows[move.field]] : [],
  )

/** Whoever has nothing to say about it was asked how something is. */
const isToldAsStory = (value: Scalar | undefined): boolean => value === undefined || isStory(value)

const saidValues = ({ requests }: Mind): readonly string[] =>
  requests.flatMap(({ said }) =>
    Object.values(said).flatMap((value) => (typeof value === 'object' ? [] : [String(value)])),
  )
