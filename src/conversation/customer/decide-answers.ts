import type { Scalar } from '../../base/values/value.ts'
import { type Draft, type Filler, left, liveIn, setRequest, spend } from './draft.ts'
import type { HeardTurn } from './hear.ts'
import type { Check } from './hear-pieces.ts'
import { levelOf, type ProposalHeard, type RequestMind } from './mind.ts'
import { isStory } from './shape-asked.ts'
import { wantsElsewhere } from './wish.ts'

export function openRequest(draft: Draft, id: string, insteadOf?: string): void {
  const request = draft.mind.requests.find((one) => one.id === id)
  if (request === undefined) return
  const { intent, volunteers } = request.card
  draft.moves.push({
    do: 'open',
    request: id,
    intent,
    ...(insteadOf === undefined ? {} : { instead_of: insteadOf }),
  })
  setRequest(draft, id, { stage: 'open' })
  if (insteadOf !== undefined) setRequest(draft, insteadOf, { stage: 'withdrawn' })
  for (const field of volunteers) giveField(draft, id, field)
}

/** Level 0 of a truth-changing tactic: what it would bring up later is said now, without being asked. */
export function sayOpenly(draft: Draft): void {
  for (const { id, card, stage, said } of draft.mind.requests) {
    if (stage !== 'open') continue
    for (const field of [...card.refuses, ...Object.keys(card.truth)]) {
      if (said[field] === undefined) giveField(draft, id, field)
    }
  }
}

/** A change of mind: from its turn on the customer wants something else in place of what it asked for. */
export function changeRequest(draft: Draft): boolean {
  const current = liveIn(draft)[0]
  if (current === undefined) return false
  const changed = draft.mind.requests.find(
    ({ stage, card: { comes } }) =>
      stage === 'unopened' && typeof comes === 'object' && comes.instead_after_turn < draft.mind.turn,
  )
  if (changed === undefined) return false
  openRequest(draft, changed.id, current.id)
  return true
}

export function correct(draft: Draft): void {
  for (const request of liveIn(draft)) {
    for (const { field, value, after_turn } of request.card.corrects) {
      const key = `${request.id}.${field}`
      const said = request.said[field]
      if (
        said === undefined ||
        said === value ||
        after_turn >= draft.mind.turn ||
        draft.mind.corrected.includes(key)
      )
        continue
      draft.moves.push({ do: 'tell', request: request.id, field, value })
      draft.corrects.push(field)
      setRequest(draft, request.id, { said: { ...request.said, [field]: value } })
      draft.mind = { ...draft.mind, corrected: [...draft.mind.corrected, key] }
    }
  }
}

/** What the card lets the customer say about a field now. */
function cardValue(
  draft: Draft,
  request: RequestMind,
  field: string,
): Scalar | { readonly lack: 'refused' | 'unavailable' } | undefined {
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
  if (request === undefined) return
  // Not on the card: a fact the customer does not have. Inventing one would void the trial.
  const value = cardValue(draft, request, field) ?? { lack: 'unavailable' as const }
  if (typeof value === 'object') draft.moves.push({ do: 'lack', request: id, field, lack: value.lack })
  else {
    draft.moves.push({ do: 'tell', request: id, field, value })
    if (request.said[field] === value && (value === true || !isStory(value))) draft.repeats.push(field)
    if (isWritten(draft, request, field)) draft.asWritten.push(field)
  }
  const answered = { ...request.answered, [field]: (request.answered[field] ?? 0) + 1 }
  setRequest(draft, id, { said: { ...request.said, [field]: value }, answered })
}

/** The answer that follows those given, where the card has another one for whoever asks again. */
const nextAnswer = ({ who }: Draft, { card, answered, said }: RequestMind, field: string) =>
  levelOf(who).openly || said[field] === undefined
    ? undefined
    : card.asked_again[field]?.[(answered[field] ?? 1) - 1]

/** Whoever asks again is told something else. */
export const changesAnswer = (draft: Draft, field: string): boolean =>
  liveIn(draft).some((request) => nextAnswer(draft, request, field) !== undefined)

