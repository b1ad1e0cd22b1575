import type { ValueKind } from '../../base/values/heard.ts'
import type { Scalar } from '../../base/values/value.ts'
import { type Draft, liveIn, remember, setRequest } from './draft.ts'
import { levelOf, type RequestMind } from './mind.ts'
import type { Turn } from './turn.ts'

/** What the card lets the customer say of a field, and saying it. Nothing else puts a value into a message. */

type Lacking = { readonly lack: 'refused' | 'unavailable' }

export const hasField = ({ card }: Pick<RequestMind, 'card'>, field: string): boolean =>
  field === 'intent' || field in card.knows || card.cannot.includes(field) || card.refuses.includes(field)

export const isLacking = (said: Scalar | Lacking | undefined): boolean => typeof said === 'object'

/** What the card lets the customer say about a field now. */
function cardValue(draft: Draft, request: RequestMind, field: string): Scalar | Lacking | undefined {
  const said = request.said[field]
  if (said !== undefined) return said
  const { knows, cannot, refuses, corrects, asked_again, intent } = request.card
  if (refuses.includes(field)) return { lack: 'refused' }
  if (cannot.includes(field)) return { lack: 'unavailable' }
  if (field === 'intent') return intent
  if (!levelOf(draft.who).openly) return knows[field]
  return asked_again[field]?.at(-1) ?? corrects.findLast((one) => one.field === field)?.value ?? knows[field]
}

export function giveField(draft: Draft, id: string, field: string): void {
  const request = draft.mind.requests.find((one) => one.id === id)
  if (request === undefined || draft.corrects.includes(field) || isInMessage(draft, id, field)) return
  // Not on the card: a fact the customer does not have. Inventing one would void the trial.
  const value = cardValue(draft, request, field) ?? { lack: 'unavailable' as const }
  if (typeof value === 'object') draft.moves.push({ do: 'lack', request: id, field, lack: value.lack })
  else {
    draft.moves.push({ do: 'tell', request: id, field, value })
    if (request.said[field] === value && (value === true || !isStory(value)))
      draft.repeats = [...draft.repeats, field]
  }
  const answered = { ...request.answered, [field]: (request.answered[field] ?? 0) + 1 }
  setRequest(draft, id, { said: { ...request.said, [field]: value }, answered })
  tellTwins(draft, id, field)
}

const isInMessage = ({ moves }: Draft, id: string, field: string): boolean =>
  moves.some(
    (move) => (move.do === 'tell' || move.do === 'lack') && move.request === id && move.field === field,
  )

/** One sentence serves every live request of which the same is true. */
function tellTwins(draft: Draft, id: string, field: string): void {
  const value = draft.mind.requests.find((one) => one.id === id)?.said[field]
  if (value === undefined || typeof value === 'object') return
  for (const other of liveIn(draft)) {
    if (other.id !== id && other.said[field] === undefined && cardValue(draft, other, field) === value)
      giveField(draft, other.id, field)
  }
}

/** The answer that follows those given, where the card has another one for whoever asks again. */
export const nextAnswer = ({ who }: Draft, { card, answered, said }: RequestMind, field: string) =>
  levelOf(who).openly || said[field] === undefined
    ? undefined
    : card.asked_again[field]?.[(answered[field] ?? 1) - 1]

/** Asked for what it has answered, it says something else and owns up to it or not, as its tactic has words for. */
export function changeAnswer(draft: Draft, request: RequestMind, field: string): boolean {
  const value = nextAnswer(draft, request, field)
  if (value === undefined) return false
  // Asked twice in one message, it has one answer.
  if (isInMessage(draft, request.id, field)) return true
  setRequest(draft, request.id, { said: { ...request.said, [field]: value } })
  giveField(draft, request.id, field)
  draft.corrects = [...draft.corrects, field]
  return true
}

/** The first live request that still owes the field, else the first whose card has it, else the first of all. */
export function requestFor(draft: Draft, field: string): RequestMind | undefined {
  const live = liveIn(draft)
  const has = (request: RequestMind) => hasField(request, field)
  return live.find((one) => has(one) && one.said[field] === undefined) ?? live.find(has) ?? live[0]
}

