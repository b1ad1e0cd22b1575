import type { Lexicon } from '../../base/values/lexicon.ts'
import { asks, type ReadAct, type Reading } from '../../base/values/reading.ts'
import { fold } from '../../text/fold.ts'
import {
  asksForSending,
  asksInWords,
  asksToWait,
  isKindness,
  onlyAsksToWait,
  refuses,
  saysNo,
  soundsLikeNo,
  speaksOfTime,
} from './asking-words.ts'
import { closesLikely, offersMore } from './closing-question.ts'
import type { HeardMessage } from './customer.ts'
import { type Check, type Outcome, type Piece, piecesOf } from './hear-pieces.ts'
import { type AskedFor, namedIn, type Unplaced } from './hear-questions.ts'
import type { ProposalHeard } from './mind.ts'

/** What the agent's turn comes to, for a customer: the acts of all its messages sorted by what they ask of the customer. */
export type HeardTurn = {
  /** the agent is owed an answer */
  readonly asks: boolean
  /** and not only by its words: a reader sees a question */
  readonly asksPlainly: boolean
  /** a reader sees a question, whether or not its words ask for anything: nobody leaves on it */
  readonly seemsToAsk: boolean
  readonly fields: readonly string[]
  /** the same with the words of the question */
  readonly asked: readonly AskedFor[]
  /** fields among them none of whose own words stands in the question: they may have been misread */
  readonly doubtful: readonly AskedFor[]
  readonly checks: readonly Check[]
  readonly proposals: readonly ProposalHeard[]
  /** all its words, folded */
  readonly words: string
  readonly unplaced: readonly Unplaced[]
  /** fields that words without a sure reading name: "two more things: the surname and the flight number" */
  readonly named: readonly string[]
  readonly declines: readonly Outcome[]
  /** words of somebody who cannot or will not, whatever was read */
  readonly soundsNo: boolean
  /** has a word without which nothing is refused */
  readonly saysNo: boolean
  /** speaks of a day, or of how long something is */
  readonly speaksOfTime: boolean
  readonly claims: readonly Outcome[]
  /** told something that has a place on this desk */
  readonly informed: boolean
  /** told something, whether or not anybody knows what */
  readonly told: boolean
  /** says something that may be the doing, the answer or the no: more than a kindness or a word about waiting */
  readonly mayTell: boolean
  /** says what it is going to do: there is more to come */
  readonly promises: boolean
  /** asks for something to be sent */
  readonly asksForSending: boolean
  /** asks for a moment: there is something to wait for */
  readonly bidsWait: boolean
  /** takes the matter as settled: "anything else?", a goodbye */
  readonly dismisses: boolean
  /** asks which of the ways left after a no is wanted */
  readonly offersWays: boolean
  /** by asking whether that was all */
  readonly closes: boolean
  /** says that a colleague has it or takes over */
  readonly handsOver: boolean
  /** holds words nobody could read for certain */
  readonly unread: boolean
  /** one word for each thing done, to notice a turn that only repeats */
  readonly keys: readonly string[]
}

