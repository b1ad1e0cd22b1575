import type { Outline, OutlineSection, Statement } from '../outline/outline.ts'

/** What a customer may do anywhere, and the sentence that says what is done then. */
export type Interruption = {
  readonly on: 'demand_human' | 'abuse'
  readonly nth: number
  readonly statement: Statement
}

const DEMANDS =
  /\b(?:ask|asks|demand|demands|insist|insists|want|wants|request|requests)\b[^.]{0,60}\b(?:person|human|colleague|manager|supervisor|somebody else|real agent)\b/i
const ABUSES = /\b(?:insults?|abuses?|abusive|swears?(?: at)?|swearing|threatens?|offensive|rude)\b/i
const NTH: readonly (readonly [RegExp, number])[] = [
  [/\b(?:second time|more than once|twice|again|2 times|two times)\b/i, 2],
  [/\b(?:third time|three times|3 times)\b/i, 3],
]

export function interruptionOf(statement: Statement): Interruption | null {
  if (statement.says !== 'if') return null
  const condition = JSON.stringify(statement.condition)
  const on =
    DEMANDS.test(condition) && /handover/.test(JSON.stringify(statement.then))
      ? 'demand_human'
      : ABUSES.test(condition)
        ? 'abuse'
        : null
  if (on === null) return null
  const nth = NTH.find(([pattern]) => pattern.test(condition))?.[1] ?? 1
  return { on, nth, statement }
}

/** A section that tells what to do whenever it gets difficult is no stretch of anybody's way. */
export const isAside = (section: OutlineSection): boolean =>
  section.statements.some((statement) => interruptionOf(statement) !== null)

/** The page's own introduction, and how we sound: nothing there is a step. Null where there may be some. */
export function waivedWhole(section: OutlineSection, outline: Outline): string | null {
  if (
    /\b(?:sound|tone|voice|style|manners)\b|\bhow (?:we|to|you) (?:write|speak|talk)\b/i.test(
      section.title,
    ) &&
    !isAside(section)
  )
    return 'a matter of tone: for the judges'
  const [first, second] = outline.sections
  const isIntroduction = section === first && second !== undefined && section.level < second.level
  return isIntroduction ? 'introduces the page; the order of its sections is the flow itself' : null
}
