/** What a message says without a move: each is a list of the phrase books. */
const SAYINGS = [
  'puzzled',
  'whichProof',
  'later',
  'heard',
  'wait',
  'affirm',
  'notSo',
  'wish',
  'missing',
  'complains',
  'nothingCame',
  'wrongThing',
  'notAsked',
  'object',
  'otherWay',
  'leaveIt',
  'nextMatter',
  'staysNo',
  'hedge',
  'accept',
  'noMore',
] as const
export type WordsFor = (typeof SAYINGS)[number]

/**
 * A customer's own words in one language; none of them knows a desk. Each list is said only where the table of policy.ts orders
 * it: that is its precondition. No decoration: what stands here says something.
 */
export type PhraseBook = Readonly<Record<WordsFor | OtherWords, Words>>

/** Words for moves and for parts of answers; `{value}`, `{name}`, `{wish}`, `{person}` stand for the card's. */
type OtherWords =
  /** `{value}`: where the desk has no words for it / a number that is asked for again / anything else told before */
  | 'plain'
  | 'onlyOne'
  | 'asSaid'
  | 'yes'
  | 'no'
  | 'unavailable'
  | 'unavailableNamed'
  | 'refused'
  | 'refusedNamed'
  /** to a question about how something is */
  | 'cannotSay'
  /** with something that is sent now */
  | 'sends'
  /** before the right value, where a wrong one was said back / before a value it takes back */
  | 'denies'
  | 'correct'
  | 'agree'
  /** yes, the first of two things / to what is left after a no, or to less than was wanted */
  | 'choose'
  | 'agreeReluctantly'
  /** `refuseDeed`: `{name}` of the deed */
  | 'refuse'
  | 'refuseDeed'
  /** answers a refusal / before anything was refused */
  | 'press'
  | 'nudge'
  | 'thank'
  | 'thankEarly'
  /** to "anything else?" */
  | 'thankAll'
  | 'byeSatisfied'
  /** from somebody who was refused something on the way / to "anything else?", without thanks */
  | 'byeCoolly'
  | 'byeNoMore'
  | 'byeDeclined'
  /** the same from somebody angry, worried or dissatisfied */
  | 'byeUpset'
  | 'byePatience'
  | 'byeUnresolved'
  | 'dodge'
  /** before an evasion beside answers; `{name}` */
  | 'asFor'
  | 'detour'
  | 'silence'
  | 'demand'
  | 'abuse'
  /** before another matter: what was said about the first is heard; one that cannot wait; in place of the first */
  | 'noted'
  | 'another'
  | 'alarm'
  | 'instead'
  /** after something said without knowing whether it was asked */
  | 'asksBack'
  | 'greetings'
  | 'onBehalf'

export type Words = readonly [string, ...string[]]
