import type { Lexicon } from '../../base/lexicon.ts'
import { contentOf } from '../bind/words.ts'
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

const LACKS =
  /(?:^\s*(?:or |also )?no \w|\b(?:(?:have|has|had|gives?|gave|names?|sends?|(?<!records? )shows?|there is|there are)\s+(?:no|none|neither|nothing|not)|(?:will not|won't|can't|cannot|unable)|(?:do|does|would)(?: not|n't) (?:give|say|know|name|have|show|send|answer|remember|want to (?:say|give|tell|answer|name|show|leave))|would rather (?:not (?:say|give|tell|name)|give no)|without|no (?:number|such|answer|reply)|refus(?:e|es|ed)|missing|keeps? it to|is not there|belongs to another)\b)/i
/** Provides for whatever is left, in whatever words. */
const REST =
  /\b(?:unless|otherwise|if not|(?:everything|everybody|everyone|anybody|anyone|anything) else|every other case)\b/i

/** What is told to somebody provides for nobody: "explain that we cannot go on". */
const TOLD = /\b(?:explain|tell (?:them|the \w+)|say that|because|so that|decline(?: and say)?)\b[^;]*/gi

const LACKING: Provision = {
  asks: asksForSomething,
  provides: (text) => {
    const ordered = text.replace(TOLD, '')
    const kept = ordered.trim() === '' ? text : ordered
    const lacking = kept.split(/[,;:]/).filter((part) => LACKS.test(part))
    return lacking.length > 0 ? lacking.join(' ') : REST.test(kept) ? '' : null
  },
  unnamed: 'last',
}