/** Asked for what it has answered, it says something else and owns up to it or not, as its tactic has words for. */
export function changeAnswer(draft: Draft, request: RequestMind, field: string): boolean {
  const value = nextAnswer(draft, request, field)
  if (value === undefined) return false
  setRequest(draft, request.id, { said: { ...request.said, [field]: value } })
  draft.corrects.push(field)
  giveField(draft, request.id, field)
  return true
}

/** How something is was told by a person in the first message; other words for it might not fit theirs. */
const isWritten = ({ who, mind, corrects }: Draft, { card, said }: RequestMind, field: string): boolean =>
  who.opens !== null &&
  !mind.referred &&
  card.comes === 'at-start' &&
  card.volunteers.includes(field) &&
  typeof card.knows[field] !== 'boolean' &&
  said[field] !== undefined &&
  said[field] === card.knows[field] &&
  !corrects.includes(field) &&
  isStory(card.knows[field])

/** The first live request that still owes the field, else the first whose card has it, else the first of all. */
function requestFor(draft: Draft, field: string): RequestMind | undefined {
  const live = liveIn(draft)
  const has = (request: RequestMind) => hasField(request, field)
  return (
    live.find((request) => has(request) && request.said[field] === undefined) ?? live.find(has) ?? live[0]
  )
}

/** What the agent wants to know. Fields it names in words that nobody could read are asked too, if they are untold. */
export function askedIn(draft: Draft, heard: HeardTurn, fields: readonly string[]): readonly string[] {
  const isUntold = (field: string): boolean =>
    liveIn(draft).some(
      (request) =>
        hasField(request, field) &&
        (request.said[field] === undefined || nextAnswer(draft, request, field) !== undefined),
    )
  const settles = heard.claims.length + heard.declines.length > 0 || heard.informed
  const named = settles && !heard.asks ? [] : heard.named.filter(isUntold)
  const asked = [...new Set([...fields, ...named])]
  const fresh = asked.filter(isUntold)
  // What was said before, or is no matter of this customer, is not said beside something new: it was hardly asked. But how
  // something is, or what was not given, may be asked again in so many words.
  const isAskedAgain = (field: string): boolean =>
    heard.fields.includes(field) &&
    !heard.doubtful.some((one) => one.field === field) &&
    liveIn(draft).some(({ card, said }) => isStory(card.knows[field]) || typeof said[field] === 'object')
  const others = heard.unplaced.flatMap((one) => one.fields.slice(0, one.guessed ? 1 : 0))
  return fresh.length > 0 || heard.proposals.length > 0 || others.some(isUntold)
    ? asked.filter((field) => fresh.includes(field) || isAskedAgain(field))
    : asked
}

/** Of these fields, what a live request has and has not told. */
export const freshIn = (draft: Draft, fields: readonly string[]): readonly string[] =>
  fields.filter((field) =>
    liveIn(draft).some((request) => hasField(request, field) && request.said[field] === undefined),
  )

export const hasField = ({ card }: Pick<RequestMind, 'card'>, field: string): boolean =>
  field === 'intent' || field in card.knows || card.cannot.includes(field) || card.refuses.includes(field)

export function answerFields(draft: Draft, asked: readonly string[]): void {
  const owed: string[] = []
  for (const field of asked) {
    const request = requestFor(draft, field)
    if (request === undefined || draft.corrects.includes(field)) continue
    if (tease(draft, request, field)) {
      owed.push(field)
      continue
    }
    if (changeAnswer(draft, request, field)) continue
    giveField(draft, request.id, field)
    tellTwins(draft, request.id, field)
  }
  draft.mind = { ...draft.mind, owed }
}

/** One sentence serves every live request of which the same is true. */
export function tellTwins(draft: Draft, id: string, field: string): void {
  const value = draft.mind.requests.find((one) => one.id === id)?.said[field]
  if (value === undefined || typeof value === 'object') return
  for (const other of liveIn(draft)) {
    if (other.id !== id && other.said[field] === undefined && cardValue(draft, other, field) === value)
      giveField(draft, other.id, field)
  }
}

