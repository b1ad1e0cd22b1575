import type { CustomerMove } from '../../base/values/acts.ts'
import type {
  CustomerKind,
  CustomerReadAct,
  CustomerReading,
  CustomerReadSentence,
} from '../../base/values/customer-reading.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import { fold } from '../../text/fold.ts'
import { LANGUAGES, languageOf } from '../../text/languages.ts'
import type { Plan } from './draft.ts'
import { isTelling, saysSecret, saysValue, strangeFact, unended } from './gate-values.ts'
import type { Character } from './mind.ts'
import { cardRequest, saidByWrittenOpening } from './opening.ts'
import { readable } from './read-text.ts'
import { SIGNALS } from './signals.ts'

/**
 * The fidelity gate: before a model's wording is sent, does it say what its act says, and nothing the customer may not say? A
 * fault means another phrasing, then a void. Codes are stable: they stand in the transcript. Scripted wordings are made from
 * the act: test/customer-words.test.ts passes all of them through it.
 */
export type GateFault =
  | 'nothing-to-say'
  | 'value-missing'
  | 'lack-missing'
  | 'yes-missing'
  | 'no-missing'
  | 'thanks-missing'
  | 'goodbye-missing'
  | 'demand-missing'
  | 'request-missing'
  | 'silence-broken'
  | 'another-act'
  | 'fact-outside-card'
  | 'secret-said'
  | 'not-asked-yet'
  | 'out-of-role'
  | 'wrong-language'

export type GateContext = {
  readonly who: Character
  readonly plan: Plan
  readonly lexicon: Lexicon
  /** what the agent has said so far: its facts may be repeated */
  readonly heard: readonly string[]
  /** a model's wording, read; null: an author's words, or ours */
  readonly read: CustomerReading | null
  /** parts of the text that an author wrote (opening, lexicon, tactic): checked when the pack loads, not here */
  readonly quoted: readonly string[]
}

const MESSAGE_CHARACTERS_MAX = 4_000

export function gate(text: string, context: GateContext): GateFault | null {
  if (text.trim() === '' || text.length > MESSAGE_CHARACTERS_MAX) return 'nothing-to-say'
  const { act } = context.plan
  if (act.moves.some((move) => move.do === 'silence'))
    return /[a-z]/i.test(text) && !isNote(text) ? 'silence-broken' : null
  const folded = fold(text)
  const own = withoutQuotes(folded, context.quoted)
  return (
    missing(folded, context) ??
    (context.read !== null && departs(folded, context.read, context.plan) ? 'another-act' : null) ??
    tooMuch(folded, own, context) ??
    // A name or an answer taken from the card may be in another tongue than the customer speaks.
    outOfCharacter(withoutQuotes(own, toldWords(act.moves)), act.language)
  )
}

const toldWords = (moves: readonly CustomerMove[]): readonly string[] =>
  moves.flatMap((move) => (move.do === 'tell' && typeof move.value === 'string' ? [move.value] : []))

/** The folded text without what an author wrote. */
function withoutQuotes(folded: string, quoted: readonly string[]): string {
  let rest = folded
  for (const quote of quoted) rest = rest.replace(unended(quote), ' ')
  return rest
}

// ---- it says what the act says ----

function missing(folded: string, context: GateContext): GateFault | null {
  for (const move of context.plan.act.moves) {
    if (saidByWrittenOpening(context.who, context.plan, move)) continue
    const fault = missingMove(folded, move, context)
    if (fault !== null) return fault
  }
  return null
}

function missingMove(folded: string, move: CustomerMove, context: GateContext): GateFault | null {
  const { lexicon } = context
  switch (move.do) {
    case 'tell':
      if (context.plan.affirms.includes(move.field)) return SIGNALS.yes.test(folded) ? null : 'yes-missing'
      return saysValue(folded, move, lexicon) ? null : 'value-missing'
    case 'lack': {
      const written = Object.values(lexicon.fields[move.field]?.[move.lack] ?? {}).flat()
      return readAs(context, 'refuse') ||
        SIGNALS.lack.test(folded) ||
        written.some((wording) => folded.includes(unended(wording)))
        ? null
        : 'lack-missing'
    }
    case 'agree':
      return (readAs(context, 'agree') || SIGNALS.yes.test(folded)) && !/^\W*(?:no|nope)\b/.test(folded)
        ? null
        : 'yes-missing'
    case 'refuse':
      return (readAs(context, 'refuse') || SIGNALS.no.test(folded)) && !/^\W*(?:yes|yep|si)\b/.test(folded)
        ? null
        : 'no-missing'
    case 'thank':
      return readAs(context, 'thank') || SIGNALS.thanks.test(folded) ? null : 'thanks-missing'
    case 'leave':
      return readAs(context, 'leave') || SIGNALS.bye.test(folded) ? null : 'goodbye-missing'
    case 'demand_human':
      return SIGNALS.human.test(folded) ? null : 'demand-missing'
    case 'open':
      return opensIt(folded, move.intent, context) ? null : 'request-missing'
    default:
      return null
  }
}

const readAs = ({ read }: GateContext, kind: CustomerKind): boolean =>
  read?.sentences.some(({ acts }) => acts.some((act) => act.kind === kind)) === true

/** A request is recognisable by a long word of its utterances, its name or what the card wants. */
function opensIt(folded: string, intent: string, { lexicon, who, plan, quoted }: GateContext): boolean {
  const words = lexicon.intents[intent]
  if (words === undefined || quoted.length > 0) return true
  const wants = plan.act.moves.flatMap((move) =>
    move.do === 'open' ? [cardRequest(who, move.request)?.wants ?? ''] : [],
  )
  const known =
    fold([words.name, ...Object.values(words.utterances).flat(), ...wants].join(' ')).match(/[a-z]{4,}/g) ??
    []
  return known.some((word) => folded.includes(word))
}

