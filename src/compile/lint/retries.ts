import type { Statement } from '../outline/outline.ts'
import { plain, SENTENCE_MAX } from '../read/plain.ts'
import { type LintContext, type Placed, sentenceOf } from './context.ts'
import { type Finding, finding, quote } from './finding.ts'

/** "Ask again until they give it": some customer never will. */
export function retries(context: LintContext): readonly Finding[] {
  const found = new Set<string>()
  const clauses = context.sop.sections.flatMap((section) =>
    section.clauses.map((clause, at) => ({ clause, next: section.clauses[at + 1]?.text ?? '' })),
  )
  const asking = clauses.flatMap(({ clause, next }): readonly Finding[] => {
    const again = clause.text.length > SENTENCE_MAX ? null : endlessIn(clause.text, next)
    if (again === null || found.has(clause.id)) return []
    found.add(clause.id)
    return [endless(sentenceOf(context.sop, { clause: clause.id, text: clause.text, at: clause.at }), again)]
  })
  const goingBack = context.placed.flatMap((each): readonly Finding[] => {
    const back = wayBack(context, each)
    if (back === null || found.has(each.statement.clause)) return []
    found.add(each.statement.clause)
    return [endless(sentenceOf(context.sop, each.statement), back)]
  })
  return [...asking, ...goingBack]
}

const endless = (about: Parameters<typeof finding>[1][0], again: string): Finding =>
  finding('unbounded-retry', [about], {
    says: `${quote(again)} has no end: a customer who never gives it keeps the agent asking for ever.`,
    instead: 'Say how often ("at most twice"), and what happens then ("then hand over").',
  })

const TRY = `(?<!-)(?:ask|try|request|check|repeat|call|prompt|attempt|remind|send|start|test)(?!-)`
const ENDLESS: readonly RegExp[] = [
  /\bkeep (?:on )?(?:asking|trying|requesting|checking|repeating|calling|prompting|insisting|reminding)\b/i,
  new RegExp(
    String.raw`\b${TRY}\b[^.;]{0,60}\b(?:again and again|over and over|as (?:often|many times|long) as)\b`,
    'i',
  ),
  // not a point in time: "ask until when they stay", "works until then"
  new RegExp(String.raw`\b${TRY}\b[^.;]{0,60}\buntil\b(?! (?:what|which|when|then|now|\d))`, 'i'),
  /\b(?:if|when|while|until)\b.{0,120}\b(?:start (?:over|again)(?! with a new)|repeat steps? \d+)\b/i,
  /\brepeat (?:this|the) (?:step|steps|question|process|procedure)\b(?! (?:once|twice))/i,
  /\bcontinue (?:asking|trying|to ask|to try)\b/i,
]
/** "again" after something went wrong; "ask again if the address changes" is another question. */
const AGAIN = new RegExp(
  String.raw`\b(?:wrong|not match|match(?:es)? not|fails?|failed|no answer|not answer|invalid|incorrect|refuses?|(?:will|do|does|can|could)(?: not|n't)|cannot)\b[^.;]{0,80}\b${TRY}\b[^.;,]{0,40}\bagain\b`,
  'i',
)
const BOUND =
  /\b(?:once|twice|thrice|one more|at most|no more than|not more than|up to|maximum|(?:two|three|four|five|\d+) (?:more )?(?:times|attempts|tries)|second time|third time|(?:first|second|third|last|one|two|three|\d+)(?:st|nd|rd|th)? (?:attempt|try|time))\b/i

function endlessIn(written: string, behind: string): string | null {
  const text = plain(written)
  if (BOUND.test(text) || /^(?:never|do not|don't)\b/i.test(text)) return null
  const found = ENDLESS.map((pattern) => pattern.exec(text)?.[0]).find((each) => each !== undefined)
  const again = found === undefined ? AGAIN.exec(text)?.[0] : undefined
  if (found === undefined && again === undefined) return null
  // "If it still does not match, decline" right behind it ends the asking
  const next = plain(behind.slice(0, SENTENCE_MAX))
  if (BOUND.test(next) || (again !== undefined && /\b(?:still|again|otherwise|after that)\b/i.test(next)))
    return null
  return found ?? again ?? null
}

/** "If it fails, go back to step 2", with step 2 above and no limit. */
function wayBack({ sop, lines }: LintContext, { statement, under, section }: Placed): string | null {
  if (statement.says !== 'do' || statement.deed.does !== 'go') return null
  const text = sop.clauses.get(statement.clause)?.text ?? statement.text
  const back = /\b(?:go|return|start|begin|jump) (?:back|again|over)\b[^.;]{0,60}/i.exec(plain(text))?.[0]
  const step = /\b(?:step|point) (\d+)\b/i.exec(statement.deed.to)?.[1]
  const own = numberAt(lines, statement)
  const isBack = back !== undefined || (step !== undefined && own !== null && Number(step) < own)
  if (
    !isBack ||
    under.length === 0 ||
    BOUND.test(text) ||
    section.statements.some((each) => BOUND.test(each.text))
  )
    return null
  return back ?? `go to step ${step ?? ''}`
}

function numberAt(lines: readonly string[], { at }: Statement): number | null {
  const line = lines[at.line - 1] ?? ''
  const number = /^\s*(\d+)[.)]\s/.exec(line)?.[1]
  return number === undefined ? null : Number(number)
}
