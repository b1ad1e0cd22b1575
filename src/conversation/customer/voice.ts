import type { Lexicon } from '../../base/values/lexicon.ts'
import { needsOf, type TacticPhrases, type Wording, wordsOf } from '../../cards/tactic.ts'
import { fold } from '../../text/fold.ts'
import type { CustomerChance } from './chance.ts'
import type { Plan } from './draft.ts'
import type { Character } from './mind.ts'
import { holds } from './needs.ts'
import type { Personality } from './personality.ts'
import type { PhraseBook, Words } from './phrases/book.ts'
import { en } from './phrases/en.ts'
import { SIGNALS } from './signals.ts'

export type Speaker = {
  readonly who: Character
  readonly lexicon: Lexicon
  readonly personality: Personality
  /** wordings said so far: nobody presses twice with the same sentence while there are others */
  readonly used: ReadonlySet<string>
}

/** Books, style and chance in one place, for one message. */
export type CustomerVoice = {
  readonly speaker: Speaker
  readonly plan: Plan
  readonly language: string
  readonly roll: CustomerChance
  /** one wording of the tactic for this, else of the book; styled */
  readonly word: (key: keyof PhraseBook, tactic?: keyof TacticPhrases) => string
  readonly style: (text: string) => string
  /** one of an author's wordings, if possible one that was not said yet; styled */
  readonly quote: (wordings: Words) => string
  readonly used: ReadonlySet<string>
}

export function newVoice(speaker: Speaker, plan: Plan, roll: CustomerChance): CustomerVoice {
  const language = plan.act.language
  const used = new Set<string>()
  const isFresh = (wording: string) => !used.has(wording) && !speaker.used.has(wording)
  const fits = (wording: Wording): boolean =>
    needsOf(wording).every((need) => holds(need, { plan, lexicon: speaker.lexicon }))
  const style = (text: string) => styled(text, speaker.personality)
  const pick = (fresh: readonly string[], usable: Words): string => {
    const picked = roll.of(
      nonEmpty(fresh) ?? nonEmpty(usable.filter((wording) => !used.has(wording))) ?? usable,
    )
    used.add(picked)
    return picked
  }
  const quote = (wordings: Words) => style(pick(wordings.filter(isFresh), wordings))
  const word = (key: keyof PhraseBook, tacticKey?: keyof TacticPhrases) => {
    const phrases = tacticKey === undefined ? undefined : speaker.who.tactic?.phrases[language]?.[tacticKey]
    const plain = usableWords(book[key], speaker.who) ?? book[key]
    if (phrases === undefined) return fillCard(style(pick(plain.filter(isFresh), plain)), speaker.who)
    // "There is no time for that. But then it will be too late" says but to itself.
    const fitting = phrases.filter(
      (wording) => fits(wording) && !(used.size > 0 && SAYS_BUT.test(wordsOf(wording))),
    )
    const own = fitting.map(wordsOf)
    const usable = usableWords(own, speaker.who) ?? plain
    // Whoever has said all of the tactic's lines goes on in plain words before saying one twice.
    const apt = usableWords(fitting.filter(answersMoment).map(wordsOf), speaker.who)?.filter(isFresh)
    // A no is answered by a line that presupposes one, or in plain words.
    const others = key === 'press' ? plain : usable
    const fresh = nonEmpty(apt ?? []) ?? nonEmpty(others.filter(isFresh)) ?? plain.filter(isFresh)
    return fillCard(style(pick(fresh, usable)), speaker.who)
  }
  return { speaker, plan, language, roll, word, style, quote, used }
}

const book: PhraseBook = en
const SAYS_BUT = /^(?:But|Pero|Mais|Aber)\b/

/** A line that presupposes a no, or that something is lacking, answers just that; other lines only go beside it. */
const answersMoment = (wording: Wording): boolean =>
  needsOf(wording).some((need) => need === 'declined' || need === 'declined_time' || need === 'lacking')

export const nonEmpty = <T>(list: readonly T[]): readonly [T, ...T[]] | undefined =>
  isNonEmpty(list) ? list : undefined

const isNonEmpty = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0

/** Wordings that need words the card lacks are left out. */
const usableWords = (words: readonly string[], who: Character): Words | undefined =>
  nonEmpty(words.filter((wording) => canFill(wording, who)))

const wantsOf = (who: Character): string | undefined => who.card.requests[0]?.wants
const WANTS_CHARACTERS_MAX = 60

function canFill(wording: string, who: Character): boolean {
  if (!wording.includes('{')) return true
  if (wording.includes('{lies}')) return who.card.lies !== undefined
  if (!wording.includes('{wants}')) return true
  const wants = wantsOf(who)
  return (
    wants !== undefined &&
    wants.length <= WANTS_CHARACTERS_MAX &&
    !SPEAKS_OF_SOMEBODY.test(wants) &&
    // Who wants a person asks for one in a move of its own.
    !SIGNALS.demandsHuman.test(fold(wants)) &&
    !tellsTooMuch(wants, who)
  )
}

/** "the trunk sent to her new house" was written about the customer, not by them. */
const SPEAKS_OF_SOMEBODY = /\b(?:he|she|they|his|her|hers|their|him|them)\b/i

/** The card speaks of the customer, the customer of themselves: "her other order cancelled" is "my other order cancelled". */
export function asOwn(wants: string, who: Character): string | undefined {
  if (who.card.speaks_for !== undefined || tellsTooMuch(wants, who)) return undefined
  const own = wants
    .replace(/\b(?:his|her|their)\b/g, 'my')
    .replace(/\b(?:him|them)\b/g, 'me')
    .replace(/\b(?:him|her)self\b/g, 'myself')
  return SPEAKS_OF_SOMEBODY.test(own) ? undefined : own
}

/** What the customer wants may hold a value nobody has asked for yet. */
const tellsTooMuch = (wants: string, { card }: Character): boolean =>
  /\d/.test(wants) ||
  card.requests.some(({ knows }) =>
    Object.values(knows).some((value) => typeof value === 'string' && wants.includes(value)),
  )

const fillCard = (text: string, who: Character): string =>
  text.includes('{')
    ? text.replaceAll('{wants}', wantsOf(who) ?? '').replaceAll('{lies}', who.card.lies ?? '')
    : text

const styled = (text: string, { lowerCase }: Personality): string => (lowerCase ? text.toLowerCase() : text)

export const endSentence = (text: string): string => (/[.!?…,:]$/.test(text) ? text : `${text}.`)
