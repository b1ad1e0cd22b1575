import type { Question } from '../../base/values/heard.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import type { ReadAct, ReadSentence } from '../../base/values/reading.ts'
import { fold } from '../../text/fold.ts'
import { asksInWords, onlyAsksToWait, saysNo } from './asking-words.ts'
import { closesLikely, closesOutright, offersHelp, offersMore } from './closing-question.ts'
import {
  asksAnything,
  proposalIn,
  question,
  questionIn,
  type ReadWords,
  unplacedIn,
  type Where,
} from './questions.ts'

/** A deed told as done, a no, or something told of the desk's topics. `text`: the words it was told in. */
export type ToldAct = {
  readonly name: string | null
  readonly sure: boolean
  readonly text: string
}

/** One thing an agent's words do to a customer. */
export type Piece =
  | { readonly is: 'question'; readonly question: Question }
  | ({ readonly is: 'decline' | 'claim' | 'topic' } & ToldAct)
  | { readonly is: 'words' | 'promise' | 'handover' }
  /** `asks`: whether that was all */
  | { readonly is: 'dismissal'; readonly asks: boolean }

export function piecesOf(message: ReadWords, lexicon: Lexicon): readonly Piece[] {
  const { sentences } = message.reading
  return sentences.flatMap((sentence, at): readonly Piece[] => {
    const where: Where = {
      message,
      sentence,
      before: sentences.slice(0, at),
      after: sentences.slice(at + 1),
      lexicon,
    }
    const words = fold(sentenceText(where))
    if (onlyAsksToWait(words)) return [{ is: 'promise' }]
    if (wrapsUp(where, words)) return [{ is: 'dismissal', asks: true }]
    return oneUnplaced([
      ...inOrder(sentence.acts).flatMap((act) => pieceOf(act, where)),
      ...(plansMore(where) ? [{ is: 'promise' } as const] : []),
      ...(sentence.form === 'question' && sentence.acts.length === 0
        ? asked(unplacedIn(sentence, where, null))
        : []),
      // "I need to know one thing. Where was it?" asks once.
      ...(asksUnread(sentence, message) && !goesOnAsking(sentence, sentences[at + 1], message)
        ? asked(unplacedIn(sentence, where, null))
        : []),
    ])
  })
}

const asked = (questions: readonly Question[]): readonly Piece[] =>
  questions.map((each) => ({ is: 'question', question: each }))

/** Nothing of the case is asked: the agent wants to know whether it may close. */
function wrapsUp(where: Where, words: string): boolean {
  const { acts } = where.sentence
  if (offersMore(words)) return true
  if (offersHelp(words)) return true
  if (acts.some(({ kind, sure }) => kind === 'propose' && sure)) return false
  if (closesOutright(words)) return true
  const asksForMore = acts.some(
    ({ kind, sure, place }) => kind === 'request' && sure && place?.in === 'field',
  )
  return !asksForMore && asksAnything(where, words) && closesLikely(words)
}

/** Asked in a list, things are answered in the order of the list. */
const inOrder = (acts: readonly ReadAct[]): readonly ReadAct[] => [...acts].sort((a, b) => a.from - b.from)

/**
 * The agent is going to do something yet. "The money will be with you in 5 days" tells how it goes on without it, and
 * "I hope you'll have a quiet night" is a wish.
 */
const plansMore = (where: Where): boolean =>
  where.sentence.form === 'plan' &&
  !isWish(where) &&
  !where.sentence.acts.some(
    ({ kind, place, sure }) => (kind === 'promise' || kind === 'offer') && place?.in === 'topic' && sure,
  )

const isWish = (where: Where): boolean => /\b(?:hope|wish)\b/.test(fold(sentenceText(where)))

const goesOnAsking = ({ to }: ReadSentence, next: ReadSentence | undefined, { text }: ReadWords): boolean =>
  next?.form === 'question' && !text.slice(to, next.from).includes('\n')

/** Two halves of a sentence nobody could place are one question. */
const oneUnplaced = (pieces: readonly Piece[]): readonly Piece[] => {
  const open = pieces.filter(isOpen)
  const best = open.find((piece) => piece.question.fields.length > 0) ?? open[0]
  return pieces.filter((piece) => !isOpen(piece) || piece === best || piece.question.traits.has('guessed'))
}

