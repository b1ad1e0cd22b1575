import type { CustomerMove } from '../../base/values/acts.ts'
import type { CustomerChance } from './chance.ts'
import type { Plan, Yes } from './draft.ts'
import { isCool, isUpset } from './mind.ts'
import { answersNo } from './needs.ts'
import { besideOpening, cardRequest } from './opening.ts'
import type { Personality } from './personality.ts'
import { answerParts, callable, goneOn } from './phrase-answers.ts'
import type { PhraseBook, WordsFor } from './phrases/book.ts'
import { shownWith } from './shown.ts'
import { asOwn, type CustomerVoice, endSentence, newVoice, nonEmpty, type Speaker } from './voice.ts'

/**
 * Puts a plan into words. In: the plan, the pack's lexicon, a personality, chance. Out: one message. It says the moves
 * of the act and nothing beside them that could be a fact: values come from the act, frames from the books. `used`: what it was
 * made of.
 */
export function phrase(speaker: Speaker, plan: Plan, roll: CustomerChance): Phrased {
  const voice = newVoice(speaker, plan, roll)
  const { moves } = plan.act
  if (moves.some((move) => move.do === 'silence'))
    return { text: voice.word('silence', 'silence'), used: [...voice.used] }
  const parts = plan.next.turn === 1 ? openingParts(voice, moves) : laterParts(voice, moves)
  const spoken = parts.filter((part) => part !== '').join(speaker.personality.fragments ? '\n' : ' ')
  const said = spoken === '' ? voice.word('heard') : spoken
  // A written opening is left as its author wrote it.
  const text = said === speaker.who.opens ? said : ended(said, speaker.personality)
  return { text: [text, ...shownWith(speaker, plan)].join('\n\n'), used: [...voice.used] }
}

type Phrased = { readonly text: string; readonly used: readonly string[] }

/** How this customer ends a message: with a full stop, or with nothing. */
function ended(text: string, { stops, fragments }: Personality): string {
  if (fragments) return text.replace(/\.(?=\n|$)/g, '')
  return stops ? text : text.replace(/\.$/, '')
}

// ---- messages ----

function openingParts(voice: CustomerVoice, moves: readonly CustomerMove[]): readonly string[] {
  const { who, personality } = voice.speaker
  if (who.opens !== null) {
    const [first, ...others] = laterParts(voice, besideOpening(who, voice.plan).act.moves).filter(
      (part) => part !== '',
    )
    // "Grace Adeyemi Put me through to somebody": what is said after a signature begins a line.
    return first === undefined ? [who.opens] : [`${who.opens}\n${first}`, ...others]
  }
  const atStart = (move: CustomerMove) =>
    move.do === 'open' && cardRequest(who, move.request)?.comes === 'at-start'
  const later = moves.filter((move) => !atStart(move))
  return [
    phrasedOpening(voice, moves.filter(atStart)),
    ...laterParts(voice, later),
    personality.signs ? who.card.name : '',
  ]
}

function phrasedOpening(voice: CustomerVoice, opened: readonly CustomerMove[]): string {
  const sentences = opened.map((move, at) => {
    const said =
      move.do === 'open'
        ? utterance(voice, move.intent, cardRequest(voice.speaker.who, move.request)?.wants)
        : ''
    return at === 0 ? said : `${voice.word('another', 'another')} ${said}`
  })
  const { speaks_for } = voice.speaker.who.card
  const behalf = speaks_for === undefined ? '' : voice.word('onBehalf').replace('{person}', () => speaks_for)
  const greeting = voice.word('greetings')
  const [first = '', ...others] = sentences
  return [greeting, greeting.endsWith(',') ? goneOn(first) : first, ...others, behalf]
    .filter((part) => part !== '')
    .join(' ')
}

function utterance(
  { speaker, language, quote }: CustomerVoice,
  intent: string,
  wants: string | undefined,
): string {
  const words = speaker.lexicon.intents[intent]?.utterances
  const own = nonEmpty(words?.[language] ?? words?.[speaker.who.card.language] ?? words?.en ?? [])
  return own === undefined ? quote([`${wants ?? intent}.`]) : endSentence(quote(own))
}

