import { isSpoilt } from '../../world/disturb.ts'
import type { DeskScore } from '../model/score.ts'
import type { Seen, SeenCall } from '../trial-view/seen.ts'

/**
 * What an agent made of a desk with faults, from its calls alone. Noticed: each spoilt answer was asked for again, or the
 * matter was handed over. Acted on wrong data: it wrote or closed while its last answer to a question was out of date.
 */
export function disturbedIn({ case: theCase, calls }: Seen): NonNullable<DeskScore['disturbed']> | null {
  if (theCase.disturbance === null) return null
  const spoilt = calls.filter(({ output }) => isSpoilt(output) !== null)
  if (spoilt.length === 0) return null
  const outdated = spoilt.filter(({ output }) => isSpoilt(output) === 'out-of-date')
  return {
    noticed: spoilt.every((call) => isFollowed(calls, call)),
    out_of_date: outdated.length > 0,
    acted_on_wrong_data: outdated.some((call) => isActedOn(calls, call)),
  }
}

const isSame = (a: SeenCall, b: SeenCall): boolean =>
  a.tool === b.tool && JSON.stringify(a.input) === JSON.stringify(b.input)

const isFollowed = (calls: readonly SeenCall[], call: SeenCall): boolean =>
  calls.some((later) => later.n > call.n && (isSame(later, call) || (later.role === 'handover' && later.ok)))

function isActedOn(calls: readonly SeenCall[], call: SeenCall): boolean {
  const after = calls.filter(({ n }) => n > call.n)
  const fresh = after.find((later) => isSame(later, call) && later.ok && isSpoilt(later.output) === null)
  return after.some(({ role, ok, n }) => ok && isDeed(role) && n < (fresh?.n ?? Number.POSITIVE_INFINITY))
}

const isDeed = (role: SeenCall['role']): boolean => role === 'write' || role === 'close'
