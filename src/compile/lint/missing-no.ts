import type { LintContext } from './context.ts'
import { sentenceOf } from './context.ts'
import { type Finding, finding } from './finding.ts'
import { type Provision, questionsOf } from './questions.ts'

/** "Name the amount, wait for a yes, refund it.": and whoever says no, here, where elsewhere the text tells? */
export function missingNo(context: LintContext): readonly Finding[] {
  const { sop } = context
  const questions = questionsOf(context, A_NO)
  const asking = new Set(questions.map(({ asked }) => asked.section.id))
  // said once for all, where nothing is asked: "If the customer says no, leave everything as it is"
  const isGeneral = sop.sections.some(
    ({ id, clauses }) => !asking.has(id) && clauses.some(({ text }) => SAYS_NO.test(text)),
  )
  const open = questions.filter(({ isProvidedFor }) => !isProvidedFor)
  // a text that never says it means: then nothing happens; one that says it nearly everywhere has forgotten it here
  if (
    isGeneral ||
    open.length === questions.length ||
    (open.length !== 1 && open.length * 2 >= questions.length)
  )
    return []
  return open.map(({ asked }) =>
    finding('missing-else', [sentenceOf(sop, asked.statement)], {
      says: 'The customer is asked for a yes, and nothing is said about the one who says no.',
      instead: 'Add a sentence: "If they say no, explain that everything stays as it is."',
    }),
  )
}

const SAYS_NO = /\b(?:says? no\b(?! to (?:the|a) (?:person|human))|do(?:es)? not (?:agree|accept|confirm))/i
const NO =
  /\b(?:says? no|said no|saying no|a no|do(?:es)?(?: not|n't)(?: (?:want(?! to say)|agree|accept|confirm|like|approve)|(?=,|$))|not accepted|refus(?:e|es|ed|al)|declines|would rather|rather not|no longer right|hesitates?|keep the \w+ after all|change(?:s)? their mind|not ok(?:ay)?|otherwise|if not|if so|without (?:a|their|the) (?:yes|agreement|consent|confirmation|okay|ok))\b/i

const A_NO: Provision = {
  asks: ({ statement }) => statement.says === 'do' && statement.deed.does === 'confirm',
  provides: (text) => (NO.test(text) ? (NO_TO.exec(text)?.[1] ?? '') : null),
  unnamed: 'all',
}

/** "If they do not want a review, ...": that one only; "If they do not want what you offer": any. */
const NO_TO = /\b(?:no to|not (?:want|accept)|n't (?:want|accept)) (?!what\b)([^,:;.]+)/i
