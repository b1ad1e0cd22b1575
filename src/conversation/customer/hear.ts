import type { Lexicon } from '../../base/values/lexicon.ts'
import { type ReadAct, type ReadSentence, asks as readingAsks } from '../../base/values/reading.ts'
import { fold } from '../../text/fold.ts'
import type { HeardMessage } from './customer.ts'
import { likelyFields } from './likely-fields.ts'
import type { ProposalHeard } from './mind.ts'

/** What the agent's turn comes to, for a customer: the acts of all its messages sorted by what they ask of the customer. */
export type HeardTurn = {
  /** the agent is owed an answer */
  readonly asks: boolean
  readonly fields: readonly string[]
  readonly checks: readonly Check[]
  readonly proposals: readonly ProposalHeard[]
  readonly unplaced: readonly Unplaced[]
  /** fields that words without a sure reading name: "two more things: the surname and the flight number" */
  readonly named: readonly string[]
  readonly declines: readonly Outcome[]
  readonly claims: readonly Outcome[]
  /** told something that has a place on this desk */
  readonly informed: boolean
  /** told something, whether or not anybody knows what */
  readonly told: boolean
  /** says what it is going to do: there is more to come */
  readonly promises: boolean
  /** takes the matter as settled: "anything else?", a goodbye */
  readonly dismisses: boolean
  /** says that a colleague has it or takes over */
  readonly handsOver: boolean
  readonly language: string | undefined
  /** holds words nobody could read for certain */
  readonly unread: boolean
  /** one word for each thing done, to notice a turn that only repeats */
  readonly keys: readonly string[]
}

/** "Is that address right?" `text`: the message it stands in, which may name the value. */
export type Check = { readonly field: string | null; readonly text: string }
/** A question without a place. `fields`: what it could mean, the likeliest first; `text`: the message it stands in. */
export type Unplaced = {
  readonly fields: readonly string[]
  readonly text: string
  readonly wantsProof: boolean
}
/** A deed told as done, or a no. `text`: the words it was told in. */
export type Outcome = { readonly about: string | null; readonly sure: boolean; readonly text: string }

/** One thing an agent's words do to a customer. */
type Piece =
  | { readonly is: 'field'; readonly field: string }
  | ({ readonly is: 'check' } & Check)
  | ({ readonly is: 'proposal' } & ProposalHeard)
  | ({ readonly is: 'unplaced' } & Unplaced)
  | ({ readonly is: 'decline' } & Outcome)
  | ({ readonly is: 'claim' } & Outcome)
  | { readonly is: 'topic'; readonly topic: string }
  | { readonly is: 'words' }
  | { readonly is: 'promise' }
  | { readonly is: 'dismissal' }
  | { readonly is: 'handover' }

