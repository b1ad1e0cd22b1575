import type { Lexicon } from '../../base/values/lexicon.ts'
import { contentOf } from '../tie/words.ts'
import type { LintContext, LintField, Placed } from './context.ts'
import { sentenceOf } from './context.ts'
import { type Finding, finding, quote } from './finding.ts'
import { type Provision, questionsOf } from './questions.ts'

/** "Ask for the booking number.": and whoever has none? Where the desk knows that some have none, or the text tells it elsewhere. */
export function missingAnswer(context: LintContext): readonly Finding[] {
  const questions = questionsOf(context, LACKING)
  const provided = questions.filter(({ isProvidedFor }) => isProvidedFor).length
  // a text that seldom says it means something by that, or has a page we do not see
  const isUsual = provided >= 3 && provided * 3 > questions.length * 2
  return questions.flatMap(({ asked, isProvidedFor }): readonly Finding[] => {
    const object = objectOf(asked)
    if (isProvidedFor || object === null) return []
    if (!(fieldOf(object, context.fields)?.mayLack ?? isUsual)) return []
    return [
      finding('missing-else', [sentenceOf(context.sop, asked.statement)], {
        says: `The customer is asked for ${quote(object, 50)}, and nothing is said about the one who has none or will not say.`,
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
    !/^(?:to|it|them|this|that)\b|\b(?:tone|polite|civil|friendly|section)\b/i.test(object)
  )
}

/** The one field that is asked for with most of these words. */
function fieldOf(object: string, fields: readonly LintField[]): LintField | undefined {
  const words = [...new Set(contentOf(object))]
  const known = fields
    .map((field) => ({ field, share: words.filter((word) => field.words.has(word)).length / words.length }))
    .sort((a, b) => b.share - a.share)
  const [best, second] = known
  if (best === undefined || !(best.share > 0.5) || best.share === second?.share) return undefined
  return best.field
}

/** What customers are asked for at a desk, and whether its lexicon has words for those who lack it. */
export const lintFieldsOf = ({ fields }: Lexicon): readonly LintField[] =>
  Object.values(fields).map(({ name, asks, cues, refused, unavailable }) => ({
    words: new Set([name, ...Object.values(asks).flat(), ...Object.values(cues).flat()].flatMap(contentOf)),
    mayLack: refused !== undefined || unavailable !== undefined,
  }))

const PERSON =
  'they|who|somebody|someone|anybody|anyone|he|she|people|person|customers?|clients?|guests?|callers?|users?|members?|passengers?|residents?|tenants?|learners?|students?|patients?|owners?|holders?|buyers?'
const HAND_OVER =
  'give|say|name|tell|show|provide|send|answer|remember|find|share|supply|leave|recall|identify|know|choose|have'
/** One who has none, or will not say: forms in which desks speak of it. */
const LACKS = new RegExp(
  [
    String.raw`^\s*(?:or |also )?no \w`,
    String.raw`\b(?:${PERSON}) (?:have|has|had|gives?|gave|names?|sends?|shows?) (?:no|none|neither|nothing|not)\b`,
    String.raw`\bthere (?:is|are) (?:no|none|nothing)\b`,
    String.raw`\b(?:will not|won't|can't|cannot|unable to)(?: or (?:will not|won't|can't|cannot))? (?:${HAND_OVER}|want)\b`,
    String.raw`\b(?:will not|won't|can't|cannot|refuses?|refused)\s*(?:$|[,.])`,
    String.raw`\b(?:do|does|would)(?: not|n't) (?:${HAND_OVER}|want to (?:say|give|tell|answer|name|show|leave))\b`,
    String.raw`\bwould rather (?:not (?:say|give|tell|name)|give no)\b`,
    String.raw`\b(?:declines?|refuses?|refused) to\b|\bcannot be (?:provided|given|named|shown)\b|\bno [\w ]{1,40} can be (?:provided|given|named|shown|found)\b`,
    String.raw`^\s*without\b|\bwithout (?:one|it|them|that)\b`,
    String.raw`\bno (?:number|such|answer|reply|preference)\b|\bmissing\b|\bkeeps? it to\b|\bis not (?:there|known)\b|\bbelongs to another\b`,
  ].join('|'),
  'i',
)
/** Provides for whatever is left, in whatever words. */
const REST =
  /\b(?:unless|otherwise|if not|(?:everything|everybody|everyone|anybody|anyone|anything) else|every other case)\b/i

/** What is told to somebody provides for nobody: "explain that we cannot go on". */
const TOLD = /\b(?:explain|tell (?:them|the \w+)|say that|because|so that|decline(?: and say)?)\b[^;]*/gi

const LACKING: Provision = {
  asks: asksForSomething,
  provides: (text) => {
    if (/^(?:never|do not|don't)\b/i.test(text)) return null
    const ordered = text.replace(TOLD, '')
    const kept = ordered.trim() === '' ? text : ordered
    const lacking = kept.split(/[,;:]/).filter((part) => LACKS.test(part))
    return lacking.length > 0 ? lacking.join(' ') : REST.test(kept) ? '' : null
  },
  unnamed: 'last',
}