/** Dodges a question, once for each field. */
function tease(draft: Draft, request: RequestMind, field: string): boolean {
  if (request.said[field] !== undefined || draft.mind.teased.includes(field) || !left(draft, 'dodges'))
    return false
  draft.moves.push({ do: 'dodge', request: request.id, field })
  spend(draft, 'dodges')
  draft.mind = { ...draft.mind, teased: [...draft.mind.teased, field] }
  return true
}

export function answerProposals(draft: Draft, proposals: readonly ProposalHeard[]): void {
  const request = liveIn(draft)[0]
  draft.mind = { ...draft.mind, owedAnswers: [] }
  if (request === undefined) return
  const answered = new Set<number>()
  for (const { of } of proposals) {
    if (answered.has(of)) continue
    answered.add(of)
    const ofMessage = proposals.filter((one) => one.of === of)
    // Beside a deed that was placed, words that could not be are about the same.
    const placed = ofMessage.filter(({ tool }) => tool !== '')
    const heard = placed.length > 0 ? placed : ofMessage
    const tools = heard.flatMap(({ tool, mentions }) => [tool, ...mentions])
    const owner = ownerOf(liveIn(draft), tools) ?? request
    draft.answeredTools.push(...tools)
    if (tools.some((tool) => owner.card.says_no_to.includes(tool))) {
      draft.moves.push({ do: 'refuse', request: owner.id, proposal: of })
      // A no may be the end of it: unless the agent has something else, the customer does not ask for more.
      setRequest(draft, owner.id, { stage: 'answered' })
      draft.mind = { ...draft.mind, refused: true }
      continue
    }
    const open = heard.flatMap(({ fields }) => fields)
    const choice = heard.flatMap(({ offersChoice, fields }) => (offersChoice ? fields : []))
    // "Could you show us the letters, yes or no?" asks for a fact that is still untold; "this or that?" for a choice.
    const fact =
      open.find((field) => tellable(owner).includes(field)) ??
      choice.find((field) => owner.said[field] !== undefined)
    if (fact !== undefined) {
      giveField(draft, owner.id, fact)
      continue
    }
    const isVague = heard.every(({ tool }) => tool === '')
    // Beside an answer, what nobody could place asks for nothing more, and "this or that?" has been answered.
    const isToldBeside = draft.moves.some((move) => move.do === 'tell' || move.do === 'lack')
    const isGuess = isVague || heard.every(({ guessed }) => guessed)
    if (isToldBeside && (isGuess || heard.some(({ offersChoice }) => offersChoice))) continue
    // Whoever could say no to something answers what nobody can place in the same words as all others, and means no yes.
    const accepts = heard.every((one) => one.accepts)
    // Asked once more, it says yes outright.
    if (isVague && accepts) draft.yes = 'accepting'
    else if (isVague && draft.mind.hedges < HEDGES_MAX) draft.yes = 'hedged'
    if (isVague && owner.card.says_no_to.length > 0) draft.filler = vagueAnswer(draft, accepts)
    // The customer cannot know which of their matters the desk means: a yes is a yes for each that is still open.
    else {
      if (heard.some(({ offersChoice }) => offersChoice)) draft.yes = 'choosing'
      else if (!isVague && accepts) draft.yes = 'accepting'
      for (const { id } of liveIn(draft)) draft.moves.push({ do: 'agree', request: id, proposal: of })
      draft.mind = { ...draft.mind, agreed: true }
    }
  }
}

/** Asked once more for a yes to who knows what, it wants to know what. */
function vagueAnswer({ mind }: Draft, accepts: boolean): Filler {
  if (mind.refused) return 'stays-no'
  if (accepts) return 'accept'
  return mind.hedges < HEDGES_MAX ? 'hedge' : 'puzzled'
}
const HEDGES_MAX = 2