/** A sentence of thanks ends a matter; "thanks for asking, it is ..." does not. */
const thanksAlone = (folded: string): boolean =>
  /(?:^|[.!?]\s+)(?:many |great, |perfect, |lovely, )?(?:thanks|thank you)(?: (?:so|very) much| a lot| again)?\s*[.!]*$/.test(
    folded,
  )

// ---- it says nothing the customer may not say ----

function tooMuch(folded: string, own: string, context: GateContext): GateFault | null {
  const { who, plan } = context
  if (saysSecret(own, who.card)) return 'secret-said'
  const sources = () => sourcesOf(context)
  if (strangeFact(own, sources) !== undefined) return 'fact-outside-card'
  for (const request of plan.next.requests) {
    const { knows, truth } = request.card
    for (const [field, value] of Object.entries(truth)) {
      if (value !== knows[field] && standsIn(folded, value, sources)) return 'secret-said'
    }
    for (const [field, value] of Object.entries(knows)) {
      if (request.said[field] === undefined && !isPlainWord(value) && standsIn(folded, value, sources))
        return 'not-asked-yet'
    }
  }
  return null
}

/** "elsewhere" is a word of anybody's: a choice is told in a sentence. */
const isPlainWord = (value: string | number | boolean): boolean => /^[a-z]+$/.test(String(value))

const standsIn = (folded: string, value: string | number | boolean, sources: () => string): boolean => {
  if (!isTelling(value)) return false
  const written = fold(String(value))
  return folded.includes(written) && !sources().includes(written)
}

/** All the customer may repeat: the card's open words, what it has said by now, what the agent has said. */
function sourcesOf({ who, plan, heard }: GateContext): string {
  const { opens, card } = who
  const said = plan.next.requests.flatMap(({ said: values }) =>
    Object.values(values).map((value) => (typeof value === 'object' ? '' : String(value))),
  )
  const open = [opens ?? '', card.name, card.lies ?? '', ...card.requests.map(({ wants }) => wants)]
  return fold([...open, ...said, ...heard.map(readable)].join('\n'))
}

// ---- it stays a customer of its language ----

function outOfCharacter(own: string, language: string): GateFault | null {
  if (SIGNALS.outOfRole.test(own)) return 'out-of-role'
  const spoken = languageOf(own)
  if (spoken === null || !LANGUAGES.some((known) => known === language)) return null
  return spoken === language ? null : 'wrong-language'
}

/** "[no reply]" is what the desk sees, not what somebody wrote. */
const isNote = (text: string): boolean => /^\[[^\]]*\]$/.test(text.trim())

/**
 * What a model's wording does beside or against its act, by reading it: a wish, a value, a yes or a goodbye that was not
 * ordered, a condition on a yes. It accepts any words that do the same; it must not be a list of words for each act.
 */
function departs(folded: string, read: CustomerReading, plan: Plan): boolean {
  const { moves } = plan.act
  const does = (...kinds: readonly CustomerMove['do'][]): boolean =>
    moves.some((move) => kinds.includes(move.do))
  const acts = read.sentences.flatMap((sentence) => sentence.acts).filter(({ sure }) => sure)
  const isAnew = () => ALSO_WANTS.test(folded) || read.sentences.some((one) => opensAnew(folded, one))
  return (
    (!does('thank') && thanksAlone(folded)) ||
    (!does('open') && plan.next.turn > 1 && isAnew()) ||
    acts.some((act) => isStrange(act, plan)) ||
    (does('agree') && acts.some(({ kind, field }) => kind === 'refuse' && field === null)) ||
    (does('refuse') && acts.some(({ kind }) => kind === 'agree')) ||
    (does('agree') && plan.yes !== 'hedged' && CONDITION.test(folded)) ||
    (!does('leave') && acts.some(({ kind }) => kind === 'leave')) ||
    (!does('withdraw') && WITHDRAWS.test(folded))
  )
}

/** "Yes please, cancel it!" says yes in the words of the wish; "yes, and cancel the other one" wants more. */
function opensAnew(folded: string, { acts, from, to }: CustomerReadSentence): boolean {
  const isRead = acts.some(({ kind, sure }) => kind === 'open' && sure)
  const agrees =
    acts.some(({ kind }) => kind === 'agree') || /^\W*(?:yes|yep|ok|okay|sure)\b/.test(folded.slice(from, to))
  return isRead && !(agrees && !/\b(?:and|also|plus|but)\b/.test(folded.slice(from, to)))
}

/** A value of a field that the act does not tell and that was not said before. */
function isStrange({ kind, field }: CustomerReadAct, { act: { moves }, next }: Plan): boolean {
  if ((kind !== 'tell' && kind !== 'correct') || field === null) return false
  const isTold = moves.some((move) => 'field' in move && move.field === field)
  return !isTold && next.requests.every(({ said }) => said[field] === undefined)
}

const ALSO_WANTS =
  /\bi(?:'d| would)? also (?:like|want|need)\b|\b(?:could|can|would|will) you also\b|\b(?:could|can|would|will) you [^.?!]{3,60}\b(?:as well|too|while you're at it)\b|\bone more thing\b/

const CONDITION =
  /\b(?:only if|but only|as long as|provided(?: that)?|on (?:the )?condition|unless|in (?:return|exchange)|throw in)\b|\b(?:solo si|siempre que|a condition que|nur wenn|sofern)\b/

const WITHDRAWS =
  /\bwithdraw\b|\b(?:forget|drop) (?:it|the (?:whole )?(?:thing|request|matter))\b|\bcancel the (?:whole )?(?:thing|request|matter)\b|\bnever ?mind\b/
