import { fold } from '../../text/fold.ts'
import {
  asksForChoice,
  asksForConsent,
  asksOnceMore,
  asksToSay,
  asksToSend,
  asksToSendIt,
  asksWhat,
  asksWhetherRight,
} from './asking-words.ts'
import {
  answerChecks,
  answerProposals,
  changeAnswer,
  freshIn,
  giveField,
  hasField,
  names,
  tellTwins,
} from './decide-answers.ts'
import { type Draft, liveIn } from './draft.ts'
import type { HeardTurn } from './hear.ts'
import type { Unplaced } from './hear-questions.ts'
import { IN_PERSON } from './likely-fields.ts'
import type { ProposalHeard, RequestMind } from './mind.ts'
import { hasBeenDeclined } from './mood.ts'
import { isStory, shapeAsked, shapeOf } from './shape-asked.ts'

/**
 * Questions nobody could place (E8). Each gets one thing the customer is willing to say, the likeliest first, and a question
 * back. So an agent that asks in whatever words is told, one by one, all the card would tell.
 */
export function answerUnplaced(draft: Draft, unplaced: readonly Unplaced[]): void {
  const [first] = unplaced
  // Whoever evades a question volunteers nothing beside it.
  if (first === undefined || draft.filler !== null || draft.moves.some(({ do: does }) => does === 'dodge'))
    return
  const answers = draft.moves.length > 0
  // "Would it still go to Mill Lane?": whether it is right, and nothing the customer has not told.
  if (!answers && asksWhetherRight(first.question) && freshIn(draft, first.fields).length === 0) {
    answerChecks(draft, [{ field: null, text: first.text }])
    return
  }
  for (const question of unplaced) {
    if (isAnswered(draft, question) || (answers && isScrap(question))) continue
    const meant =
      lackedAgain(draft, question) ??
      (answers || asksForOther(draft, unplaced) ? undefined : askedOnceMore(draft, question)) ??
      meantBy(draft, question, answers) ??
      (answers ? undefined : toldAndNamed(draft, question))
    const guess = meant === undefined ? nextUntold(draft, question, answers) : undefined
    if (meant !== undefined) give(draft, meant, false)
    // Only who cannot tell what was meant asks whether that was it.
    else if (guess !== undefined) give(draft, guess, !answers)
  }
  if (draft.moves.length > 0) return
  const again = saidBefore(draft, unplaced) ?? lackedBefore(draft)
  const story = hasBeenDeclined(draft.mind) ? undefined : storyAgain(draft, first)
  if (again !== undefined) give(draft, again, false)
  else if (story !== undefined) give(draft, story, false)
  // "You can keep it or cancel it. What would you rather do?"
  else if (asksForChoice(first.question)) answerProposals(draft, [{ ...asOffer(first), offersChoice: true }])
  // After a no, whatever is asked is what becomes of it.
  else if (hasBeenDeclined(draft.mind) && !first.wantsProof) draft.filler = 'leave-it'
  // A question it could twice make nothing of is taken for an offer: yes, if that is what it came for.
  else if (!draft.mind.refused && draft.mind.puzzled > 0 && !first.wantsProof && !asksWhat(first.question))
    answerProposals(draft, [asOffer(first)])
  else draft.filler = draft.mind.refused ? 'stays-no' : first.wantsProof ? 'which-proof' : 'puzzled'
}

/** A part of a question whose meaning was guessed, and that is told; or what it is about was just said to be lacking. */
const isAnswered = (draft: Draft, { fields, guessed, names: named }: Unplaced): boolean =>
  draft.moves.some((move) => move.do === 'lack' && named.includes(move.field)) ||
  (guessed &&
    fields.length === 1 &&
    draft.moves.length > 0 &&
    fields.every((field) => draft.mind.requests.some(({ said }) => said[field] !== undefined)))

/** "Do you have another flight in mind? Please send me its number": something is asked for that is still untold. */
const asksForOther = (draft: Draft, unplaced: readonly Unplaced[]): boolean =>
  unplaced.length > 1 && unplaced.some(({ fields }) => freshIn(draft, fields.slice(0, 1)).length > 0)

/** "Still there, Emil?" beside a question that was answered. */
const isScrap = ({ question }: Unplaced): boolean =>
  !IN_PERSON.test(question) && question.trim().split(/\s+/).length <= SCRAP_WORDS_MAX
const SCRAP_WORDS_MAX = 4

const asOffer = ({ of }: { readonly of: number }): ProposalHeard => ({
  of,
  tool: '',
  values: [],
  fields: [],
  offersChoice: false,
  mentions: [],
  accepts: false,
  guessed: false,
})

type FieldOf = { readonly id: string; readonly field: string }