/** Everything but the opening itself: answers first, then what the tactic adds, the goodbye last. */
function laterParts(voice: CustomerVoice, moves: readonly CustomerMove[]): readonly string[] {
  const { says } = voice.plan
  // Beside a move it is an answer to another question of the message, or left out.
  const beside = says !== null && (moves.length === 0 || ANSWERING.has(says)) ? sayingParts(voice, says) : []
  const parts: string[] = [...beside]
  const saySentences = (place: 'before' | 'after'): void => {
    for (const [at, move] of moves.entries())
      if (placeOf(move) === place && !isSaidAlready(move, at, moves)) parts.push(sentenceFor(voice, move))
  }
  saySentences('before')
  for (const part of answerParts(voice, moves)) parts.push(part)
  saySentences('after')
  return parts
}

/** One yes, and one no, for however many matters; one evasion for however many questions. */
const isSaidAlready = (move: CustomerMove, at: number, moves: readonly CustomerMove[]): boolean =>
  (move.do === 'agree' || move.do === 'refuse' || move.do === 'dodge') &&
  moves.findIndex((other) => other.do === move.do) < at

const placeOf = (move: CustomerMove): 'before' | 'answer' | 'after' =>
  move.do === 'tell' || move.do === 'lack'
    ? 'answer'
    : move.do === 'agree' || move.do === 'refuse' || move.do === 'open'
      ? 'before'
      : 'after'

function sentenceFor(voice: CustomerVoice, move: CustomerMove): string {
  switch (move.do) {
    case 'open': {
      const wants = cardRequest(voice.speaker.who, move.request)?.wants
      const said = ownWish(voice, wants) ?? utterance(voice, move.intent, wants)
      if (isAlarm(voice, move.intent)) return `${voice.word('alarm')} ${said}`
      if (move.instead_of !== undefined) return `${voice.word('instead', 'instead')} ${said}`
      return `${takesNote(voice) ? `${voice.word('noted')} ` : ''}${voice.word('another', 'another')} ${said}`
    }
    case 'dodge':
      return dodge(voice, move.field)
    case 'agree':
      return voice.word(YES_WORDS[voice.plan.yes])
    case 'refuse':
      return whyNot(voice)
    case 'push':
      // Plain words of pressing answer a refusal; before one there is only a nudge.
      return voice.word(answersNo(voice.plan) ? 'press' : 'nudge', 'press')
    case 'demand_human':
      return voice.word('demand', 'demand')
    case 'abuse':
      return voice.word('abuse', 'abuse')
    case 'detour':
      return voice.word('detour', 'detour')
    case 'thank':
      return isEarly(voice) ? voice.word('thankEarly', 'thank') : voice.word(thanksFor(voice.plan))
    case 'leave':
      return voice.word(byeFor(voice, move.because))
    default:
      return ''
  }
}

/** "How do I return this?" names nothing: what a person wrote on the card is said as their own wish, where it can be. */
function ownWish(voice: CustomerVoice, wants: string | undefined): string | undefined {
  const { who } = voice.speaker
  const own = wants === undefined || who.opens === null ? undefined : asOwn(wants, who)
  if (own === undefined) return undefined
  return voice.word('wish').replace('{wish}', () => own)
}

/** Nobody brings up a stroke with "while you're at it". */
const isAlarm = ({ speaker: { lexicon } }: CustomerVoice, intent: string): boolean =>
  /\b(?:emergency|danger|hazard)\b/i.test(lexicon.intents[intent]?.name ?? '')

/** Whoever brings up the next matter has heard what was said about the first. */
const takesNote = ({ plan: { act, next } }: CustomerVoice): boolean =>
  next.turn > 1 && !act.moves.some(({ do: does }) => does === 'agree' || does === 'refuse')

/** Beside answers an evasion says what it is about. */
function dodge(voice: CustomerVoice, field: string): string {
  const said = voice.word('dodge', 'dodge')
  const answers = voice.plan.act.moves.some((move) => move.do === 'tell' || move.do === 'lack')
  const name = answers ? callable(voice.speaker.lexicon.fields[field]?.name, voice.language) : undefined
  return name === undefined ? said : `${voice.word('asFor').replace('{name}', () => name)} ${goneOn(said)}`
}

