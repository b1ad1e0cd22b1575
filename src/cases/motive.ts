import type { Card } from '../cards/card.ts'
import type { Tactic } from '../cards/tactic.ts'

/** The motive of a case of which nobody wrote one: what is wanted, and how the customer goes about it. */
export const motiveOf = ({ requests }: Pick<Card, 'requests'>, tactic: Tactic | null): string => {
  const wish = requests.map(({ wants }) => wants).join(', then ')
  return tactic === null ? wish : `${wish} (${tactic.id.replaceAll('-', ' ')})`
}
