import type { CustomerMove } from '../../base/values/acts.ts'
import type {
  CustomerReadAct,
  CustomerReading,
  CustomerReadSentence,
} from '../../base/values/customer-reading.ts'
import type { Plan } from './draft.ts'

/**
 * What a model's wording does beside or against its act, by reading it: a wish, a value, a yes or a goodbye that was not
 * ordered, a condition on a yes. It accepts any words that do the same; it must not be a list of words for each act.
 */
export type Departure =
  | { readonly is: 'another-request' }
  | { readonly is: 'another-value'; readonly field: string }
  | { readonly is: 'another-answer' }
  | { readonly is: 'a-condition' }
  | { readonly is: 'a-goodbye' }
  | { readonly is: 'withdrawn' }

export function departureIn(folded: string, read: CustomerReading, plan: Plan): Departure | null {
  const { moves } = plan.act
  const does = (...kinds: readonly CustomerMove['do'][]): boolean =>
    moves.some((move) => kinds.includes(move.do))
  const acts = read.sentences.flatMap((sentence) => sentence.acts).filter(({ sure }) => sure)
  if (
    !does('open') &&
    plan.next.turn > 1 &&
    (ALSO_WANTS.test(folded) || read.sentences.some((sentence) => opensAnew(folded, sentence)))
  )
    return { is: 'another-request' }
  const strange = acts.find((act) => isStrange(act, plan))
  if (strange !== undefined) return { is: 'another-value', field: strange.field ?? '' }
  if (does('agree') && acts.some(({ kind, field }) => kind === 'refuse' && field === null))
    return { is: 'another-answer' }
  if (does('refuse') && acts.some(({ kind }) => kind === 'agree')) return { is: 'another-answer' }
  if (does('agree') && plan.yes !== 'hedged' && CONDITION.test(folded)) return { is: 'a-condition' }
  if (!does('leave') && acts.some(({ kind }) => kind === 'leave')) return { is: 'a-goodbye' }
  return !does('withdraw') && WITHDRAWS.test(folded) ? { is: 'withdrawn' } : null
}

/** "Yes please, cancel it!" says yes in the words of the wish; "yes, and cancel the other one" wants more. */
function opensAnew(folded: string, { acts, from, to }: CustomerReadSentence): boolean {
  const isRead = acts.some(({ kind, sure }) => kind === 'open' && sure)
  const agrees =
    acts.some(({ kind }) => kind === 'agree') || /^\W*(?:yes|yep|ok|okay|sure)\b/.test(folded.slice(from, to))
  return isRead && !(agrees && !/\b(?:and|also|plus|but)\b/.test(folded.slice(from, to)))
}

/** A value of a field that the act does not tell and that was not said before. */
function isStrange({ kind, field }: CustomerReadAct, { act: { moves }, next }: Plan): boolean {
  if ((kind !== 'tell' && kind !== 'correct') || field === null) return false
  const isTold = moves.some((move) => 'field' in move && move.field === field)
  return !isTold && next.requests.every(({ said }) => said[field] === undefined)
}

const ALSO_WANTS =
  /\bi(?:'d| would)? also (?:like|want|need)\b|\b(?:could|can|would|will) you also\b|\b(?:could|can|would|will) you [^.?!]{3,60}\b(?:as well|too|while you're at it)\b|\bone more thing\b/

const CONDITION =
  /\b(?:only if|but only|as long as|provided(?: that)?|on (?:the )?condition|unless|in (?:return|exchange)|throw in)\b|\b(?:solo si|siempre que|a condition que|nur wenn|sofern)\b/

const WITHDRAWS =
  /\bwithdraw\b|\b(?:forget|drop) (?:it|the (?:whole )?(?:thing|request|matter))\b|\bcancel the (?:whole )?(?:thing|request|matter)\b|\bnever ?mind\b/
