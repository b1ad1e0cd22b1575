import type { ClauseId } from '../../base/values/ids.ts'
import type { SopDocument } from '../../sop/sop.ts'
import { contextOf } from './context.ts'
import { contradictions } from './contradictions.ts'
import { twoMeanings } from './two-meanings.ts'

/** Clauses that contradict another or use a term for two things: whoever breaks one of them may have followed the other. */
export function contestedClauses(sop: SopDocument): readonly ClauseId[] {
  const context = contextOf(sop, null)
  const findings = [...contradictions(context), ...twoMeanings(context)]
  return [...new Set(findings.flatMap(({ clauses }) => clauses))].sort()
}