/** A question of fact is answered as one: no consent. */
export function answerChecks(draft: Draft, checks: readonly Check[]): void {
  for (const { field, text } of checks) {
    if (field === null) {
      affirmNamed(draft, text)
      const [request] = liveIn(draft)
      if (draft.moves.length === 0 && request !== undefined) affirmFiled(draft, request)
      continue
    }
    const request = requestFor(draft, field)
    if (request === undefined || draft.corrects.includes(field)) continue
    // Asked for and checked in one breath, it is told once.
    if (draft.moves.some((move) => move.do === 'tell' && move.field === field)) continue
    const value = request.said[field] ?? request.card.knows[field]
    // "Is that address right?" with no e-mail address in sight is about another one.
    if (isMail(value) && !text.includes('@')) {
      affirmFiled(draft, request)
      continue
    }
    // "Your money back, or have it put right?" is answered by the one, not by a yes.
    const isNamed = typeof value !== 'object' && !isStory(value) && names(text, value)
    // "Is that still the right address, and shall I go ahead?": one yes serves both.
    if (!isNamed && draft.moves.some((move) => move.do === 'agree')) continue
    // What the desk has on file and the customer has nothing to say about is right.
    if (!hasField(request, field)) {
      affirmFiled(draft, request)
      continue
    }
    giveField(draft, request.id, field)
    if (isNamed) draft.affirms.push(field)
  }
}

/** What the desk has on file is right, unless the customer wants it done elsewhere and has not said so yet. */
function affirmFiled(draft: Draft, { card }: RequestMind): void {
  draft.filler ??= !draft.mind.refused && wantsElsewhere(card) ? 'not-so' : 'affirm'
}

const isMail = (value: Scalar | object | undefined): boolean =>
  typeof value === 'string' && value.includes('@')

/** "Is that right?" is, where the message holds what the customer has said. */
function affirmNamed(draft: Draft, text: string): void {
  const said = draft.mind.requests.flatMap((request) => Object.values(request.said))
  if (said.some((value) => names(text, value))) draft.filler ??= 'affirm'
}

const NAMED_CHARACTERS_MIN = 3

export const names = (text: string, value: Scalar | { readonly lack: unknown } | undefined): boolean =>
  value !== undefined &&
  typeof value !== 'object' &&
  typeof value !== 'boolean' &&
  String(value).length >= NAMED_CHARACTERS_MIN &&
  comparable(text).includes(comparable(String(value)))

const comparable = (text: string): string => text.toLowerCase().replace(/[^a-z0-9@.]/g, '')

/** What the card has, still untold, and neither refused, nor a lie, nor to be corrected later. */
const tellable = ({ card, said }: RequestMind): readonly string[] =>
  Object.keys(card.knows).filter(
    (field) =>
      said[field] === undefined &&
      !card.refuses.includes(field) &&
      !card.cannot.includes(field) &&
      !(field in card.truth) &&
      !card.corrects.some((one) => one.field === field),
  )

/** Of several live requests, the one whose card says no to the proposed tool. */
const ownerOf = (live: readonly RequestMind[], tools: readonly string[]): RequestMind | undefined =>
  live.find(({ card }) => tools.some((tool) => card.says_no_to.includes(tool)))

/** Says nothing at all to a question, once for each field. */
export function keepSilent(
  draft: Draft,
  asked: readonly string[],
  proposals: readonly ProposalHeard[],
): boolean {
  const field = asked.find((one) => !draft.mind.teased.includes(one))
  if (field === undefined || !left(draft, 'silences')) return false
  const request = requestFor(draft, field)
  if (request === undefined || request.said[field] !== undefined) return false
  draft.moves.push({ do: 'silence' })
  spend(draft, 'silences')
  draft.mind = {
    ...draft.mind,
    teased: [...draft.mind.teased, ...asked],
    owed: asked,
    owedAnswers: proposals,
  }
  return true
}

/** Whoever answers late has to look first, once: what was asked is answered the next time. */
export function answerLater(
  draft: Draft,
  asked: readonly string[],
  proposals: readonly ProposalHeard[],
): boolean {
  const { who, mind } = draft
  const isUntold = (field: string): boolean => requestFor(draft, field)?.said[field] === undefined
  if (!who.card.manner.includes('late') || mind.waited || !asked.some(isUntold)) return false
  draft.filler = 'later'
  draft.mind = { ...mind, waited: true, owed: asked, owedAnswers: proposals }
  return true
}
