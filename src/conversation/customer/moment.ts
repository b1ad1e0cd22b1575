import { type Draft, does, liveIn } from './draft.ts'
import {
  type FieldOf,
  freshIn,
  hasField,
  isLacking,
  isNumber,
  isStory,
  kindOf,
  nextAnswer,
  saidIn,
  untoldOf,
} from './facts-told.ts'
import { hasBeenDeclined, levelOf, type RequestMind } from './mind.ts'
import type { HeardItem, Turn } from './turn.ts'

/** What a row of the table looks at: the message in the making, what was heard, and the question or request in hand. */
export type Moment = {
  readonly draft: Draft
  readonly turn: Turn
  /** questions of the turn, those still owed an answer where it asks nothing, and fields it only names */
  readonly items: readonly HeardItem[]
  /** of the items something can be told that was not told before, as things stood when the turn began */
  readonly asksAnew: boolean
  /** fields it has dodged or left open in its last message */
  readonly owed: readonly string[]
  readonly item: HeardItem | null
  readonly request: RequestMind | null
  /** the turn is owed an answer; known once its questions are through */
  readonly asks: boolean
}

export const fieldOf = ({ item }: Moment): string => item?.fields[0] ?? ''

export const shows = (
  { item }: Moment,
  ...traits: readonly Parameters<HeardItem['traits']['has']>[0][]
): boolean => traits.some((trait) => item?.traits.has(trait) === true)

export const onlyOpen = ({ items }: Moment): boolean => items.every(({ wants }) => wants === 'anything')

/** Something is told that can be reacted to. */
export const brings = ({ turn }: Moment): boolean =>
  turn.claims.is !== 'no' ||
  turn.declines.is !== 'no' ||
  turn.tells.is === 'yes' ||
  (turn.confirmed?.length ?? 0) > 0

/** "Could there be another address you have used?": the one field of the last message is asked for once more. */
export function askedOnceMore(moment: Moment): FieldOf | undefined {
  const { draft, item } = moment
  const [told, ...others] = draft.mind.lastTold
  if (told === undefined || others.length > 0 || item === null) return undefined
  const { fields, traits } = item
  // Of what it could mean the likeliest that is a matter of this customer.
  const isLikeliest = fields.find((field) => isOnCard(moment, field)) === told
  const asksAgain = traits.has('again') || traits.has('send-it')
  if (!isLikeliest && !(asksAgain && freshIn(draft, fields).length === 0)) return undefined
  return saidIn(draft).find(({ field }) => field === told)
}

/** The message is about what the customer could not or would not give: it says so again. */
export function lackedAgain({ draft, item }: Moment): FieldOf | undefined {
  const [likeliest, ...others] = item?.near ?? []
  // "Would you be willing to name it after all?" points to any of them.
  return [likeliest, ...(item?.traits.has('say') === true ? others : [])].flatMap((field) =>
    liveIn(draft).flatMap(({ id, said, card }) =>
      field !== undefined && (isLacking(said[field]) || card.refuses.includes(field)) ? [{ id, field }] : [],
    ),
  )[0]
}

/** What is still untold and what the question names, or could mean by its words. */
export function meantBy({ draft, item }: Moment): FieldOf | undefined {
  if (item === null) return undefined
  const untold = liveIn(draft).flatMap((request) =>
    untoldOf(draft, request).map((field) => ({ id: request.id, field, value: request.card.knows[field] })),
  )
  const named = untold.find(
    ({ value }) => value !== undefined && typeof value !== 'boolean' && item.holds(String(value)),
  )
  const likely = [...item.fields, ...(does(draft, 'tell', 'lack') ? [] : item.near)].flatMap((field) =>
    untold.filter((one) => one.field === field),
  )[0]
  if (named !== undefined || likely !== undefined) return named ?? likely
  // Named by a reader and by the words themselves, it is asked for once more.
  const [guess, ...others] = item.fields
  return item.traits.has('guessed') && guess !== undefined && others.includes(guess)
    ? liveIn(draft)
        .filter((request) => hasField(request, guess))
        .map(({ id }) => ({ id, field: guess }))[0]
    : undefined
}

