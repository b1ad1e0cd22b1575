import type { Statement } from '../../src/compile/outline/outline.ts'
import { readOutline } from '../../src/compile/read/read-outline.ts'
import { clauseNamed } from '../../src/sop/clause-id.ts'
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
    .map(({ after, text }) => ({ text, end: clauseNamed(sop, after)?.end ?? 0 }))
    .sort((a, b) => b.end - a.end)
  return places.reduce((spoiled, { text, end }) => {
    const line = spoiled.indexOf('\n', end)
    return /^\s*[|-]/.test(text)
      ? `${spoiled.slice(0, line)}\n${text}${spoiled.slice(line)}`
      : `${spoiled.slice(0, end)} ${text}${spoiled.slice(end)}`
  }, sop.text)
}

/** A time that a customer is told, taken out: "tell them that it arrives within 3 working days". */
export const withoutDeadline = (sop: SopDocument): readonly Planted[] =>
  inClauses(
    sop,
    /\b(?:tell|say)\b[^.]*?( within (?:\d+|an?|one|two|three|five) (?:working |business )?\w+)/i,
    '',
  )

/** A second try without an end: "ask again until it is right". */
export const endless = (sop: SopDocument): readonly Planted[] =>
  inClauses(sop, /\bask(?: for it)?( once more| one more time| once again)\b/i, ' again until it is right')

/** Each clause in which a form stands, with the form's first group written otherwise. */
function inClauses(sop: SopDocument, form: RegExp, instead: string): readonly Planted[] {
  return [...sop.clauses.values()].flatMap((clause) => {
    const found = form.exec(sop.text.slice(clause.start, clause.end).replaceAll('\n', ' '))
    if (found?.[1] === undefined) return []
    const at = clause.start + found.index + found[0].indexOf(found[1])
    const text = `${sop.text.slice(0, at)}${instead}${sop.text.slice(at + found[1].length)}`
    return [{ what: `${clause.id} ${clause.text}`, text }]
  })
}

/** An order of the text, forbidden without more ado in a section of its own. */
export const forbidden = (sop: SopDocument): readonly Planted[] =>
  [...new Set(readOutline(sop).sections.flatMap(({ statements }) => statements.flatMap(ordersIn)))].map(
    (order) => ({ what: order, text: `${sop.text}\n## Also\n\nNever ${order}.\n` }),
  )

/** What is to be done at the desk, named and not only pointed at: "refund the fee", not "refund it". */
const ordersIn = (statement: Statement): readonly string[] =>
  statement.says === 'do'
    ? statement.deed.does === 'act' && /^\w+ (?:the|an?) \w+( \w+)?$/.test(statement.deed.object)
      ? [statement.deed.object]
      : []
    : statement.says === 'if'
      ? [...statement.then, ...(statement.otherwise ?? [])].flatMap(ordersIn)
      : []