const isOpen = (piece: Piece): piece is Extract<Piece, { is: 'question' }> =>
  piece.is === 'question' && piece.question.wants === 'anything'

/** Words of asking of which nothing was read for certain. */
function asksUnread({ acts, from, to }: ReadSentence, { text }: ReadWords): boolean {
  const words = fold(text.slice(from, to))
  const isOpen = acts.every(({ kind, sure }) => OPEN_KINDS.has(kind) && (!sure || kind === 'courtesy'))
  return acts.length > 0 && isOpen && asksInWords(words)
}

/** What a sentence that asks may have been taken for. */
const OPEN_KINDS: ReadonlySet<ReadAct['kind']> = new Set([
  'inform',
  'explain',
  'offer',
  'promise',
  'claim-done',
  'courtesy',
])

function pieceOf(act: ReadAct, where: Where): readonly Piece[] {
  const { kind, polarity, sure, place } = act
  const { message, before } = where
  const name = place?.name ?? null
  switch (kind) {
    case 'request':
    case 'request-proof':
      return asked(questionIn(act, where))
    case 'check-fact':
      // "I would send it to Mill Lane. Is that right?" asks for a yes to the sending.
      if (name === null && announcesDeed(before.at(-1)))
        return asked(
          proposalIn({ ...act, from: where.sentence.from, to: where.sentence.to }, where).map((each) =>
            each.wants === 'consent'
              ? { ...each, traits: new Set([...each.traits, 'accept' as const]) }
              : each,
          ),
        )
      return asked([
        question('check', where.sentence, where, { fields: sure && name !== null ? [name] : [] }),
      ])
    case 'propose':
      return polarity === 'negative' ? [] : asked(proposalIn(act, where))
    case 'claim-done':
      return polarity === 'positive' ? [{ is: 'claim', ...saidOf(act, message) }] : []
    case 'hand-over':
      return polarity === 'positive' ? [{ is: 'handover' }, { is: 'claim', ...saidOf(act, message) }] : []
    case 'decline':
      return [{ is: 'decline', ...saidOf(act, message) }]
    case 'promise':
      // "It will be with you on Friday" tells; "I will look that up" is a plan.
      if (place?.in === 'topic') return told(act, where)
      return isWish(where) ? [{ is: 'words' }] : [{ is: 'promise' }, { is: 'words' }]
    case 'inform':
    case 'explain':
    case 'offer':
      return told(act, where)
    case 'anything-else':
    case 'sign-off':
      return [{ is: 'dismissal', asks: kind === 'anything-else' }]
    case 'comfort':
    case 'greet':
    case 'courtesy':
      return []
  }
}

const saidOf = ({ place, sure, from, to }: ReadAct, { text }: ReadWords): ToldAct => ({
  name: place?.name ?? null,
  sure,
  text: text.slice(from, to),
})

/** What telling a topic does is said by the desk's own words: a reason to say no is a no. */
function told(act: ReadAct, where: Where): readonly Piece[] {
  const { message, lexicon } = where
  const { place, polarity, sure } = act
  if (place?.in !== 'topic' || polarity === 'negative') return [{ is: 'words' }]
  const does = lexicon.topics[place.name]?.act
  const said = saidOf(act, message)
  if (does === 'decline' && polarity === 'positive')
    return sure || saysNo(fold(sentenceText(where))) ? [{ is: 'decline', ...said }] : [{ is: 'words' }]
  if (does === 'request-proof' && sure)
    return asked(unplacedIn({ ...act, kind: 'request-proof' }, where, place))
  return does !== 'comfort' && polarity === 'positive' ? [{ is: 'topic', ...said }] : [{ is: 'words' }]
}

const sentenceText = ({ message: { text }, sentence: { from, to } }: Where): string => text.slice(from, to)

const announcesDeed = (sentence: ReadSentence | undefined): boolean =>
  sentence !== undefined &&
  (sentence.form === 'plan' ||
    sentence.acts.some(({ kind }) => kind === 'offer' || kind === 'promise' || kind === 'propose'))
