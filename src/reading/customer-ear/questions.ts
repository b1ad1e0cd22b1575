import { memo } from '../../base/memo.ts'
import type { Question, QuestionTrait } from '../../base/values/heard.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import type { ReadAct, Reading, ReadSentence } from '../../base/values/reading.ts'
import { fold } from '../../text/fold.ts'
import {
  asksForChoice,
  asksForConsent,
  asksForConsentOutright,
  asksHowItIs,
  asksInWords,
  asksOnceMore,
  asksToAccept,
  asksToSay,
  asksToSend,
  asksToSendIt,
  asksWhat,
  asksWhetherRight,
  kindAsked,
  pointsBack,
} from './asking-words.ts'
import { likelyFields, WHERE_IT_STANDS } from './likely-fields.ts'
import { holdsIn } from './literals.ts'

/** What a customer makes of a question: a field that is asked for, a yes that is wanted, or something nobody could place. */

/** An agent message with what its words did. */
export type ReadWords = { readonly text: string; readonly reading: Reading }

export type Where = {
  readonly message: ReadWords
  readonly sentence: ReadSentence
  /** the sentences before it in the message */
  readonly before: readonly ReadSentence[]
  /** and after it */
  readonly after: readonly ReadSentence[]
  readonly lexicon: Lexicon
}

type Span = { readonly from: number; readonly to: number }
type Made = Partial<Pick<Question, 'fields' | 'tools' | 'near'>> & {
  readonly traits?: readonly QuestionTrait[]
}

/** A question with what its form shows. `words`: its own. */
export function question(
  wants: Question['wants'],
  { from, to }: Span,
  where: Where,
  { fields = [], tools = [], near = [], traits = [] }: Made,
): Question {
  const { message } = where
  const words = fold(message.text.slice(from, to))
  return {
    wants,
    fields,
    tools,
    near,
    kind: kindAsked(words),
    traits: new Set([
      ...traits,
      ...TRAITS.flatMap(([trait, shows]) => (shows(words, message) ? [trait] : [])),
    ]),
    holds: (literal) => holdsIn(wants === 'fact' ? words : message.text, literal),
  }
}

const TRAITS: readonly (readonly [QuestionTrait, (words: string, message: ReadWords) => boolean])[] = [
  ['mark', (words) => words.includes('?')],
  ['say', (words) => asksToSay(words) || asksToSend(words)],
  ['send-it', asksToSendIt],
  ['again', asksOnceMore],
  ['right', asksWhetherRight],
  [
    'ways',
    (words, { text }) => asksForChoice(words) || asksForChoice(fold(text.split(/[.!?]\s+/).at(-1) ?? '')),
  ],
  ['or', (words) => /\bor (?!not?\b)/.test(words)],
  ['what', asksWhat],
  ['open', (words) => OPEN_QUESTION.test(words)],
  ['how', (words) => /\b(?:how|in what way|describe)\b/.test(words)],
  ['why', (words) => ASKS_FOR_STORY.test(words)],
  ['consent', asksForConsent],
  [
    'scrap',
    (words) => words.trim().split(/\s+/).length <= SCRAP_MAX && !/\b(?:her|him|your)self\b/.test(words),
  ],
]

/** More than a yes or no is wanted. */
const OPEN_QUESTION =
  /\b(?:how|what|why|which|when|where|who|whom|whether|or|como|que|cual|cuando|donde|quien|comment|pourquoi|quel\w*|quand|qui|wie|was|warum|welche\w*|wann|wo|wer)\b/
const ASKS_FOR_STORY =
  /\b(?:why|reason|what (?:happened|went wrong|is wrong)|por que|que paso|pourquoi|warum|was ist passiert)\b/
const SCRAP_MAX = 4

export function questionIn(act: ReadAct, where: Where): readonly Question[] {
  const { sure, place } = act
  const words = fold(sliceOf(where, where.sentence))
  const likely = likelyFields(words, where.lexicon)
  // "Happy to look at that with you": a guess at a question in words that ask nothing.
  if (!sure && !asksAnything(where, words)) return []
  if (asksWhetherAccepted(words)) return proposalIn({ ...act, place: null }, where)
  if (sure && place?.in === 'field') {
    const isNamed = likely.includes(place.name) || isOwnWording(words, place.name, where.lexicon)
    // "May we have your permission to collect the charge?" asks for a yes, "Would you send me those three?" for nothing new.
    if (!isNamed && pointsBack(words) && asksForField(where.before.slice(-1))) return []
    if (!isNamed && asksForConsent(words))
      return proposalIn({ ...act, place: null, from: where.sentence.from, to: where.sentence.to }, where)
    // "Without the name I can't check any date" says why something cannot be done.
    if (!isNamed && where.sentence.form !== 'question' && !asksInWords(words)) return []
    if (isAsideAboutState(place.name, words, where) || speaksOfSent(words)) return []
    if (!isNamed && words.search(WHERE_IT_STANDS) >= 0) return unplacedIn(act, where, null)
    return [
      question('fact', where.sentence, where, {
        fields: [place.name, ...likely],
        traits: isNamed ? [] : ['doubtful'],
      }),
    ]
  }
  return asksForYes(act, where)
    ? proposalIn({ ...act, place: null }, where)
    : unplacedIn(act, where, act.place)
}

