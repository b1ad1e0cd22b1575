import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Need } from '../../cards/tactic.ts'
import type { Plan } from './draft.ts'
import type { Mind } from './mind.ts'
import { isStory } from './shape-asked.ts'

/** Does what a line presupposes hold in this message? Nobody answers a refusal that was never made. */
export function holds(
  need: Need,
  { plan, lexicon }: { readonly plan: Plan; readonly lexicon: Lexicon },
): boolean {
  const { next, act } = plan
  switch (need) {
    case 'declined':
      return hasBeenDeclined(next)
    case 'asked_more':
      return next.questions > 1
    case 'lacking':
      return act.moves.some((move) => move.do === 'lack')
    case 'story':
      return act.moves.some((move) => move.do === 'lack' || (move.do === 'tell' && isStory(move.value)))
    case 'dated':
      return saidValues(next).some((value) => /^\d{4}-\d{2}-\d{2}$/.test(value))
    case 'mailbox':
      return saidValues(next).some((value) => value.includes('@'))
    default:
      return lexicon.setting.includes(need)
  }
}

export const hasBeenDeclined = ({ requests }: Mind): boolean =>
  requests.some(({ declines, vagueDeclines }) => declines + vagueDeclines > 0)

const saidValues = ({ requests }: Mind): readonly string[] =>
  requests.flatMap(({ said }) =>
    Object.values(said).flatMap((value) => (typeof value === 'object' ? [] : [String(value)])),
  )
