import { REFUSED, type Scalar, UNAVAILABLE, type Value } from '../base/values/value.ts'
import type { CardRequest } from '../cards/card.ts'

/** How often a procedure has learned each field anew: 1 where it is not named. */
export type Rounds = ReadonlyMap<string, number>

/** What is claimed of a field once it was asked for that often; without rounds, what is claimed last. */
export function claimInRound(
  { knows, corrects, refuses, cannot, asked_again }: CardRequest,
  field: string,
  rounds: Rounds | null,
): Value | undefined {
  const later = asked_again[field] ?? []
  const round = rounds === null ? later.length + 1 : (rounds.get(field) ?? 1)
  const again = later[Math.min(round - 2, later.length - 1)]
  if (round > 1 && again !== undefined) return asValue(again)
  if (refuses.includes(field)) return REFUSED
  if (cannot.includes(field)) return UNAVAILABLE
  return corrects.findLast((one) => one.field === field)?.value ?? knows[field]
}

const asValue = (said: Scalar | { readonly lack: 'refused' | 'unavailable' }): Value =>
  typeof said !== 'object' ? said : said.lack === 'refused' ? REFUSED : UNAVAILABLE