/**
 * "Happy to look at it, I just need the order number": how somebody is or what they want is asked with a mark or a word of
 * asking it, not beside something else.
 */
function isAsideAboutState(field: string, words: string, { sentence, lexicon }: Where): boolean {
  if (words.includes('?') || lexicon.fields[field]?.values === undefined || ASKS_STATE.test(words))
    return false
  const isBeside = sentence.acts.some((other) => isFieldRequest(other) && other.place?.name !== field)
  return isBeside || (!asksInWords(words) && words.trim().split(/\s+/).length > ASIDE_WORDS_MAX)
}
/** "Please attach the label sent to you by e-mail": what comes by e-mail, and no question for the address. */
const speaksOfSent = (words: string): boolean =>
  !words.includes('?') &&
  /\b(?:sent|mailed|forwarded|received)(?: \w+){0,3} (?:by|via|per|in) (?:\w+ )?e-?mail\b/.test(words)

const ASKS_STATE =
  /\b(?:how|what|why|whether|which|reason|como|por que|cual|comment|pourquoi|quel\w*|wie|warum|welche\w*)\b/
const ASIDE_WORDS_MAX = 8

/** "I'd love to say yes, but there is no way": taken for a question, with no word or mark of one. */
export const asksAnything = (where: Where, words: string): boolean =>
  sliceOf(where, where.sentence).includes('?') || asksInWords(words) || asksForConsentOutright(words)

const ACCEPT_WORDS_MAX = 5

/** "Happy with that?" asks for a yes, though a mood has words like these. */
const asksWhetherAccepted = (words: string): boolean =>
  asksToAccept(words) && words.trim().split(/\s+/).length <= ACCEPT_WORDS_MAX

/** The desk's own question for a field names it, whatever its words. */
const isOwnWording = (words: string, field: string, { fields }: Lexicon): boolean =>
  Object.values(fields[field]?.asks ?? {})
    .flat()
    .some((wording) => words.includes(fold(wording)))

export function unplacedIn(
  act: Span & Partial<Pick<ReadAct, 'kind'>>,
  where: Where,
  place: ReadAct['place'],
): readonly Question[] {
  const { message, sentence, before, lexicon } = where
  const own = questionSpan(act, where)
  const words = fold(message.text.slice(own.from, own.to))
  const likely = likelyFields(words, lexicon)
  // Part of a question that was placed, or pointing back at one: nothing new is asked.
  if (place === null && likely.length === 0 && sentence.acts.some(isFieldRequest)) return []
  const isBack = likely.length === 0 && pointsBack(words)
  if (isBack && asksForField(before)) return []
  // "Would you like a new card?" asks for a yes though it names a thing; "would you like to give it to me?" does not.
  const wantsYes =
    asksForConsentOutright(words) ||
    (likely.length === 0 && asksYesOrNo(where)) ||
    (asksForConsent(words) && (likely.length === 0 || !asksToSay(words)))
  if (wantsYes) return [proposalOf(deedIn(before.at(-1)), own, where, {})]
  const last = before.at(-1)
  const meant = isBack && last !== undefined ? likelyFields(sliceOf(where, last), lexicon) : likely
  const guess = place?.in === 'field' ? [place.name] : []
  const isAside = guess.length > 0 && sentence.acts.some(isFieldRequest)
  return [
    question('anything', own, where, {
      // Named by a reader and by the words themselves, it stands twice.
      fields: isAside ? guess : [...guess, ...meant],
      near: likely.length > 0 && !asksToNameIt(words) ? likely : likelyFields(message.text, lexicon),
      traits: [
        ...(guess.length > 0 ? (['guessed'] as const) : []),
        ...(act.kind === 'request-proof' ? (['proof'] as const) : []),
      ],
    }),
  ]
}

/** "Callback from a clinician? Yes or no." */
const asksYesOrNo = (where: Where): boolean =>
  where.after.slice(0, 1).some((next) => /^\W*yes or no\W*$/.test(fold(sliceOf(where, next))))