export function heardTurn(messages: readonly HeardMessage[], lexicon: Lexicon): HeardTurn {
  const pieces = messages.flatMap((message) => piecesOf(message, lexicon))
  const all = <Is extends Piece['is']>(is: Is): readonly Extract<Piece, { is: Is }>[] =>
    pieces.filter((piece): piece is Extract<Piece, { is: Is }> => piece.is === is)
  const has = (...kinds: readonly Piece['is'][]): boolean => pieces.some(({ is }) => kinds.includes(is))
  const unread = messages.some(({ reading: { sentences } }) =>
    sentences.some((sentence) => sentence.unread || sentence.acts.some(({ sure }) => !sure)),
  )
  return {
    asks:
      has('field', 'check', 'proposal', 'unplaced') || messages.some(({ reading }) => readingAsks(reading)),
    fields: [...new Set(all('field').map(({ field }) => field))],
    checks: all('check'),
    proposals: all('proposal'),
    unplaced: all('unplaced'),
    named: [...new Set(messages.flatMap((message) => namedIn(message, lexicon)))],
    declines: all('decline'),
    claims: all('claim'),
    informed: has('topic'),
    told: has('topic', 'words', 'claim', 'decline'),
    promises: has('promise'),
    dismisses: has('dismissal'),
    handsOver: has('handover'),
    language: messages.at(-1)?.reading.language,
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

function piecesOf(message: HeardMessage, lexicon: Lexicon): readonly Piece[] {
  const { sentences } = message.reading
  return sentences.flatMap((sentence, at): readonly Piece[] => [
    ...sentence.acts.flatMap((act) =>
      pieceOf(act, { message, sentence, before: sentences[at - 1], lexicon }),
    ),
    ...(sentence.form === 'plan' ? [{ is: 'promise' } as const] : []),
    // A question in form to which no act was given.
    ...(sentence.form === 'question' && sentence.acts.length === 0
      ? [unplaced(sentence, { message, sentence, before: sentences[at - 1], lexicon })]
      : []),
  ])
}

type Where = {
  readonly message: HeardMessage
  readonly sentence: ReadSentence
  readonly before: ReadSentence | undefined
  readonly lexicon: Lexicon
}

function pieceOf(act: ReadAct, where: Where): readonly Piece[] {
  const { kind, polarity, sure, place } = act
  const { message, before } = where
  const name = place?.name ?? null
  switch (kind) {
    case 'request':
    case 'request-proof':
      if (sure && place?.in === 'field') return [{ is: 'field', field: place.name }]
      return asksForYes(act, where) ? [proposal({ ...act, place: null }, where)] : [unplaced(act, where)]
    case 'check-fact':
      // "I would send it to Mill Lane. Is that right?" asks for a yes to the sending.
      if (name === null && before !== undefined && announcesDeed(before)) return [proposal(act, where)]
      return [{ is: 'check', field: sure ? name : null, text: message.text }]
    case 'propose':
      return polarity === 'negative' ? [] : [proposal(act, where)]
    case 'claim-done':
      return polarity === 'positive' ? [{ is: 'claim', ...outcome(act, message) }] : []
    case 'hand-over':
      return polarity === 'positive' ? [{ is: 'handover' }, { is: 'claim', ...outcome(act, message) }] : []
    case 'decline':
      return [{ is: 'decline', ...outcome(act, message) }]
    case 'promise':
      // "It will be with you on Friday" tells; "I will look that up" is a plan.
      return place?.in === 'topic' ? told(act, where) : [{ is: 'promise' }, { is: 'words' }]
    case 'inform':
    case 'explain':
    case 'offer':
      return told(act, where)
    case 'anything-else':
    case 'sign-off':
      return [{ is: 'dismissal' }]
    case 'comfort':
    case 'greet':
    case 'courtesy':
      return []
  }
}

const outcome = ({ place, sure, from, to }: ReadAct, { text }: HeardMessage): Outcome => ({
  about: place?.name ?? null,
  sure,
  text: text.slice(from, to),
})

/** What telling a topic does is said by the desk's own words: a reason to say no is a no. */
function told(act: ReadAct, where: Where): readonly Piece[] {
  const { message, lexicon } = where
  const { place, polarity, sure } = act
  if (place?.in !== 'topic' || polarity === 'negative') return [{ is: 'words' }]
  const does = lexicon.topics[place.name]?.act
  if (does === 'decline' && polarity === 'positive') return [{ is: 'decline', ...outcome(act, message) }]
  if (does === 'request-proof' && sure) return [unplaced({ ...act, kind: 'request-proof' }, where)]
  return does !== 'comfort' && sure && polarity === 'positive'
    ? [{ is: 'topic', topic: place.name }]
    : [{ is: 'words' }]
}

function unplaced(
  { from, to, kind, place }: Pick<ReadAct, 'from' | 'to'> & Partial<Pick<ReadAct, 'kind' | 'place'>>,
  { message: { text }, lexicon }: Where,
): Piece {
  const guess = place?.in === 'field' ? [place.name] : []
  const fields = [...guess, ...likelyFields(text.slice(from, to), lexicon)]
  return { is: 'unplaced', fields, text, wantsProof: kind === 'request-proof' }
}

function proposal(act: ReadAct, { message, before, lexicon }: Where): Piece {
  const tool = act.place?.name ?? deedIn(before)
  const question = fold(message.text.slice(act.from, act.to))
  const offersChoice = EITHER_OR.test(question)
  const fields = tool === '' || offersChoice ? likelyFields(question, lexicon) : []
  const mentions = mentionedTools(message.text, tool, lexicon)
  return { is: 'proposal', of: message.n, tool, values: act.values, fields, offersChoice, mentions }
}

const EITHER_OR = /\bor (?!not\b)|\bo (?=bien|prefiere)|\bou (?=bien|preferez)|\boder\b/

/** Deeds that the message names while it does not name the one it was read as: "Do you accept the goodwill sum?" */
function mentionedTools(text: string, tool: string, lexicon: Lexicon): readonly string[] {
  const words = fold(text)
  const isNamed = (name: string): boolean =>
    Object.values(lexicon.tools[name]?.cues ?? {})
      .flat()
      .some((cue) => words.includes(fold(cue)))
  return isNamed(tool) ? [] : Object.keys(lexicon.tools).filter(isNamed)
}

const YES_QUESTION_WORDS_MAX = 6
const ASKS_WHETHER =
  /^(?:and |but |so )?(?:is|are|do|does|shall|should|may|can|could|would|will|ok|okay|all right|alright|agreed|deal|le parece|de acuerdo|quiere|cela vous|voulez|est-ce|d'accord|ist|sind|soll|mochten|passt|einverstanden)\b/

/** "I can return the last fee. Would you like that?": few words that ask whether, and none of a field. */
function asksForYes({ kind }: ReadAct, { message, sentence, lexicon }: Where): boolean {
  if (kind !== 'request' || sentence.acts.length > 1) return false
  const text = message.text.slice(sentence.from, sentence.to)
  const question = text.split(/[.!:;,\n]\s*/).findLast((part) => /[a-z]/i.test(part)) ?? ''
  const words = question.trim().split(/\s+/)
  return (
    words.length <= YES_QUESTION_WORDS_MAX &&
    ASKS_WHETHER.test(fold(question.trim())) &&
    likelyFields(question, lexicon).length === 0
  )
}

/** Fields called by their name in questions, and in words that nobody could read for certain. */
function namedIn({ text, reading }: HeardMessage, lexicon: Lexicon): readonly string[] {
  const open = reading.sentences.filter(
    ({ form, acts }) => form === 'question' || acts.every(({ sure, place }) => !sure && place === null),
  )
  const words = fold(open.map(({ from, to }) => text.slice(from, to)).join(' '))
  return Object.entries(lexicon.fields).flatMap(([field, { name, cues }]) =>
    [name, ...Object.values(cues).flat()].some(
      (cue) => cue.length >= NAME_CHARACTERS_MIN && words.includes(fold(cue)),
    )
      ? [field]
      : [],
  )
}

const NAME_CHARACTERS_MIN = 5

const announcesDeed = ({ form, acts }: ReadSentence): boolean =>
  form === 'plan' || acts.some(({ kind }) => kind === 'offer' || kind === 'promise' || kind === 'propose')

/** The deed that the sentence before a bare question names. */
const deedIn = (sentence: ReadSentence | undefined): string =>
  sentence?.acts.find(({ place }) => place?.in === 'tool')?.place?.name ?? ''