/** "Please attach them here", of the photos spoken of before: what was told is to be sent, and nothing else is asked for. */
export function toldAndNamed({ draft, item }: Moment): FieldOf | undefined {
  if (item === null || !item.traits.has('say')) return undefined
  // "In what way would you describe your time here?": how it is, if that is still untold.
  const isUntoldState = liveIn(draft).some((request) =>
    untoldOf(draft, request).some((field) => kindOf(request.card.knows[field] ?? '') === 'choice'),
  )
  if (isUntoldState && item.traits.has('how')) return undefined
  return [...item.fields, ...item.near].flatMap((field) =>
    saidIn(draft).filter((one) => one.field === field),
  )[0]
}

/** Of what is untold, what is of the kind the question wants; beside answers nothing else, and only to a plain question. */
export function nextUntold({ draft, item }: Moment): FieldOf | undefined {
  if (item === null) return undefined
  const answers = draft.moves.length > 0
  if (answers && !item.traits.has('mark')) return undefined
  const untold = liveIn(draft).flatMap((request) =>
    untoldOf(draft, request).map((field) => ({ id: request.id, field, value: request.card.knows[field] })),
  )
  const fits = untold.find(({ value }) => value !== undefined && kindOf(value) === item.kind)
  // Of what is only one of several choices nobody can tell which was meant: a mood, or how it was packed.
  if (answers && item.kind === 'choice') return undefined
  const isOther = item.kind !== null && draft.mind.puzzled === 0
  return fits ?? (answers || isOther ? undefined : untold[0])
}

/** What was told before and may be what is meant: a field the question names, what is lacking, or how it is. */
export function saidBefore({ draft, item }: Moment): FieldOf | undefined {
  if (item === null) return undefined
  const said = saidIn(draft)
  const isChoice = item.traits.has('guessed') && item.traits.has('or')
  const named = said.find(
    ({ field, value }) => item.fields.includes(field) && !(isChoice && !isStoryTold(value)),
  )
  const story = item.traits.has('why') && !hasBeenDeclined(draft.mind)
  return (
    named ??
    said.find(({ value }) => isLacking(value)) ??
    (story ? said.find(({ field, value }) => field !== 'intent' && isStoryTold(value)) : undefined)
  )
}

const isStoryTold = (value: unknown): boolean =>
  typeof value !== 'object' && isStory(value as string | number | boolean)

/** A value the customer has said stands in the question. */
export const namesTold = ({ draft, item }: Moment, stories: boolean): boolean =>
  saidIn(draft).some(
    ({ value }) =>
      typeof value !== 'object' &&
      typeof value !== 'boolean' &&
      (stories || !isStory(value)) &&
      item?.holds(String(value)) === true,
  )

/** Tools that the messages with this proposal could mean: of the placed ones, those; else of all. */
export const toolsOf = ({ items, item }: Moment): readonly string[] =>
  items.filter(({ wants, of }) => wants === 'consent' && of === item?.of).flatMap(({ tools }) => tools)

/** The live request that refuses a deed that is proposed; else the one that is about it, else the first. */
export function ownerOf(moment: Moment): RequestMind | undefined {
  const tools = toolsOf(moment)
  const live = liveIn(moment.draft)
  return (
    live.find(({ card }) => tools.some((tool) => card.says_no_to.includes(tool))) ??
    live.find(({ card }) => tools.some((tool) => card.concerns?.includes(tool) === true)) ??
    live[0]
  )
}

/** The tools that were confirmed for this request serve it. */
export function isServed({ request, turn }: Moment): boolean {
  if (request === null) return false
  const { served_by } = request.card
  const seen = new Set([...request.confirmed, ...confirmedFor(request, turn)])
  if (seen.size === 0) return false
  return (
    served_by === undefined ||
    served_by.some((one) => (typeof one === 'string' ? seen.has(one) : one.every((tool) => seen.has(tool))))
  )
}

const isOfCard = ({ card }: RequestMind, name: string): boolean =>
  card.concerns === undefined || card.concerns.includes(name)

/** Confirmed in this turn, about this request, and not of another thing than the one it named. */
export const confirmedFor = (request: RequestMind, { confirmed }: Turn): readonly string[] =>
  (confirmed ?? []).flatMap((one) =>
    isOfCard(request, one.tool) && !isOfAnother(request, one.with) ? [one.tool] : [],
  )

