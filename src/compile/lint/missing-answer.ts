import type { LintContext, Placed } from './context.ts'
import { sentenceOf } from './context.ts'
import { type Finding, finding, quote } from './finding.ts'
import { grouped } from './grouped.ts'

/** "Ask for the booking number.": and whoever has none, here, where the text tells it of nearly everything else it asks? */
export function missingAnswer({ sop, placed }: LintContext): readonly Finding[] {
  const bySection = grouped(placed.filter(asksForSomething), ({ section }) => section.id)
  const clausesOf = new Map(sop.sections.map(({ id, clauses }) => [id, clauses]))
  const answered = new Set(
    [...bySection.keys()].filter((id) => clausesOf.get(id)?.some(({ text }) => LACKS.test(text))),
  )
  // a text that seldom says it means something by that, or has a page we do not see
  if (answered.size < 3 || answered.size * 3 <= bySection.size * 2) return []
  return [...bySection].flatMap(([id, [first]]): readonly Finding[] => {
    const asked = first === undefined ? null : objectOf(first)
    if (first === undefined || asked === null || answered.has(id)) return []
    return [
      finding('missing-else', [sentenceOf(sop, first.statement)], {
        says: `The customer is asked for ${quote(asked, 50)}, and nothing is said about the one who has none or will not say.`,
        instead: 'Add a sentence: "If they have none, or will not say, ..."',
      }),
    ]
  })
}

const objectOf = ({ statement }: Placed): string | null =>
  statement.says === 'do' && statement.deed.does === 'ask' ? statement.deed.object : null

/** Not "ask them to look again", "ask for a civil tone", "collect it by section 3". */
function asksForSomething(each: Placed): boolean {
  const object = objectOf(each)
  return (
    object !== null &&
    object !== '' &&
    !/^(?:to|it|them|this|that)\b|\b(?:tone|polite|civil|section)\b/i.test(object)
  )
}

const LACKS =
  /\b(?:(?:have|has|had|gives?|gave|names?|sends?|shows?|there is|there are)\s+(?:no|none|neither|nothing)|will not|won't|cannot|can't|unable|do(?:es)? not (?:give|want|say|know|name|have|answer|remember)|don't (?:give|want|say|know|have|answer)|without (?:one|it|an?|the)|no (?:number|such|answer|reply)|refus(?:e|es|ed)|would rather|missing|otherwise|if not)\b/i