export function heardTurn(messages: readonly HeardMessage[], lexicon: Lexicon): HeardTurn {
  const pieces = messages.flatMap((message) => piecesOf(message, lexicon))
  const texts = messages.map(({ text }) => fold(text))
  const all = <Is extends Piece['is']>(is: Is): readonly Extract<Piece, { is: Is }>[] =>
    pieces.filter((piece): piece is Extract<Piece, { is: Is }> => piece.is === is)
  const has = (...kinds: readonly Piece['is'][]): boolean => pieces.some(({ is }) => kinds.includes(is))
  const unread = messages.some(({ reading: { sentences } }) =>
    sentences.some((sentence) => sentence.unread || sentence.acts.some(({ sure }) => !sure)),
  )
  // A question has a mark of one, or words of asking that make a piece.
  const asksPlainly = messages.some(({ reading, text }) => asks(reading) && text.includes('?'))
  return {
    asksPlainly,
    seemsToAsk: messages.some((message) => asks(withoutWaiting(message))),
    asks: has('field', 'check', 'proposal', 'unplaced') || (asksPlainly && !has('dismissal')),
    fields: [...new Set(all('field').map(({ field }) => field))],
    asked: all('field'),
    doubtful: all('field').filter(({ isNamed }) => !isNamed),
    checks: all('check'),
    proposals: all('proposal'),
    words: fold(messages.map(({ text }) => text).join(' ')),
    unplaced: all('unplaced'),
    named: [...new Set(messages.flatMap((message) => namedIn(message, lexicon)))],
    // What is told for certain as so was not refused in the same breath: "I won't have you wait, it is entered", "can't argue
    // with cheaper, it is cancelled".
    declines: all('decline').filter(
      ({ sure, about, text }) =>
        sure ||
        (!isOnlyUndone(text) &&
          refuses(fold(text)) &&
          (about === null
            ? OURS.test(text) || !has('topic', 'claim')
            : !all('topic').some(({ topic }) => topic === about))),
    ),
    saysNo: messages.some(({ text }) => saysNo(fold(text))),
    soundsNo: texts.some(soundsLikeNo),
    speaksOfTime: has('decline') && texts.some(speaksOfTime),
    claims: all('claim'),
    informed: has('topic'),
    told: has('topic', 'words', 'claim', 'decline'),
    mayTell: messages.some(mayTell),
    promises: has('promise'),
    asksForSending: texts.some(asksForSending),
    bidsWait: has('promise') && texts.some(asksToWait),
    dismisses: has('dismissal'),
    offersWays: false,
    closes: all('dismissal').some((piece) => piece.asks),
    handsOver: has('handover'),
    unread,
    keys: [
      ...new Set([
        ...pieces.flatMap(keyOf),
        // Words that could not be read are new the first time they are said.
        ...(unread ? messages.map(({ text }) => `said ${text}`) : []),
      ]),
    ],
  }
}

const mayTell = ({ reading, text }: HeardMessage): boolean =>
  reading.sentences.some(({ from, to, form, unread, acts }) => {
    const words = fold(text.slice(from, to))
    if (words.includes('?') || asksInWords(words) || offersMore(words) || closesLikely(words)) return false
    const isBrief = words.trim().split(/\s+/).length <= COURTESY_WORDS_MAX
    if ((form === 'courtesy' && isBrief) || isKindness(words) || asksToWait(words)) return false
    return unread || acts.some(({ kind, sure }) => TELLING.has(kind) || !sure)
  })

const TELLING: ReadonlySet<ReadAct['kind']> = new Set([
  'inform',
  'explain',
  'offer',
  'promise',
  'claim-done',
  'hand-over',
  'decline',
  // "Sorry you went through that, the station manager reads your complaint."
  'comfort',
])
const COURTESY_WORDS_MAX = 9

/** What is left of a reading without sentences that only ask for a moment. */
const withoutWaiting = ({ reading, text }: HeardMessage): Reading => ({
  ...reading,
  sentences: reading.sentences.filter(({ from, to }) => !onlyAsksToWait(fold(text.slice(from, to)))),
})

/** "I can't refund it as things stand": somebody refuses. */
const OURS = /\b(?:I|we|We)\b/

/** "I haven't changed anything, as you only asked": so far nothing was done, and nobody refuses. */
const isOnlyUndone = (text: string): boolean =>
  /\b(?:haven't|have not|hasn't|has not|didn't|did not)\b/i.test(text) &&
  !/\b(?:can't|cannot|can not|unable|won't|will not|not possible)\b/i.test(text)

function keyOf(piece: Piece): readonly string[] {
  switch (piece.is) {
    case 'field':
      return [`ask ${piece.field}`]
    case 'proposal':
      return [`propose ${piece.tool} ${piece.values.join(' ')}`]
    case 'claim':
      return [`claim ${piece.about}`]
    case 'topic':
      return [`tell ${piece.topic}`]
    default:
      return []
  }
}