/** A live request has it, and has not told it, or would say something else now. */
export const isUntold = (draft: Draft, field: string): boolean =>
  liveIn(draft).some(
    (request) =>
      hasField(request, field) &&
      (request.said[field] === undefined || nextAnswer(draft, request, field) !== undefined),
  )

export const freshIn = (draft: Draft, fields: readonly string[]): readonly string[] =>
  fields.filter((field) =>
    liveIn(draft).some((request) => hasField(request, field) && request.said[field] === undefined),
  )

/** What has to be said now of what the card corrects later. */
export const correctionsDue = (draft: Draft) =>
  liveIn(draft).flatMap((request) =>
    request.card.corrects.flatMap(({ field, value, after_turn }) => {
      const said = request.said[field]
      const key = `${request.id}.${field}`
      const isDue =
        said !== undefined &&
        said !== value &&
        after_turn < draft.mind.turn &&
        !draft.mind.corrected.includes(key)
      return isDue ? [{ request, field, value, key }] : []
    }),
  )

export function correctLate(draft: Draft): void {
  for (const { request, field, value, key } of correctionsDue(draft)) {
    draft.moves.push({ do: 'tell', request: request.id, field, value })
    draft.corrects = [...draft.corrects, field]
    setRequest(draft, request.id, { said: { ...request.said, [field]: value } })
    remember(draft, { corrected: [...draft.mind.corrected, key] })
  }
}

/** What the card is willing to give and has not: what is so, then what is not so or will be corrected, then what is lacking. */
export function untoldOf(draft: Draft, { card, said }: RequestMind): readonly string[] {
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

export type FieldOf = { readonly id: string; readonly field: string }

/** Every field that a live request has said something of, and whether that was that it is lacking. */
export const saidIn = (draft: Draft): readonly (FieldOf & { readonly value: Scalar | Lacking })[] =>
  liveIn(draft).flatMap(({ id, said }) =>
    Object.entries(said).map(([field, value]) => ({ id, field, value })),
  )

/** A wrong number or address said back: the field, and what stands there in place of it. */
export function saidBackWrong(
  draft: Draft,
  heard: Pick<Turn, 'holds' | 'unlike'>,
): (FieldOf & { readonly wrong: string }) | undefined {
  const known = new Set(
    draft.mind.requests.flatMap(({ card, said }) =>
      [...Object.values(card.knows), ...Object.values(said)].map((value) => String(value).toLowerCase()),
    ),
  )
  return saidIn(draft).flatMap(({ id, field, value }) => {
    // Two days are written alike and are two days; a number with letters is one thing.
    if (typeof value !== 'string' || !isNumber(value) || heard.holds(value)) return []
    const wrong = heard.unlike(value).find((other) => !known.has(other.toLowerCase()))
    return wrong === undefined || draft.mind.corrected.includes(wrong) ? [] : [{ id, field, wrong }]
  })[0]
}

/** An order number, a parcel number: letters and digits, and no day. */
export const isNumber = (value: string): boolean => kindOf(value) === 'code' && /[a-z]/i.test(value)

/** What kind of thing a value of the card is. Used only to choose what to say to a question nobody could place. */
export function kindOf(value: Scalar): ValueKind {
  if (typeof value === 'boolean') return 'choice'
  if (typeof value === 'number') return 'amount'
  if (value.includes('@')) return 'mail'
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'day'
  if (/^[a-z]+(?:_[a-z]+)*$/.test(value)) return 'choice'
  return /\d/.test(value) && !value.includes(',') ? 'code' : 'words'
}

/** Not a number, a name or an address: something one can be asked about twice. */
export const isStory = (value: Scalar | undefined): boolean =>
  value !== undefined && (kindOf(value) === 'choice' || isLongText(String(value)))

const STORY_WORDS_MIN = 3
const isLongText = (text: string): boolean => !/\d/.test(text) && text.split(' ').length >= STORY_WORDS_MIN
