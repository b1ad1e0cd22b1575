import type { Section, SopDocument } from '../../sop/sop.ts'
import type { Statement } from '../outline.ts'
import { plain } from '../read/plain.ts'
import { type LintContext, type Placed, placedIn, sentenceOf } from './context.ts'
import { type Finding, finding, quote } from './finding.ts'

/** "Ask again until they give it": some customer never will. */
export function retries(context: LintContext): readonly Finding[] {
  const found = new Set<string>()
  const asking = [...context.sop.clauses.values()].flatMap((clause): readonly Finding[] => {
    const again = clause.text.length > 2_000 ? null : endlessIn(context.sop, clause)
    if (again === null || found.has(clause.id)) return []
    found.add(clause.id)
    return [endless(sentenceOf(context.sop, { clause: clause.id, text: clause.text, at: clause.at }), again)]
  })
  const goingBack = placedIn(context.outline).flatMap((each): readonly Finding[] => {
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

const TRY = `(?:ask|try|request|check|repeat|call|prompt|attempt|remind|send|start|test)`
const ENDLESS: readonly RegExp[] = [
  /\bkeep (?:on )?(?:asking|trying|requesting|checking|repeating|calling|prompting|insisting|reminding)\b/i,
  new RegExp(
    String.raw`\b${TRY}\b[^.;]{0,60}\b(?:again and again|over and over|as (?:often|many times|long) as)\b`,
    'i',
  ),
  new RegExp(String.raw`\b${TRY}\b[^.;]{0,60}\buntil\b`, 'i'),
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

function endlessIn(
  sop: SopDocument,
  clause: { readonly id: string; readonly text: string; readonly section: string },
): string | null {
  const text = plain(clause.text)
  if (BOUND.test(text) || /^(?:never|do not|don't)\b/i.test(text)) return null
  const found = ENDLESS.map((pattern) => pattern.exec(text)?.[0]).find((each) => each !== undefined)
  const again = found === undefined ? AGAIN.exec(text)?.[0] : undefined
  if (found === undefined && again === undefined) return null
  // "If it still does not match, decline" right behind it ends the asking
  const next = following(sop, clause)
  if (BOUND.test(next) || (again !== undefined && /\b(?:still|again|otherwise|after that)\b/i.test(next)))
    return null
  return found ?? again ?? null
}

function following(
  sop: SopDocument,
  { id, section }: { readonly id: string; readonly section: string },
): string {
  const clauses = sop.sections.find((each: Section) => each.id === section)?.clauses ?? []
  const at = clauses.findIndex((each) => each.id === id)
  return plain(clauses[at + 1]?.text ?? '')
}

/** "If it fails, go back to step 2", with step 2 above and no limit. */
function wayBack({ sop }: LintContext, { statement, under, section }: Placed): string | null {
  if (statement.says !== 'do' || statement.deed.does !== 'go') return null
  const text = sop.clauses.get(statement.clause)?.text ?? statement.text
  const back = /\b(?:go|return|start|begin|jump) (?:back|again|over)\b[^.;]{0,60}/i.exec(plain(text))?.[0]
  const step = /\b(?:step|point) (\d+)\b/i.exec(statement.deed.to)?.[1]
  const own = numberAt(sop, statement)
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

function numberAt(sop: SopDocument, { at }: Statement): number | null {
  const line = sop.text.split('\n')[at.line - 1] ?? ''
  const number = /^\s*(\d+)[.)]\s/.exec(line)?.[1]
  return number === undefined ? null : Number(number)
}
