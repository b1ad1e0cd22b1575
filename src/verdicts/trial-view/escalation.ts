import type { ClauseId } from '../../base/values/ids.ts'
import type { Seen } from './seen.ts'

/** A request whose every acceptable outcome is a handover. */
export const mustEscalate = (seen: Seen): boolean =>
  seen.case.acceptable.some(
    (outcomes) => outcomes.length > 0 && outcomes.every(({ handover }) => handover !== null),
  )

/** A request that may end with a handover. */
export const mayEscalate = (seen: Seen): boolean =>
  seen.case.acceptable.some((outcomes) => outcomes.some(({ handover }) => handover !== null))

/** The sentence that decides the case. */
export const decidingClauses = (seen: Seen): readonly ClauseId[] =>
  seen.case.decidedBy === null ? [] : [seen.case.decidedBy]