function give(draft: Draft, { id, field }: FieldOf, asksBack: boolean): void {
  const request = liveIn(draft).find((one) => one.id === id)
  if (request !== undefined && changeAnswer(draft, request, field)) return
  const isNew = request?.said[field] === undefined
  giveField(draft, id, field)
  tellTwins(draft, id, field)
  const lacks = draft.moves.some((move) => move.do === 'lack')
  // Who has nothing to give does not ask whether that was it.
  draft.asksBack = asksBack && isNew && !lacks
}

/**
 * Fields that were asked for by a reading its words do not bear out, and that the card does not have or that were told
 * before: something else was meant. A question that names what was told asks for something to be done with it.
 */
export function misreadIn(
  draft: Draft,
  { doubtful, asked: readAs, unplaced }: HeardTurn,
  asked: readonly string[],
): {
  readonly fields: readonly string[]
  readonly misread: readonly Unplaced[]
  readonly offers: readonly ProposalHeard[]
} {
  const live = liveIn(draft)
  // What it could not give is what keeps being asked for: "Could you take one or two and send them?"
  const isElsewhere = (field: string): boolean =>
    live.every(({ said, card }) => said[field] !== undefined || !hasField({ card }, field)) &&
    !live.some(({ said }) => typeof said[field] === 'object')
  const wrong = doubtful.filter(
    (one) => asked.includes(one.field) && isElsewhere(one.field) && couldMean(draft, one.likely),
  )
  // "Which address is it?": not a matter of this customer, and beside a question that is.
  const isStrange = (field: string): boolean =>
    unplaced.some((one) => one.fields.some((other) => live.some((request) => hasField(request, other)))) &&
    live.every((request) => !hasField(request, field))
  const named = readAs.filter(
    ({ field, question }) =>
      asksForConsent(question) &&
      live.some(({ said }) => !isStoryTold(said[field]) && names(question, said[field])),
  )
  const isTaken = (field: string): boolean =>
    isStrange(field) || [...wrong, ...named].some((one) => one.field === field)
  return {
    fields: asked.filter((field) => !isTaken(field)),
    misread: wrong
      .filter((one) => !named.includes(one))
      .map(({ of, question, likely }) => ({
        of,
        fields: likely,
        question,
        text: question,
        wantsProof: false,
        guessed: false,
        names: [],
      })),
    offers: named.map(asOffer),
  }
}

/** "The fee back, or the quizzes put right?" names a wish that was told, and asks for it. */
const isStoryTold = (said: RequestMind['said'][string] | undefined): boolean =>
  typeof said !== 'object' && isStory(said)

/** Something is left to say, or the words name what was said. */
const couldMean = (draft: Draft, likely: readonly string[]): boolean =>
  liveIn(draft).some(
    (request) => untoldOf(draft, request).length > 0 || likely.some((field) => hasField(request, field)),
  )

/** "Perhaps somebody could lend you a camera?": the message is about what the customer could not or would not give. */
function lackedAgain(draft: Draft, { names: named, question }: Unplaced): FieldOf | undefined {
  const [likeliest, ...others] = named
  // "Would you be willing to name it after all?" points to any of them.
  return [likeliest, ...(asksToSay(question) ? others : [])].flatMap((field) =>
    liveIn(draft).flatMap(({ id, said, card }) =>
      field !== undefined && (typeof said[field] === 'object' || card.refuses.includes(field))
        ? [{ id, field }]
        : [],
    ),
  )[0]
}

/** "Could there be another address you have used?": what was just told is asked for once more. */
function askedOnceMore(draft: Draft, { question, fields, guessed, text }: Unplaced): FieldOf | undefined {
  const [told, ...others] = draft.mind.lastTold
  if (told === undefined || others.length > 0) return undefined
  // "Passwords are easily mixed up, so would you try once more?": a reader saw what it is about.
  const isSeen = guessed && fields[0] === told && asksOnceMore(fold(text))
  const asksAgain = asksOnceMore(question) || asksToSendIt(question)
  if (!isSeen && !(asksAgain && freshIn(draft, fields).length === 0)) return undefined
  return liveIn(draft)
    .filter(({ said }) => said[told] !== undefined)
    .map(({ id }) => ({ id, field: told }))[0]
}

/** "Please attach them here", of the photos spoken of before: what was told is to be sent, and nothing else is asked for. */
function toldAndNamed(draft: Draft, { question, fields, names: named }: Unplaced): FieldOf | undefined {
  if (!asksToSay(question) && !asksToSend(question)) return undefined
  // "In what way would you describe your time here?": how it is, if that is still untold.
  const isUntoldState = liveIn(draft).some((request) =>
    untoldOf(draft, request).some((field) => shapeOf(request.card.knows[field] ?? '') === 'choice'),
  )
  if (isUntoldState && ASKS_HOW.test(question)) return undefined
  return [...fields, ...named].flatMap((field) =>
    liveIn(draft).flatMap(({ id, said }) => (said[field] === undefined ? [] : [{ id, field }])),
  )[0]
}

