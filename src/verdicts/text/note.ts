/** The four things a colleague needs from a handover note. Words only: whether they are there, not how well they are put. */
export type NotePart = 'who' | 'what' | 'tried' | 'asked'

export type NoteFacts = {
  /** names, numbers and addresses by which the customer can be found */
  readonly who: readonly string[]
  /** what the matter is called: intents, topics, reasons, wishes */
  readonly what: readonly string[]
  /** what was looked up, said or done: tool and field names in words, values found */
  readonly tried: readonly string[]
  readonly asked: readonly string[]
}

const TRIED =
  /\b(?:looked|checked|found|asked|offered|tried|told|explained|declined|verified|confirmed|confirms|shows?|record|already|so far|done|refused|proposed|replaced|tracked|searched|matches|matched)\b/i
const ASKED =
  /\b(?:please|needs? (?:a|your|to|someone|somebody)|should|requires?|could you|can you|to (?:decide|check|review|take|call|approve|change|stop|confirm|arrange|help)|take over|follow up)\b/i
const WORD = /[\p{L}\p{N}]{4,}/gu

export function missingParts(note: string, facts: NoteFacts): readonly NotePart[] {
  const text = note.toLowerCase()
  const mentions = (phrases: readonly string[]): boolean =>
    phrases.some((phrase) => mentionsOne(text, phrase.toLowerCase()))
  const parts: readonly [NotePart, boolean][] = [
    // Nobody can name a customer who has not said and shown nothing to be found by.
    ['who', facts.who.length === 0 || mentions(facts.who)],
    ['what', mentions(facts.what)],
    ['tried', TRIED.test(note) || mentions(facts.tried)],
    ['asked', ASKED.test(note) || mentions(facts.asked)],
  ]
  return parts.filter(([, found]) => !found).map(([part]) => part)
}

/** The phrase itself, or a word of it that carries meaning, by its stem. */
function mentionsOne(text: string, phrase: string): boolean {
  if (phrase.length > 1 && text.includes(phrase)) return true
  return [...phrase.matchAll(WORD)].some(
    ([word]) => word.length > 4 && text.includes(word.slice(0, Math.max(5, word.length - 2))),
  )
}