/** A no says why: in the card's words, in the desk's for a no to that deed, or that this deed is not wanted. */
function whyNot(voice: CustomerVoice): string {
  const { who, lexicon } = voice.speaker
  const { noTo, about } = voice.plan
  const because = about === null ? undefined : cardRequest(who, about)?.because
  if (because !== undefined) return endSentence(voice.quote([`No, ${goneOn(because)}`]))
  const name = callableDeed(noTo === null ? undefined : lexicon.tools[noTo]?.name, voice.language)
  return name === undefined ? voice.word('refuse') : voice.word('refuseDeed').replace('{name}', () => name)
}

const callableDeed = (name: string | undefined, language: string): string | undefined =>
  language === 'en' && name !== undefined && name.split(' ').length <= DEED_WORDS_MAX ? name : undefined
const DEED_WORDS_MAX = 5

/** What a message says without a move; where it is about the wish, the wish follows in the customer's own words. */
function sayingParts(voice: CustomerVoice, says: WordsFor): readonly string[] {
  if (says === 'notSo') return [voice.plan.noTo === null ? voice.word('notSo') : whyNot(voice)]
  if (says === 'wish') return [wishOf(voice) ?? voice.word('missing')]
  const said = voice.word(says)
  const wish = SAYS_WISH.has(says) ? wishOf(voice) : undefined
  return wish === undefined ? [said] : [said, wish]
}

const SAYS_WISH: ReadonlySet<WordsFor> = new Set(['object', 'missing', 'complains', 'notAsked'])
const ANSWERING: ReadonlySet<WordsFor> = new Set(['affirm', 'notSo', 'accept', 'hedge'])

/** What is wanted: as the card says it, in other words each time; else as customers of the desk say it. */
function wishOf(voice: CustomerVoice): string | undefined {
  const { who, lexicon, used } = voice.speaker
  const card = voice.plan.about === null ? undefined : cardRequest(who, voice.plan.about)
  if (card === undefined) return undefined
  const own = ownWish(voice, card.wants)
  if (own !== undefined) return own
  const words = lexicon.intents[card.intent]?.utterances
  const fresh = nonEmpty((words?.[voice.language] ?? words?.en ?? []).filter((one) => !used.has(one)))
  return fresh === undefined ? undefined : endSentence(voice.quote(fresh))
}

const YES_WORDS = {
  plain: 'agree',
  hedged: 'hedge',
  accepting: 'accept',
  choosing: 'choose',
  reluctant: 'agreeReluctantly',
} as const satisfies Record<Yes, keyof PhraseBook>

function byeFor({ plan: { act, next, closes } }: CustomerVoice, because: keyof typeof BYE): keyof PhraseBook {
  const coolly = closes ? 'byeNoMore' : 'byeCoolly'
  const thanks = act.moves.some(({ do: does }) => does === 'thank')
  if (because === 'satisfied') return thanks && !isCool(next, act.tone) ? BYE[because] : coolly
  if (because !== 'declined') return BYE[because]
  // Whoever has said no to the offer, or yes to another, has nothing to be disappointed about; nor has anybody who was asked
  // for more after words that only sounded like a no.
  if (next.refused || next.agreed) return coolly
  return isUpset(act.tone) ? 'byeUpset' : BYE[because]
}

const BYE = {
  satisfied: 'byeSatisfied',
  declined: 'byeDeclined',
  patience: 'byePatience',
  unresolved: 'byeUnresolved',
} as const

/** A thanks beside an answer comes before anything is done. */
const isEarly = ({ plan }: CustomerVoice): boolean =>
  !plan.leaves && plan.act.moves.some((move) => move.do === 'tell' || move.do === 'lack')

/** "Anything else?" is answered by the thanks. */
const thanksFor = ({ closes }: Plan): 'thank' | 'thankAll' => (closes ? 'thankAll' : 'thank')
