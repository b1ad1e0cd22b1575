import { assert } from '../base/assert.ts'
import { type ClauseId, isClauseId } from '../base/values/ids.ts'
import type { Clause, SopDocument } from './sop.ts'

/** Of a clause that is known to be in the SOP. */
export function clauseId(made: string): ClauseId {
  assert(isClauseId(made), `${made} is not the id of a clause`)
  return made
}

/** The clause that somebody names in a file. */
export const clauseNamed = (sop: SopDocument, name: string): Clause | undefined =>
  isClauseId(name) ? sop.clauses.get(name) : undefined