const ASKS_HOW = /\b(?:how|in what way|describe)\b/

/** What is still untold and what the question names, or could mean by its words. */
function meantBy(
  draft: Draft,
  { fields, names: inMessage, text, guessed }: Unplaced,
  answers: boolean,
): FieldOf | undefined {
  const untold = liveIn(draft).flatMap((request) =>
    untoldOf(draft, request).map((field) => ({ id: request.id, field, value: request.card.knows[field] })),
  )
  const named = untold.find(({ value }) => names(text, value))
  const likely = [...fields, ...(answers ? [] : inMessage)].flatMap((field) =>
    untold.filter((one) => one.field === field),
  )[0]
  if (named !== undefined || likely !== undefined) return named ?? likely
  // Named by a reader and by the words themselves, it is asked for once more.
  const [guess, ...others] = fields
  return guessed && guess !== undefined && others.includes(guess)
    ? liveIn(draft)
        .filter((request) => hasField(request, guess))
        .map(({ id }) => ({ id, field: guess }))[0]
    : undefined
}

/**
 * Of what is untold, what is of the kind the question wants; beside answers nothing else, and only to a plain question. What
 * is of another kind, a mood for a number, is told only to somebody who has been asked what they mean.
 */
function nextUntold(draft: Draft, { question }: Unplaced, answers: boolean): FieldOf | undefined {
  if (answers && !question.includes('?')) return undefined
  const wanted = shapeAsked(question)
  const untold = liveIn(draft).flatMap((request) =>
    untoldOf(draft, request).map((field) => ({ id: request.id, field, value: request.card.knows[field] })),
  )
  const fits = untold.find(({ value }) => value !== undefined && shapeOf(value) === wanted)
  // Of what is only one of several choices nobody can tell which was meant: a mood, or how it was packed.
  if (answers && wanted === 'choice') return undefined
  const isOther = wanted !== null && draft.mind.puzzled === 0
  return fits ?? (answers || isOther ? undefined : untold[0])
}

const saidBefore = (draft: Draft, unplaced: readonly Unplaced[]): FieldOf | undefined =>
  liveIn(draft).flatMap(({ id, said }) =>
    unplaced
      .flatMap(({ fields, guessed, question }) =>
        guessed && THIS_OR_THAT.test(question) ? fields.filter((field) => isStoryTold(said[field])) : fields,
      )
      .filter((field) => said[field] !== undefined)
      .map((field) => ({ id, field })),
  )[0]

/** "Keep tomorrow at 15:00, or cancel?", taken for a question for a day, asks for no day that was told. */
const THIS_OR_THAT = /\bor (?!not?\b)/

/** "Why do you want your money back?": how it is or was has been told, and is told once more. */
const storyAgain = (draft: Draft, { question }: Unplaced): FieldOf | undefined =>
  ASKS_FOR_STORY.test(question)
    ? liveIn(draft).flatMap(({ id, said }) =>
        Object.entries(said).flatMap(([field, value]) =>
          typeof value !== 'object' && field !== 'intent' && isStory(value) ? [{ id, field }] : [],
        ),
      )[0]
    : undefined

const ASKS_FOR_STORY =
  /\b(?:why|reason|what (?:happened|went wrong|is wrong)|por que|que paso|pourquoi|warum|was ist passiert)\b/

/** Asked once more for who knows what: what it could not give is what keeps being asked for. */
const lackedBefore = (draft: Draft): FieldOf | undefined =>
  liveIn(draft).flatMap(({ id, said }) =>
    Object.entries(said).flatMap(([field, value]) => (typeof value === 'object' ? [{ id, field }] : [])),
  )[0]

/** What the card is willing to give and has not: what is so, then what is not so or will be corrected, then what is lacking. */
function untoldOf(draft: Draft, { card, said }: RequestMind): readonly string[] {
  // What was said of one matter is known of the other: an e-mail address is told once.
  const isKnown = (field: string): boolean =>
    card.knows[field] !== undefined &&
    draft.mind.requests.some((other) => other.said[field] === card.knows[field])
  const isOpen = (field: string): boolean =>
    said[field] === undefined && !card.refuses.includes(field) && !isKnown(field)
  const known = Object.keys(card.knows).filter((field) => isOpen(field) && !card.cannot.includes(field))
  const isPlain = (field: string): boolean =>
    !(field in card.truth) && !card.corrects.some((one) => one.field === field)
  return [
    ...known.filter(isPlain),
    ...known.filter((field) => !isPlain(field)),
    ...card.cannot.filter(isOpen),
  ]
}
