import { fold } from '../../text/fold.ts'
import { asksForChoice, asksOnceMore, asksToSay, asksToSend, asksWhetherRight } from './asking-words.ts'
import { changesAnswer, freshIn, hasField, names } from './decide-answers.ts'
import { type Draft, liveIn } from './draft.ts'
import type { HeardTurn } from './hear.ts'
import type { AskedFor } from './hear-questions.ts'
import { isStory } from './shape-asked.ts'

/**
 * What the turn asks of somebody who knows what was said before. In: what was heard. Out: the same without what only looks
 * like a question.
 */
export const takeHeard = (draft: Draft, heard: HeardTurn): HeardTurn =>
  withoutOldQuestion(
    draft,
    withoutWays(
      draft,
      withoutReasons(
        draft,
        withChecks(draft, askedAgain(draft, withoutYes(draft, withoutLateNo(draft, heard)))),
      ),
    ),
  )

/** "We won't charge you anything after that. Anything else?": told after a yes, no refusal of what the yes was for. */
function withoutLateNo({ mind }: Draft, heard: HeardTurn): HeardTurn {
  const isNoNo = heard.declines.every(({ sure, byTopic, about }) => !sure && !byTopic && about !== null)
  return mind.agreed && heard.closes && isNoNo ? { ...heard, declines: [] } : heard
}

/** "Which of the two: the money back, or put right?" wants one of them, and no yes. */
function withoutYes(draft: Draft, heard: HeardTurn): HeardTurn {
  const offersState = heard.checks.some(({ field }) =>
    liveIn(draft).some(({ card }) => field !== null && isStory(card.knows[field])),
  )
  return offersState ? { ...heard, proposals: heard.proposals.filter(({ tool }) => tool !== '') } : heard
}

/** "May I ask once more whether you know the address?", taken for something the card does not have: what was just told. */
function askedAgain(draft: Draft, heard: HeardTurn): HeardTurn {
  const [told, ...others] = draft.mind.lastTold
  if (told === undefined || others.length > 0) return heard
  const isMeant = ({ field, question }: AskedFor): boolean =>
    asksOnceMore(question) && liveIn(draft).every((request) => !hasField(request, field))
  if (!heard.asked.some(isMeant)) return heard
  const asked = heard.asked.map((one) => (isMeant(one) ? { ...one, field: told } : one))
  return {
    ...heard,
    asked,
    doubtful: heard.doubtful.filter((one) => !isMeant(one)),
    fields: [...new Set(asked.map(({ field }) => field))],
  }
}

/** "Is the address right?", taken for a question for what was told: whether what the desk has is right. */
function withChecks(draft: Draft, heard: HeardTurn): HeardTurn {
  const isCheck = ({ field, question }: AskedFor): boolean =>
    asksWhetherRight(question) &&
    !heard.proposals.some(({ tool }) => tool !== '') &&
    liveIn(draft).every(({ said }) => said[field] !== undefined && !names(question, said[field])) &&
    !changesAnswer(draft, field)
  const checks = heard.asked.filter(isCheck)
  if (checks.length === 0) return heard
  const asked = heard.asked.filter((one) => !checks.includes(one))
  return {
    ...heard,
    asked,
    doubtful: heard.doubtful.filter((one) => asked.includes(one)),
    fields: [...new Set(asked.map(({ field }) => field))],
    checks: [...heard.checks, ...checks.map(({ question }) => ({ field: null, text: question }))],
  }
}

/** "We would need a valid one, so I can't refund it": a no that names what was told, and no question for it. */
function withoutReasons(draft: Draft, heard: HeardTurn): HeardTurn {
  const isReason = (field: string): boolean =>
    heard.asked.filter((one) => one.field === field).every(({ question }) => !asksToSay(question)) &&
    liveIn(draft).every(({ said }) => said[field] !== undefined) &&
    !changesAnswer(draft, field)
  if (heard.declines.length === 0 || heard.asksPlainly || !heard.fields.every(isReason)) return heard
  return withoutQuestions({ ...heard, unplaced: [] })
}

/**
 * "It is done. Will you sleep better with that?": told how it went, a customer answers that, and not a question that asks for
 * nothing it could still say.
 */
function withoutOldQuestion(draft: Draft, heard: HeardTurn): HeardTurn {
  const settles = heard.claims.length + heard.declines.length > 0 || heard.informed
  const isRefused = heard.declines.some(({ sure }) => sure)
  const asksForNothing = heard.unplaced.every(
    ({ question, fields, names: named, wantsProof }) =>
      !wantsProof &&
      !named.some((field) => liveIn(draft).some(({ said }) => typeof said[field] === 'object')) &&
      !OPEN_QUESTION.test(question) &&
      !asksToSay(question) &&
      !asksToSend(question) &&
      !(asksOnceMore(question) && (!isRefused || fields.length > 0 || OF_THE_CUSTOMER.test(question))) &&
      freshIn(draft, fields).length === 0,
  )
  const onlyThat = heard.unplaced.length > 0 && heard.proposals.length + heard.checks.length === 0
  return settles && onlyThat && asksForNothing && heard.fields.length === 0
    ? { ...withoutQuestions({ ...heard, unplaced: [] }), dismisses: true }
    : heard
}

/** After a no, "maybe there's another wedding round the corner?" asks for nothing; "could there be another one?" does. */
const OF_THE_CUSTOMER = /\b(?:you|your|one)\b/

/** "I can't move it. You can keep it or cancel it, which would you like?": a no, and the customer answers the no. */
function withoutWays(draft: Draft, heard: HeardTurn): HeardTurn {
  const asksWhich = heard.unplaced.every(
    ({ question, text, fields }) =>
      (asksForChoice(question) || asksForChoice(lastQuestion(text))) && freshIn(draft, fields).length === 0,
  )
  const onlyThat = heard.fields.length + heard.proposals.length + heard.checks.length === 0
  return heard.declines.length > 0 && heard.unplaced.length > 0 && onlyThat && asksWhich
    ? { ...withoutQuestions({ ...heard, unplaced: [] }), offersWays: true }
    : heard
}

const lastQuestion = (text: string): string => fold(text.split(/[.!?]\s+/).at(-1) ?? '')

/** More than a yes or no is wanted. */
const OPEN_QUESTION =
  /\b(?:how|what|why|which|when|where|who|whom|whether|or|como|que|cual|cuando|donde|quien|comment|pourquoi|quel\w*|quand|qui|wie|was|warum|welche\w*|wann|wo|wer)\b/

/** Nothing is to be answered, unless something else is asked. */
const withoutQuestions = (heard: HeardTurn): HeardTurn =>
  heard.proposals.length + heard.checks.length > 0
    ? heard
    : { ...heard, fields: [], asked: [], doubtful: [], named: [], asks: false }
