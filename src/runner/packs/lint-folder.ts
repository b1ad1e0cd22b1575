import { lintDeskOf } from '../../compile/lint/desk.ts'
import type { Finding } from '../../compile/lint/finding.ts'
import { lintSop } from '../../compile/lint/lint-sop.ts'
import { parseSop } from '../../sop/parse-sop.ts'
import type { SopFolder } from './compile-folder.ts'

/** What is wrong with the text itself; whether tools can do it is asked where there is a desk. */
export function lintFolder({ source, desk }: SopFolder): {
  readonly clauses: number
  readonly findings: readonly Finding[]
} {
  const sop = parseSop(source.file, source.text)
  const known = desk === null ? null : lintDeskOf(desk.world, desk.lexicon)
  return { clauses: sop.clauses.size, findings: lintSop(sop, known) }
}
