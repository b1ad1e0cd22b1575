/** What a handover note may have to say. Words only: whether they are there, not how well they are put. */
export type NotePart = 'who' | 'what' | 'tried' | 'asked'

export type NoteFacts = {
  /** names, numbers and addresses by which the customer can be found */
  readonly who: readonly string[]
  /** what the matter is called: intents, topics, reasons, wishes */
  readonly what: readonly string[]
  /** what the customer wrote */
  readonly told: readonly string[]
  /** what was looked up, said or done: tools in words */
  readonly tried: readonly string[]
  /** something was looked up or done: before that nothing can be said of it */
  readonly isTried: boolean
  readonly asked: readonly string[]
}

const TRIED =
  /\b(?:looked|checked|found|asked|offered|tried|told|explained|declined|verified|confirmed|confirms|shows?|showing|shown|records?|already|so far|done|refused|proposed|replaced|tracked|searched|match(?:es|ed)?|promised|nothing|because|since|over|above|more than|according|status|account|says|said|states|given|reported|could not|cannot|no longer)\b/i
const ASKED =
  /\b(?:please|needs? (?:a|your|to|someone|somebody)|should|requires?|could you|can you|to (?:decide|check|review|take|call|approve|change|stop|confirm|arrange|help)|take over|follow up)\b/i
const WORD = /[\p{L}\p{N}]{4,}/gu

const DEMANDS: readonly (readonly [NotePart, RegExp])[] = [
  ['who', /\bwho (?:it|they|he|she|the customer) (?:is|are)\b|\bthe customer's name\b/i],
  ['what', /\bwhat (?:they|he|she|the customer) (?:wants?|needs?|asks?)\b/i],
  ['tried', /\b(?:found out|tried|know already|have done|was done)\b/i],
  ['asked', /\b(?:asked of|is asked|you ask|they (?:have|need) to do|should do)\b/i],
]

/** The parts that a sentence about notes asks for. */
export const partsAsked = (sentence: string): readonly NotePart[] =>
  DEMANDS.filter(([, words]) => words.test(sentence)).map(([part]) => part)

export function missingParts(
  note: string,
  facts: NoteFacts,
  wanted: readonly NotePart[],
): readonly NotePart[] {
  const text = note.toLowerCase()
  const mentions = (phrases: readonly string[]): boolean =>
    phrases.some((phrase) => mentionsOne(text, phrase.toLowerCase()))
  const holds: Readonly<Record<NotePart, () => boolean>> = {
    // Nobody can name a customer who has not said and shown nothing to be found by.
    who: () => facts.who.length === 0 || mentions(facts.who),
    what: () => mentions(facts.what) || retells(text, facts.told),
    tried: () => !facts.isTried || TRIED.test(note) || mentions(facts.tried),
    asked: () => ASKED.test(note) || mentions(facts.asked),
  }
  return wanted.filter((part) => !holds[part]())
}

/** A matter has no name but the customer's own words: the lift, the floor, the knocking. */
const RETOLD_MIN = 3
function retells(text: string, told: readonly string[]): boolean {
  const words = new Set(told.flatMap((one) => one.toLowerCase().match(WORD) ?? []))
  return [...words].filter((word) => text.includes(word)).length >= RETOLD_MIN
}

/** The phrase itself, or a word of it that carries meaning, by its stem. */
function mentionsOne(text: string, phrase: string): boolean {
  if (phrase.length > 1 && text.includes(phrase)) return true
  return [...phrase.matchAll(WORD)].some(
    ([word]) => word.length > 4 && text.includes(word.slice(0, Math.max(5, word.length - 2))),
  )
}
