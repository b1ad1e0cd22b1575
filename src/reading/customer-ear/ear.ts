import { memo } from '../../base/memo.ts'
import type { HeardByCustomer, MessageTrait, Question, Told } from '../../base/values/heard.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import { asks, type Reading } from '../../base/values/reading.ts'
import { fold } from '../../text/fold.ts'
import {
  asksForSending,
  asksToWait,
  onlyAsksToWait,
  refuses,
  soundsLikeNo,
  speaksOfTime,
} from './asking-words.ts'
import { holdsIn, unlikeIn } from './literals.ts'
import { type Piece, piecesOf, type ToldAct } from './pieces.ts'
import { namedIn, type ReadWords } from './questions.ts'

/**
 * What a customer makes of an agent message. In: its words and their reading, the desk's lexicon. Out: answers to the
 * questions of the waist, and no words. All patterns of words that customers hear by stand in this folder; none decides
 * what is judged.
 */
export const customerEar = memo(
  (lexicon: Lexicon) =>
    (message: ReadWords): HeardByCustomer =>
      hear(message, lexicon),
)

function hear(message: ReadWords, lexicon: Lexicon): HeardByCustomer {
  const { text } = message
  const pieces = piecesOf(message, lexicon)
  const said = (is: 'decline' | 'claim' | 'topic'): readonly ToldAct[] =>
    pieces.filter((piece): piece is Extract<Piece, { is: typeof is }> => piece.is === is)
  const has = (is: Piece['is']): boolean => pieces.some((piece) => piece.is === is)
  const questions = pieces.flatMap((piece) => (piece.is === 'question' ? [piece.question] : []))
  const declines = said('decline').filter((one) => isNo(one, { has, topics: said('topic') }))
  const folded = fold(text)
  const shown = new Set(
    MESSAGE_TRAITS.flatMap(([trait, shows]) =>
      shows({ message, folded, pieces, questions }) ? [trait] : [],
    ),
  )
  return {
    questions: () => questions,
    declines: () => toldIn(declines),
    claims: () => toldIn(said('claim')),
    tells: () => toldIn(said('topic')),
    promises: () => has('promise'),
    closes: () => has('dismissal'),
    mentions: () => namedIn(message, lexicon),
    shows: (trait) => shown.has(trait),
    holds: (literal) => holdsIn(text, literal),
    unlike: (literal) => unlikeIn(text, literal),
  }
}

function toldIn(all: readonly ToldAct[]): Told {
  const namesOf = (list: readonly ToldAct[]): readonly string[] => [
    ...new Set(list.flatMap(({ name }) => name ?? [])),
  ]
  const sure = all.filter((one) => one.sure)
  return {
    is: sure.length > 0 ? 'yes' : all.length > 0 ? 'maybe' : 'no',
    names: namesOf(all),
    sure: namesOf(sure),
  }
}

/**
 * What is told for certain as so was not refused in the same breath: "I won't have you wait, it is entered", "can't argue
 * with cheaper, it is cancelled".
 */
function isNo(
  { sure, name, text }: ToldAct,
  { has, topics }: { has: (is: Piece['is']) => boolean; topics: readonly ToldAct[] },
): boolean {
  if (sure) return true
  if (isOnlyUndone(text) || !refuses(fold(text))) return false
  const told = topics.filter((topic) => topic.sure)
  return name === null
    ? OURS.test(text) || (told.length === 0 && !has('claim'))
    : !told.some((topic) => topic.name === name)
}

/** "I can't refund it as things stand": somebody refuses. */
const OURS = /\b(?:I|we|We)\b/

/** "I haven't changed anything, as you only asked": so far nothing was done, and nobody refuses. */
const isOnlyUndone = (text: string): boolean =>
  /\b(?:haven't|have not|hasn't|has not|didn't|did not)\b/i.test(text) &&
  !/\b(?:can't|cannot|can not|unable|won't|will not|not possible)\b/i.test(text)

type ShownBy = {
  readonly message: ReadWords
  readonly folded: string
  readonly pieces: readonly Piece[]
  readonly questions: readonly Question[]
}

const MESSAGE_TRAITS: readonly (readonly [MessageTrait, (shown: ShownBy) => boolean])[] = [
  ['seems-to-ask', ({ message }) => asks(withoutWaiting(message))],
  ['asks-plainly', ({ message }) => message.text.includes('?') && asks(message.reading)],
  ['waits', ({ folded }) => asksToWait(folded)],
  ['sends', ({ folded }) => asksForSending(folded)],
  ['sounds-no', ({ folded }) => soundsLikeNo(folded)],
  ['time', ({ folded }) => speaksOfTime(folded)],
  ['costs', ({ folded }) => COSTS.test(folded) && !COSTS_NOTHING.test(folded)],
  ['repair', ({ folded }) => /\b(?:repair\w*|workshop|repara\w*)\b/.test(folded)],
  ['credit', ({ folded }) => /\b(?:credit|vouchers?|vale)\b/.test(folded)],
  ['hands-over', ({ pieces }) => pieces.some(({ is }) => is === 'handover')],
  ['asks-for-more', ({ pieces }) => pieces.some((piece) => piece.is === 'dismissal' && piece.asks)],
  ['tells', ({ pieces }) => pieces.some(({ is }) => TOLD.has(is))],
]

const TOLD: ReadonlySet<Piece['is']> = new Set(['topic', 'words', 'claim', 'decline'])

const COSTS = /\b(?:fees?|charge[ds]?|euros?|pounds?|costs?|tarifa|coste)\b/
/** "Without any charge", "the fee is 0": a price is named, and there is none. */
const COSTS_NOTHING =
  /\b(?:free|gratis|(?:no|without(?: any)?|sin) (?:fees?|charge|cost|coste)|(?:fee|charge)\W+(?:of |is )?(?:0|zero|nothing))\b/

/** What is left of a reading without sentences that only ask for a moment. */
const withoutWaiting = ({ reading, text }: ReadWords): Reading => ({
  ...reading,
  sentences: reading.sentences.filter(({ from, to }) => !onlyAsksToWait(fold(text.slice(from, to)))),
})
