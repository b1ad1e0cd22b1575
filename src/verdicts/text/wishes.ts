import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Reading } from '../../base/values/reading.ts'

/**
 * "Would you like to switch to it?" asks what the customer wants, and may be an offer of the deed: where the fact that is due is
 * such a wish, nobody can say which of the two was meant. "Shall I switch you now?" asks for leave, and is no such question.
 */
export const mayAskWish = (
  { fields }: Lexicon,
  field: string,
  { text, reading }: { readonly text: string; readonly reading: Reading },
): boolean =>
  isWish(fields[field]) &&
  reading.sentences.some(
    ({ from, to, form }) => form === 'question' && WISH.test(text.slice(from, to).replace(ASKS_LEAVE, '')),
  )

/** Is the fact what the customer wants, by the desk's own words for it? */
const isWish = (words: Lexicon['fields'][string] | undefined): boolean =>
  words !== undefined &&
  [words.gloss ?? '', words.name, ...Object.values(words.asks).flat()].some((text) => WISH.test(text))

const WISH =
  /\b(?:would|do|does|should|if) (?:you|they|that|it|the customer) (?:like|want|wish|fancy|prefer|care|be (?:interested|up for))\b|\b(?:fancy|like|care|want) to\b|gustaría|\b(?:quieres?|desea|quiere usted)\b/i
const ASKS_LEAVE = /\b(?:like|want|wish) (?:me|us) to\b/gi
