import type { ClauseId } from '../../base/values/ids.ts'
import type { SopDocument } from '../../sop/sop.ts'
import type { Outline, OutlineSection, Statement } from '../outline/outline.ts'
import { stemsOf } from '../tie/words.ts'
import type { Phrase } from './notes.ts'

/**
 * `Where this page says "check who it is", look up ... and ask ...`: the paragraph is a stretch of its own that other
 * sentences call by these words. It is taken out of its section and becomes one that only they send to.
 */
export function splitPhrases(
  outline: Outline,
  sop: SopDocument,
): { readonly outline: Outline; readonly phrases: readonly Phrase[] } {
  const phrases: Phrase[] = []
  const sections = outline.sections.flatMap((section): readonly OutlineSection[] => {
    const at = section.statements.findIndex((statement) => phraseOf(statement) !== null)
    const found = section.statements[at]
    const words = found === undefined ? null : phraseOf(found)
    if (found?.says !== 'if' || words === null) return [section]
    const paragraph = paragraphAt(sop, found.clause)
    const rest = section.statements.slice(at + 1)
    const end = rest.findIndex((statement) => paragraphAt(sop, statement.clause) !== paragraph)
    const own = [...found.then, ...rest.slice(0, end === -1 ? rest.length : end)]
    const id = `${section.id}:${words}`
    phrases.push({ stems: stemsOf(words), section: id })
    return [
      {
        ...section,
        statements: [...section.statements.slice(0, at), ...(end === -1 ? [] : rest.slice(end))],
      },
      { ...section, id, title: words, statements: own },
    ]
  })
  return { outline: { sections }, phrases }
}

function phraseOf(statement: Statement): string | null {
  if (statement.says !== 'if' || !('atom' in statement.condition)) return null
  return /\bsays? ["“]([^"”]{3,60})["”]/i.exec(statement.condition.atom)?.[1] ?? null
}

const paragraphAt = (sop: SopDocument, clause: ClauseId): number =>
  sop.text.slice(0, sop.clauses.get(clause)?.start ?? 0).split(/\n\s*\n/).length
