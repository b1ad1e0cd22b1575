import type { ClauseId } from '../../base/values/ids.ts'
import type { Clause, SopDocument } from '../../sop/sop.ts'
import { printOfText } from './fingerprint.ts'
import type { OutlineLine } from './outline-file.ts'

/** What became of a clause since the outline was written. */
export type MatchedClause =
  | { readonly clause: Clause; readonly line: OutlineLine; readonly change: 'none' | 'moved' | 'text' }
  | { readonly clause: Clause; readonly line: null; readonly change: 'new' }

/**
 * Finds the line of each sentence (L8): first where it stood, then wherever the same words stand now, each line once. What
 * is left under the old number is a changed sentence; what has no line is new.
 */
export function matchLines(sop: SopDocument, lines: readonly OutlineLine[]): readonly MatchedClause[] {
  const clauses = [...sop.clauses.values()]
  const prints = new Map(clauses.map((clause) => [clause.id, printOfText(clause.text)]))
  const free = new Set(lines)
  const found = new Map<ClauseId, MatchedClause>()
  const take = (clause: Clause, line: OutlineLine | undefined, change: 'none' | 'moved' | 'text'): void => {
    if (line === undefined) return
    free.delete(line)
    found.set(clause.id, { clause, line, change })
  }
  const byId = new Map(lines.map((line) => [line.clause, line]))
  for (const clause of clauses) {
    const line = byId.get(clause.id)
    if (line?.text === prints.get(clause.id)) take(clause, line, 'none')
  }
  const byPrint = new Map<string, OutlineLine[]>()
  for (const line of free) byPrint.set(line.text, [...(byPrint.get(line.text) ?? []), line])
  for (const clause of clauses) {
    if (found.has(clause.id)) continue
    take(clause, byPrint.get(prints.get(clause.id) ?? '')?.shift(), 'moved')
  }
  for (const clause of clauses) {
    if (found.has(clause.id)) continue
    const line = byId.get(clause.id)
    if (line !== undefined && free.has(line)) take(clause, line, 'text')
  }
  return clauses.map((clause) => found.get(clause.id) ?? { clause, line: null, change: 'new' })
}
