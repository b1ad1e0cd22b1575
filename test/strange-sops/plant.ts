import type { Clause, SopDocument } from '../../src/sop/sop.ts'

/**
 * Faults planted into a sound SOP, one at a time: how many does the lint find? In: the text and its clauses. Out: the spoiled
 * text. What is planted is said in the words a person would use, never in those the lint looks for.
 */
export type Planted = { readonly what: string; readonly text: string }

/** A sentence that provides for the other case: the one who has none, says no, does not match, or simply the rest. */
const ELSE =
  /^(?:otherwise|if not|else|without|in every other case|not ok|still not|if (?:they|it|the \w+|somebody|there|we|nothing)(?: still)? (?:says? no|ha(?:ve|s) no(?:ne|t)?|will not|won't|refuse|don?'?t|do(?:es)? not|can(?:not|'t)|would rather|is wrong again|gives? no|find no|is (?:not|none|no)|isn't|are not|is nothing))\b/i

export const withoutElse = (sop: SopDocument): readonly Planted[] =>
  [...sop.clauses.values()]
    .filter(({ text }) => ELSE.test(text.replace(/^[*_\s]+/, '')))
    .map((clause) => ({ what: `${clause.id} ${clause.text}`, text: withoutClause(sop, clause) }))

/** The text without one sentence; of a list item or a table row the whole line goes. */
function withoutClause({ text }: SopDocument, { start, end, form }: Clause): string {
  if (form === 'sentence') return `${text.slice(0, start)}${text.slice(end).replace(/^[ \t]+/, '')}`
  const from = text.lastIndexOf('\n', start - 1) + 1
  const to = text.indexOf('\n', end)
  return /^\s*(?:[-*]|\d+\.|\|)\s*$/.test(text.slice(from, start).replace(/[*_]/g, ''))
    ? `${text.slice(0, from)}${to === -1 ? '' : text.slice(to + 1)}`
    : `${text.slice(0, start)}${text.slice(end)}`
}

/** One sentence more, behind a clause: in its paragraph, or as a line of its own where it is a row or an item. */
export function withSentences(
  sop: SopDocument,
  plants: readonly { readonly after: string; readonly text: string }[],
): string {
  const places = plants
    .map(({ after, text }) => ({ text, end: sop.clauses.get(after)?.end ?? 0 }))
    .sort((a, b) => b.end - a.end)
  return places.reduce((spoiled, { text, end }) => {
    const line = spoiled.indexOf('\n', end)
    return /^\s*[|-]/.test(text)
      ? `${spoiled.slice(0, line)}\n${text}${spoiled.slice(line)}`
      : `${spoiled.slice(0, end)} ${text}${spoiled.slice(end)}`
  }, sop.text)
}