/** The deed has an argument with the name of a field, and another number than the customer gave for it. */
export const isOfAnother = ({ said }: RequestMind, args: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(args).some(([name, value]) => {
    const own = said[name]
    return (
      typeof own === 'string' && typeof value === 'string' && isNumber(own) && plain(own) !== plain(value)
    )
  })

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** It has moved, say: what the desk has on file is not right for it. */
export const refusesPlace = ({ draft }: Moment): boolean =>
  !draft.mind.refused && liveIn(draft).some(({ card }) => card.because !== undefined)

/** What was told, declined or claimed is about this request: by name, or because it is the one in hand. */
export function isAbout({ draft, request }: Moment, names: readonly string[]): boolean {
  if (request === null) return false
  const live = liveIn(draft)
  const named = live.filter(({ card }) => names.some((name) => card.concerns?.includes(name) === true))
  return named.length > 0 ? named.some(({ id }) => id === request.id) : request.id === live[0]?.id
}

/** The answer it waits for was told: a topic that its card lists, for certain or perhaps. */
export function isAnswered(moment: Moment): boolean {
  const { request, turn } = moment
  if (request === null || turn.tells.is === 'no') return false
  const { answers } = request.card
  // Whoever tells everything the desk can tell has told nothing.
  if (turn.tells.names.length > ANSWERS_MAX) return false
  if (answers !== undefined) return answers.some((topic) => turn.tells.names.includes(topic))
  return turn.tells.sure.length > 0 && isAbout(moment, turn.tells.names)
}
const ANSWERS_MAX = 5

/** The no is taken, and a person who means to ask for somebody or to swear again is not through yet. */
export function wouldYield({ draft, request, turn }: Moment, after: number): boolean {
  if (request === null) return false
  const { spent } = draft.mind
  const level = levelOf(draft.who)
  const isUnspent = spent.demands < level.demands || spent.abuses < level.abuses
  const sure = turn.declines.is === 'yes' ? 1 : 0
  const declines = request.declines + sure
  const vague = request.vagueDeclines + 1 - sure
  return declines + Math.floor(vague / 2) >= after && !isUnspent
}

/** A demand or an insult that the tactic has left, and whose moment has come. */
export function interruptsNow(
  { draft, turn: _, ...moment }: Moment,
  what: 'demands' | 'abuses',
  opening: boolean,
): boolean {
  const { mind, who, answered } = draft
  if (does(draft, 'leave') || mind.handed || (mind.turn === 1 && !opening)) return false
  if (mind.spent[what] >= levelOf(who)[what]) return false
  const at = who.card.interrupts_with
  if (at === undefined || !isLastOf(draft, what)) return true
  if ('proposal' in at)
    return mind.agreed || mind.refused || answered.includes(at.proposal) || isProposed(moment, at.proposal)
  return mind.requests.some((request) => (request.answered[at.field] ?? 0) >= at.times)
}

const isProposed = ({ items }: Pick<Moment, 'items'>, tool: string): boolean =>
  items.some(({ wants, tools }) => wants === 'consent' && tools.includes(tool))

const isLastOf = ({ who, mind }: Draft, what: 'demands' | 'abuses'): boolean =>
  mind.spent[what] === levelOf(who)[what] - 1

/** The question is none that a fact could answer that the customer still has: what it is about was told, or is not its matter. */
export const isStale = ({ draft, item }: Moment): boolean =>
  freshIn(draft, item?.fields ?? []).length === 0 &&
  item?.near.some((field) => liveIn(draft).some(({ said }) => isLacking(said[field]))) !== true

/** What it dodged, where nobody can say what is asked now. */
export const owedFields = ({ draft, owed }: Moment): readonly string[] => freshIn(draft, owed)

export const isOnCard = ({ draft }: Moment, field: string): boolean =>
  liveIn(draft).some((request) => hasField(request, field))

export const wouldChange = ({ draft }: Moment, field: string): boolean =>
  liveIn(draft).some((request) => nextAnswer(draft, request, field) !== undefined)
