import { memo } from '../../base/memo.ts'
import type { Seen, SeenAction } from '../trial-view/seen.ts'

const isRight = ({ class: judged }: SeenAction): boolean => judged === 'due' || judged === 'permitted'

/** A wrong action stands only if it is wrong also where every candidate counts as the act that was due (E4). */
export const isWrong = (action: SeenAction): boolean => !isRight(action)

/** The same act of the same event, in whatever walk. */
export const keyOf = ({ n, what }: SeenAction): string => `${n} ${JSON.stringify(what)}`

const wrongInBoth = memo((seen: Seen): ReadonlySet<string> => {
  if (!seen.actions.some(isWrong)) return new Set()
  return new Set(seen.generous().actions.filter(isWrong).map(keyOf))
})

/** Wrong as read, and with every candidate too: nothing that could not be read would make it right. */
export const standsWrong = (seen: Seen, action: SeenAction): boolean =>
  isWrong(action) && wrongInBoth(seen).has(keyOf(action))
