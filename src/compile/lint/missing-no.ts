import type { Clause, SopDocument } from '../../sop/sop.ts'
import type { LintContext, Placed } from './context.ts'
import { sentenceOf } from './context.ts'
import { type Finding, finding } from './finding.ts'
import { grouped } from './grouped.ts'

/** "Name the amount, wait for a yes, refund it.": and whoever says no, here, where elsewhere the text tells? */
export function missingNo({ sop, placed }: LintContext): readonly Finding[] {
  const asking = placed.filter(
    ({ statement }) => statement.says === 'do' && statement.deed.does === 'confirm',
  )
  const bySection = grouped(asking, ({ section }) => section.id)
  // said once for all, where nothing is asked: "If the customer says no, leave everything as it is"
  const isGeneral = sop.sections.some(
    ({ id, clauses }) => !bySection.has(id) && clauses.some(({ text }) => SAYS_NO.test(text)),
  )
  if (isGeneral) return []
  const answered = [...bySection.keys()].filter((id) => clausesOf(sop, id).some(({ text }) => NO.test(text)))
  // a text that never says it means: then nothing happens; one that says it nearly everywhere has forgotten it here
  if (answered.length < 2 || answered.length * 2 <= bySection.size) return []
  return [...bySection].flatMap(([id, all]): readonly Finding[] => {
    const [first]: readonly Placed[] = all
    if (first === undefined || answered.includes(id)) return []
    const clauses = clausesOf(sop, id)
    const at = clauses.findIndex((clause) => clause.id === first.statement.clause)
    if (clauses.slice(at, at + 2).some(({ text }) => /\b(?:otherwise|if not|if so)\b/i.test(text))) return []
    return [
      finding('missing-else', [sentenceOf(sop, first.statement)], {
        says: 'The customer is asked for a yes, and nothing is said about the one who says no.',
        instead: 'Add a sentence: "If they say no, explain that everything stays as it is."',
      }),
    ]
  })
}

const clausesOf = (sop: SopDocument, id: string): readonly Clause[] =>
  sop.sections.find((section) => section.id === id)?.clauses ?? []

const SAYS_NO = /\b(?:says? no\b(?! to (?:the|a) (?:person|human))|do(?:es)? not (?:agree|accept|confirm))/i
const NO =
  /\b(?:says? no|said no|saying no|a no|do(?:es)? not (?:want(?! to say)|agree|accept|confirm|like|approve)|don't (?:want|agree|accept)|not accepted|refus(?:e|es|ed|al)|declines|would rather|rather not|no longer right|hesitates?|without (?:a|their|the) (?:yes|agreement|consent|confirmation))\b/i
