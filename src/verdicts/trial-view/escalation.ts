import type { ClauseId } from '../../base/values/ids.ts'
import type { Seen } from './seen.ts'

/** A request whose every acceptable outcome is a handover. What the customer never came to ask for needs none. */
export const mustEscalate = (seen: Seen): boolean =>
  seen.case.acceptable.some(
    (outcomes, index) =>
      outcomes.length > 0 &&
      outcomes.every(({ handover }) => handover !== null) &&
      (seen.requests.length === 0 || seen.requests.some(({ id }) => id === `r${index + 1}`)),
  )

/** A request that may end with a handover. */
export const mayEscalate = (seen: Seen): boolean =>
  seen.case.acceptable.some((outcomes) => outcomes.some(({ handover }) => handover !== null))

/** The sentence that decides the case. */
export const decidingClauses = ({ case: { decidedBy } }: Seen): readonly ClauseId[] =>
  decidedBy === null ? NO_CLAUSES : [decidedBy]

const NO_CLAUSES: readonly ClauseId[] = []