/** "For this return, I need photos": a scrap of a sentence asks nothing by itself. */
function questionSpan(act: Span, where: Where): Span {
  const isScrap =
    where.sentence.form !== 'question' && sliceOf(where, act).split(/\s+/).length <= SCRAP_WORDS_MAX
  return isScrap ? where.sentence : act
}
const SCRAP_WORDS_MAX = 3

const sliceOf = ({ message }: Where, { from, to }: { readonly from: number; readonly to: number }): string =>
  message.text.slice(from, to)

const isFieldRequest = ({ kind, sure, place }: ReadAct): boolean =>
  kind === 'request' && sure && place?.in === 'field'

const asksForField = (sentences: readonly ReadSentence[]): boolean =>
  sentences.some(({ acts }) => acts.some(isFieldRequest))

export function proposalIn(act: ReadAct, where: Where): readonly Question[] {
  const { message, before, lexicon } = where
  const words = fold(sliceOf(where, act))
  const sentenceWords = fold(sliceOf(where, where.sentence))
  // "I won't debit anything without your consent" proposes nothing.
  if (!words.includes('?') && PROPOSES_NOTHING.test(words)) return []
  if (!act.sure && !asksAnything(where, words)) return []
  // "Do you have another one there?" asks for a thing, whatever deed it was taken for.
  if ((!act.sure && (asksToHave(words) || asksToSend(words))) || asksToNameIt(words))
    return unplacedIn(act, where, null)
  // "I'd put you on this one. Would you like to move, or think about it?": the question is what is to be answered.
  if (!act.sure && where.sentence.form !== 'question' && asksForField(where.after)) return []
  const tool = act.place?.name ?? deedIn(before.at(-1))
  const likely = likelyFields(words, lexicon)
  const isSure = act.sure && tool !== ''
  // "If it's the right one, we can go straight on": the question before it comes first.
  if (!words.includes('?') && asksForField(before) && ONLY_IF.test(sentenceWords)) return []
  const asksForFact = asksHowItIs(words) || ASKS_FOR_WHOM.test(words)
  if ((likely.length > 0 && !isSure && asksForFact) || (!act.sure && asksToTryAgain(words)))
    return [question('anything', act, where, { fields: likely })]
  const offersChoice = EITHER_OR.test(sentenceWords)
  if (tool === '' && !asksForConsent(words) && likely.length === 0 && EITHER_OR.test(words))
    return [question('anything', act, where, {})]
  const isBare = tool === '' && !asksForConsent(words)
  // "Let me see what is possible" was taken for a proposal, and asks nothing; nor does a consent that is only spoken of.
  if (!words.includes('?') && (isBare || (tool === '' && asksForField(message.reading.sentences)))) return []
  const isGuessed = !act.sure && !asksForConsent(words)
  return [
    proposalOf(tool, act, where, {
      fields: isBare || offersChoice ? likely : [],
      traits: isGuessed ? ['guessed'] : [],
    }),
  ]
}

function proposalOf(tool: string, at: Span, where: Where, made: Made): Question {
  const { message, lexicon, sentence } = where
  const words = fold(message.text.slice(at.from, at.to))
  const own = tool === '' ? [] : [tool]
  return question('consent', at, where, {
    ...made,
    tools: [...own, ...mentionedTools(message.text, tool, lexicon)],
    traits: [
      ...(made.traits ?? []),
      ...(asksToAccept(words) ? (['accept'] as const) : []),
      ...(EITHER_OR.test(fold(sliceOf(where, sentence))) ? (['ways'] as const) : []),
    ],
  })
}

const ONLY_IF = /^\W*(?:if|once|as soon as) (?:it|that|this)\b/

/** "The appointment would be for yourself, yes?" */
const ASKS_FOR_WHOM = /\bfor (?:yourself|somebody else|someone else|another person)\b/

/** "Would you like to try once more?": the customer is to say it again, whatever deed it was taken for. */
const asksToTryAgain = (words: string): boolean =>
  /\b(?:would|could|can|will|do) you (?:(?:like|want|care|wish) to )?(?:\w+ )?try (?:it |that |one )?(?:again|once more|another)\b/.test(
    words,
  )

const asksToHave = (words: string): boolean =>
  /\b(?:do|would|might|could) you (?:\w+ ){0,3}have (?:another|any other|a (?:second|different))\b/.test(
    words,
  )

/** "Would you be willing to name it after all?": whatever deed is spoken of, something is to be said. */
const asksToNameIt = (words: string): boolean =>
  /\b(?:willing|prepared|able|ready) to (?:name|give|tell|share|send|provide|state|supply)\b/.test(words)

