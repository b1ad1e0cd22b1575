import { holds } from './card-says.ts'
import type { Confirmation } from './customer.ts'
import { type Draft, finish, isSaid, liveIn, newDraft, type Plan, remember, setRequest } from './draft.ts'
import { giveField, isUntold } from './facts-told.ts'
import { type Character, levelOf, type Mind } from './mind.ts'
import { brings, confirmedFor, type Moment } from './moment.ts'
import { make, openRequest } from './moves.ts'
import { type Hears, PHASES, POLICY, type PolicyPhase, type PolicyRow } from './policy.ts'
import { type HeardItem, type Listened, type Turn, turnOf } from './turn.ts'

/**
 * What the customer does next. In: who they are, what they remember, what they heard and were sent. Out: moves and the next
 * memory; no word of text. Pure: the table of policy.ts decides, this file goes through its phases. Both modes share it, and no
 * model chooses an act. It must not know the desk's rules.
 */
/** The first message: opens what the card says comes at the start, with what it volunteers. */
export function decideOpening(who: Character, mind: Mind): Plan {
  const { openly } = levelOf(who)
  const draft = newDraft(who, mind)
  for (const { id, card } of mind.requests) {
    if (card.comes === 'at-start' || (openly && card.comes === 'after-first')) openRequest(draft, id)
    else if (openly) openRequest(draft, id, liveIn(draft)[0]?.id)
  }
  // Level 0 of a truth-changing tactic: what it would bring up later is said now, without being asked.
  if (openly)
    for (const { id, card } of liveIn(draft))
      for (const field of [...card.refuses, ...Object.keys(card.truth)])
        if (draft.mind.requests.some((one) => one.id === id && one.said[field] === undefined))
          giveField(draft, id, field)
  const moment = momentOf(draft, turnOf([], []))
  for (const row of rowsOf('beside'))
    if ((row.does === 'demand a person' || row.does === 'insult') && isMet(row, moment))
      make(row.does, moment)
  return finish(draft)
}

/** Every later message. `confirmed`: null where nothing can be seen. */
export function decide(
  who: Character,
  mind: Mind,
  messages: readonly Listened[],
  confirmed: readonly Confirmation[] | null,
): Plan {
  const draft = newDraft(who, mind)
  const turn = turnOf(messages, confirmed)
  draft.closes = turn.closes && turn.shows('asks-for-more')
  draft.sends = turn.shows('sends')
  takeIn(draft, turn)
  const start = momentOf(draft, turn)
  if (start.asks) reopen(draft)
  const moment = { ...start, ...itemsOf(draft, turn) }
  if (goThrough('first', moment)) return finish(draft)
  const asks = answer(moment)
  const after: Moment = { ...moment, asks }
  for (const request of draft.mind.requests) noteParts(after, request.id)
  const requestOf = (id: string) => draft.mind.requests.find((one) => one.id === id) ?? null
  if (!asks) for (const { id } of liveIn(draft)) first('outcome', { ...after, request: requestOf(id) })
  if (liveIn(draft).length === 0 && !asks) first('close', after)
  if (!isSaid(draft)) first('words', after)
  if (draft.mind.left === null)
    for (const row of rowsOf('beside')) if (isMet(row, after)) make(row.does, after)
  noteFruit(draft, mind, after)
  return finish(draft)
}

const BY_PHASE = new Map(PHASES.map((phase) => [phase, POLICY.filter((row) => row.phase === phase)]))
const rowsOf = (phase: PolicyPhase): readonly PolicyRow[] => BY_PHASE.get(phase) ?? []

/** The first row of the phase that holds is done. */
function first(phase: PolicyPhase, moment: Moment): PolicyRow | undefined {
  const row = rowsOf(phase).find((one) => isMet(one, moment))
  if (row !== undefined) make(row.does, moment)
  return row
}

const GOES_ON: ReadonlySet<PolicyRow['does']> = new Set(['correct itself', 'say the right value'])

/** Rows of the beginning: some say all there is to say. */
function goThrough(phase: PolicyPhase, moment: Moment): boolean {
  for (const row of rowsOf(phase)) {
    if (!isMet(row, moment)) continue
    make(row.does, moment)
    if (!GOES_ON.has(row.does)) return true
  }
  return false
}

function isMet({ stands, hears, says }: PolicyRow, moment: Moment): boolean {
  const { request } = moment
  if (stands !== 'any' && (request === null || !stands.includes(request.stage))) return false
  return isHeard(hears, moment) && says.every((one) => holds(one, moment))
}

const WANTED = { asks: 'fact', something: 'anything', checks: 'check', proposes: 'consent' } as const

function isHeard(hears: Hears, { turn, item, items, asks }: Moment): boolean {
  switch (hears) {
    case '-':
      return true
    case 'no question':
      return !asks && !turn.shows('seems-to-ask')
    case 'asks':
    case 'something':
    case 'checks':
    case 'proposes':
      return item === null ? items.some(({ wants }) => wants === WANTED[hears]) : item.wants === WANTED[hears]
    case 'closes':
    case 'promises':
      return turn[hears]
    case 'confirmed':
      return (turn.confirmed?.length ?? 0) > 0
    case 'declines':
    case 'claims':
    case 'tells':
      return turn[hears].is !== 'no'
  }
}

