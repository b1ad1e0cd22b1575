/**
 * "Is there another matter in which I can assist?", "¿Queda claro así?": a question that asks for nothing of the case. In:
 * the folded words of one sentence.
 */

/** Nothing else can be meant, whatever the sentence was taken for. */
const OUTRIGHT =
  /\bdoes (?:that|this|it) (?:answer|settle|cover|conclude|complete)\b|\b(?:is|was) (?:there|that|this) (?:more|all(?! right)|everything|the whole)\b|\bconclude your list\b/

/** Something else could be meant, where a field was asked for as well. */
const LIKELY: readonly RegExp[] = [
  /\b(?:any|some)thing (?:is )?(?:else|further|more|besides|left|other)\b/,
  /\banother (?:matter|thing|question|wish|point|request|concern|issue)\b/,
  /\b(?:any|some) (?:further|other|more|second) (?:matters?|things?|questions?|wish(?:es)?|points?|requests?|concerns?|purchase)\b/,
  /\b(?:any|your) (?:questions?|doubts?) (?:left|open)\b|\bany questions\b|\b(?:all|everything) else\b/,
  /\b(?:may|can|shall|could) (?:i|we) leave it (?:so|there|here|at that|like that|in \w+ hands)\b|\bare we (?:done|through)\b|\bis (?:that|this|it|everything) (?:clear|understood)\b/,
  /\b(?:autre chose|autres? questions?|est-ce (?:tout|clair)|c'est tout)\b|\bquelque chose d'autre\b/,
  /\b(?:sonst noch|noch (?:etwas|was|fragen)|weitere (?:fragen|anliegen)|war das alles|ist das klar)\b/,
]

const OUTRIGHT_WORDS_MAX = 16
const LIKELY_WORDS_MAX = 24

const wordCount = (words: string): number => words.trim().split(/\s+/).length

export const closesOutright = (words: string): boolean =>
  words.includes('?') && wordCount(words) <= OUTRIGHT_WORDS_MAX && OUTRIGHT.test(words)

export const closesLikely = (words: string): boolean =>
  wordCount(words) <= LIKELY_WORDS_MAX &&
  !BEFORE_ALL.test(words) &&
  LIKELY.some((pattern) => pattern.test(words))

/** "Before anything else: is it hot?" */
const BEFORE_ALL = /\b(?:before|above|than|like) (?:any|every)thing else\b|\bantes que nada mas\b/

/** "¿Te ayudo con alguna otra cosa?": an offer of help with something else, whatever deed it was taken for. */
export const offersHelp = (words: string): boolean =>
  words.includes('?') && HELP.test(words) && closesLikely(words)

const HELP = /\b(?:help|assist|ayud\w+|aide\w*|helfen)\b/

/** "If there's another order you'd like me to look at, just tell me." */
const OFFERS_MORE =
  /^\W*(?:if|should) (?:there|you)\b[^?]*\b(?:another (?:order|parcel|booking|matter|question|thing|issue|point)|(?:some|any) (?:second|other|further) \w+|anything|something)\b[^?]*$/

export const offersMore = (words: string): boolean => OFFERS_MORE.test(words)