const PROPOSES_NOTHING = /\b(?:won't|will not|wouldn't|would not|never|nothing)\b/

const EITHER_OR =
  /\bor (?!no\b|a no\b|not\b|(?:(?:would|do) you )?(?:rather |prefer |want )*(?:to |me to )?(?:not|leave|wait|keep)\b)|\bo (?=bien|prefiere)|\bou (?=bien|preferez)|\boder\b/

/** Deeds that the message names while it does not name the one it was read as: "Do you accept the goodwill sum?" */
function mentionedTools(text: string, tool: string, lexicon: Lexicon): readonly string[] {
  const words = fold(text)
  const isNamed = (name: string): boolean =>
    Object.values(lexicon.tools[name]?.cues ?? {})
      .flat()
      .some((cue) => words.includes(fold(cue)))
  return isNamed(tool) ? [] : Object.keys(lexicon.tools).filter(isNamed)
}

/** The deed that the sentence before a bare question names. */
const deedIn = (sentence: ReadSentence | undefined): string =>
  sentence?.acts.find(({ place }) => place?.in === 'tool')?.place?.name ?? ''

const YES_QUESTION_WORDS_MAX = 6
const ASKS_WHETHER =
  /^(?:and |but |so )?(?:is|are|do (?:you|i|we)|does|shall|should|may|can i|can we|could i|could we|would|will|ok|okay|all right|alright|agreed|deal|le parece|de acuerdo|quiere|cela vous|voulez|est-ce|d'accord|ist|sind|soll|mochten|passt|einverstanden)\b/
/** "Would you find it for me?" asks for a thing, "would you like that?" for a yes. */
const ASKS_TO_DO =
  /^(?:and |but |so )?(?:would|will) you (?!like|accept|agree|want|prefer|mind|be |take|consent)/

/** "May I ask why?" */
const ASKS_WHY = /\b(?:why|what|which|how|who|when|where|reason|por que|pourquoi|warum)\b/

/** "Do you have it at hand?" */
const ASKS_FOR_IT = /^(?:and |but |so )?(?:do you (?:\w+ )?(?:have|know|remember|see)|have you got|got)\b/

/** "I can return the last fee. Would you like that?": few words that ask whether, and none of a field. */
function asksForYes({ kind }: ReadAct, where: Where): boolean {
  const { sentence, lexicon } = where
  if (kind !== 'request' || sentence.acts.some(isFieldRequest)) return false
  const text = sliceOf(where, sentence)
  const question = fold(
    text
      .split(/[.!:;,\n]\s*/)
      .findLast((part) => /[a-z]/i.test(part))
      ?.trim() ?? '',
  )
  return (
    question.split(/\s+/).length <= YES_QUESTION_WORDS_MAX &&
    ASKS_WHETHER.test(question) &&
    !ASKS_WHY.test(question) &&
    !ASKS_TO_DO.test(question) &&
    !ASKS_FOR_IT.test(question) &&
    likelyFields(question, lexicon).length === 0
  )
}

/** Fields called by their name in questions, and in words that nobody could read for certain. */
export function namedIn({ text, reading }: ReadWords, lexicon: Lexicon): readonly string[] {
  const open = reading.sentences.filter(
    ({ form, acts, from, to }) =>
      form === 'question' ||
      acts.every(({ sure, kind }) => !sure || kind === 'courtesy') ||
      // Of a list of things that are needed, a reader may have placed only some.
      (acts.some(isFieldRequest) && LIST.test(text.slice(from, to))),
  )
  const folded = open.map(({ from, to }) => fold(text.slice(from, to)))
  const words = folded.join(' ')
  // How somebody feels is named by everyday words: it is asked for only where something is asked.
  const asking = folded.filter((sentence) => sentence.includes('?') || asksInWords(sentence)).join(' ')
  return namesOf(lexicon).flatMap(({ field, names, isState }) =>
    names.some((name) => (isState ? asking : words).includes(name)) ? [field] : [],
  )
}

const LIST = /\n\s*(?:[-*•]|\d+[.)])\s/

const NAME_CHARACTERS_MIN = 5

type FieldNames = { readonly field: string; readonly names: readonly string[]; readonly isState: boolean }
/** What each field may be called, folded once a desk. */
const namesOf = memo((lexicon: Lexicon): readonly FieldNames[] =>
  Object.entries(lexicon.fields).map(([field, { name, cues, values }]) => ({
    field,
    isState: values !== undefined,
    names: [name, ...Object.values(cues).flat()]
      .filter((cue) => cue.length >= NAME_CHARACTERS_MIN)
      .map((cue) => fold(cue)),
  })),
)