/** Each question in turn; true if one of them was owed an answer. */
function answer(moment: Moment): boolean {
  const { draft, items, turn } = moment
  let asks = items.length === 0 && turn.shows('asks-plainly') && !turn.closes
  remember(draft, { owed: [], owedAnswers: [] })
  for (const item of items) {
    const row = first('answer', { ...moment, item })
    if (row !== undefined && (row.does !== 'pass over' || isSaid(draft))) asks = true
  }
  if (asks)
    for (const { id, stage } of liveIn(draft)) if (stage === 'open') setRequest(draft, id, { stage: 'asked' })
  return asks
}

/** Of several deeds that serve a request together, what came so far; seen beside a question, a deed is seen all the same. */
function noteParts(moment: Moment, id: string): void {
  const request = moment.draft.mind.requests.find((one) => one.id === id)
  if (request === undefined || request.stage === 'unopened') return
  const seen = confirmedFor(request, moment.turn)
  if (seen.length > 0)
    setRequest(moment.draft, id, { confirmed: [...new Set([...request.confirmed, ...seen])] })
}

/** What is settled is open again for a question: the agent asks after the goodbye, or goes on. */
function reopen(draft: Draft): void {
  if (draft.mind.left === null && liveIn(draft).length > 0) return
  remember(draft, { left: null })
  for (const { id, stage, yielded } of draft.mind.requests)
    if (stage === 'done' || stage === 'told' || yielded)
      setRequest(draft, id, { stage: 'asked', yielded: false })
}

const momentOf = (draft: Draft, turn: Turn): Moment => ({
  draft,
  turn,
  items: turn.items,
  asksAnew: false,
  owed: draft.mind.owed,
  item: null,
  request: null,
  asks: turn.items.length > 0 || (turn.shows('asks-plainly') && !turn.closes),
})

/** The questions of the turn. An agent that asks nothing and settles nothing still waits for what it asked before. */
function itemsOf(draft: Draft, turn: Turn): Pick<Moment, 'items' | 'asksAnew'> {
  const waits = turn.items.length === 0 && turn.declines.is === 'no' && turn.claims.is !== 'yes'
  const owed = waits ? owedItems(draft) : []
  const isNews = turn.items.length === 0 && brings({ turn } as Moment)
  const own = turn.items.length > 0 ? turn.items : owed
  const known = new Set(own.flatMap(({ wants, fields }) => (wants === 'fact' ? fields.slice(0, 1) : [])))
  const named = isNews ? [] : turn.mentions.filter((field) => !known.has(field) && isUntold(draft, field))
  const all = [...own, ...named.map((field) => plainItem('fact', [field]))]
  // What is certain comes first: a guess is made only where nothing was answered.
  const items = IN_ORDER.flatMap((wants) => all.filter((item) => item.wants === wants))
  const isAnew = ({ wants, fields: [field], traits }: HeardItem): boolean =>
    wants === 'consent' ||
    (field !== undefined && isUntold(draft, field) && (wants === 'fact' || traits.has('guessed')))
  return { items, asksAnew: items.some(isAnew) }
}

const IN_ORDER: readonly HeardItem['wants'][] = ['fact', 'consent', 'check', 'anything']

/** Asked before, or only named: nothing of its words is known. */
export const plainItem = (
  wants: HeardItem['wants'],
  fields: readonly string[],
  { of, tools }: Pick<HeardItem, 'of' | 'tools'> = { of: 0, tools: [] },
): HeardItem => ({ wants, fields, of, tools, near: [], traits: new Set(), kind: null, holds: () => false })

const owedItems = ({ mind }: Draft): readonly HeardItem[] => [
  ...mind.owed.map((field) => plainItem('fact', [field])),
  ...mind.owedAnswers.map((one) => plainItem('consent', one.fields, one)),
]

/** What a turn leaves in the memory whatever is answered to it. */
function takeIn(draft: Draft, turn: Turn): void {
  const { mind } = draft
  remember(draft, {
    questions: mind.questions + (turn.shows('asks-plainly') ? 1 : 0),
    handed: mind.handed || turn.shows('hands-over'),
    soundsNo: mind.soundsNo || turn.shows('sounds-no'),
    refusedForTime: mind.refusedForTime || (turn.declines.is !== 'no' && turn.shows('time')),
    fruitless: mind.fruitless + 1,
  })
}

/** A question, a no, a deed and an answer bring something; all else costs patience. What was asked before is asked for nothing. */
function noteFruit(draft: Draft, before: Mind, { turn, asks }: Moment): void {
  const isNew = turn.keys.some((key) => !before.seen.includes(key))
  const settled = draft.mind.requests.some(
    ({ id, stage, confirmed }) =>
      before.requests.some((one) => one.id === id && one.stage !== stage && stage !== 'asked') ||
      confirmed.length > 0,
  )
  const isFruit = (asks && isNew) || turn.declines.is !== 'no' || (settled && isNew)
  remember(draft, {
    seen: [...new Set([...draft.mind.seen, ...turn.keys])],
    fruitless: isFruit ? 0 : asks ? before.fruitless : draft.mind.fruitless,
  })
}
