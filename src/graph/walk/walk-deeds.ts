import type { TellAct } from '../../base/values/acts.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Scalar } from '../../base/values/value.ts'
import { foldCase } from '../../text/fold.ts'
import type { StepOf } from '../model/graph.ts'

/** What the agent did for one request, in order, so that "the first deed after n" is a search and no scan (S8). */
export type Deeds = {
  /** by act, by act and topic, and by act without topic */
  readonly tells: Map<string, Told[]>
  /** deeds said to be done, by their tool */
  readonly claims: Map<string, Told[]>
  /** proposals by the constraints they met */
  readonly proposals: Map<string, Proposals>
  /** proposals by the message they stand in, for the answers */
  readonly proposed: Map<number, Proposal[]>
  /** proposals of this turn */
  unanswered: number[]
  readonly calls: Map<StepId, number[]>
  readonly endings: number[]
  /** fields asked for in this turn, with the last event that did; and askings left unanswered (V7) */
  readonly asked: Map<string, number>
  readonly attempts: Map<string, number[]>
  /** a wrong write was made (A6) */
  waivedAt: number | null
}
export type Arguments = Readonly<Record<string, Scalar>>
export type Proposal = {
  readonly n: number
  readonly shapes: readonly string[]
  readonly arguments: Arguments
}
/** What the agent said between two customer messages: words that belong together (S6). */
export type Turn = { readonly texts: { readonly n: number; readonly text: string }[]; ended: number | null }
export const newTurn = (): Turn => ({ texts: [], ended: null })
type Told = { readonly n: number; readonly turn: Turn }
type Proposals = {
  /** by the event of the answer */
  readonly answers: { readonly proposal: Proposal; readonly n: number; readonly yes: boolean }[]
  /** messages whose next customer message said neither yes nor no, by message */
  readonly lapsed: { readonly proposal: number; readonly n: number }[]
}

export const noDeeds = (): Deeds => ({
  tells: new Map(),
  claims: new Map(),
  proposals: new Map(),
  proposed: new Map(),
  unanswered: [],
  calls: new Map(),
  endings: [],
  asked: new Map(),
  attempts: new Map(),
  waivedAt: null,
})

export function recordTell(
  deeds: Deeds,
  told: { act: TellAct; about: string | null; n: number; turn: Turn },
): void {
  const { act, about, n, turn } = told
  const entry = { n, turn }
  append(deeds.tells, act, entry)
  append(deeds.tells, about === null ? `${act} -` : `${act} - ${about}`, entry)
}

export const recordClaim = (deeds: Deeds, claim: { tool: string; n: number; turn: Turn }): void =>
  append(deeds.claims, claim.tool, { n: claim.n, turn: claim.turn })

export function recordProposal(deeds: Deeds, proposal: Proposal): void {
  append(deeds.proposed, proposal.n, proposal)
  if (deeds.unanswered.at(-1) !== proposal.n) deeds.unanswered.push(proposal.n)
}

export function recordAnswer(deeds: Deeds, answer: { proposal: number; n: number; yes: boolean }): void {
  for (const proposal of deeds.proposed.get(answer.proposal) ?? []) {
    for (const shape of proposal.shapes) proposalsOf(deeds, shape).answers.push({ ...answer, proposal })
  }
  deeds.unanswered = deeds.unanswered.filter((n) => n !== answer.proposal)
}

/** The customer has spoken and said neither yes nor no to what is still unanswered. */
export function lapseProposals(deeds: Deeds, n: number): void {
  for (const message of deeds.unanswered) {
    const shapes = new Set(deeds.proposed.get(message)?.flatMap((proposal) => proposal.shapes))
    for (const shape of shapes) proposalsOf(deeds, shape).lapsed.push({ proposal: message, n })
  }
  deeds.unanswered = []
}

/** What it takes for words to make a tell, beside the act: `complete` are words that hold all it demands. */
type Telling = {
  readonly since: number
  readonly complete: (text: string) => boolean
  /** acts whose truthful claim is this tell */
  readonly deeds: readonly StepOf<'act'>[]
}

/** S6: the first event after `since` at which this tell was made, by its own act or by the claim of its deed. */
export function toldAt(deeds: Deeds, step: StepOf<'tell'>, telling: Telling): number | null {
  const of = (key: string): number | null => firstTold(deeds.tells.get(key), telling)
  const own = step.about === null ? [of(step.act)] : [of(`${step.act} - ${step.about}`), of(`${step.act} -`)]
  return earliest([...own, ...telling.deeds.map((act) => claimedAt(deeds, act, telling))])
}

function firstTold(told: readonly Told[] | undefined, telling: Telling): number | null {
  if (told === undefined) return null
  const after = told.slice(firstAfter(told, telling.since, (one) => one.n))
  return earliest(after.map((one) => completeAt(one, telling)))
}

/** The claim of a deed is true after its call, or with a call that follows in the same turn (A5). */
function claimedAt(deeds: Deeds, act: StepOf<'act'>, telling: Telling): number | null {
  const claims = deeds.claims.get(act.tool) ?? []
  const call = firstNumberAfter(deeds.calls.get(act.id) ?? [], telling.since)
  if (call === null) return null
  const made = claims
    .slice(firstAfter(claims, telling.since, (one) => one.n))
    .filter(({ turn }) => turn.ended === null || call < turn.ended)
  const told = earliest(made.map((one) => completeAt(one, telling)))
  return told === null ? null : Math.max(told, call)
}

/** The message with which the words of a turn, from the one that tells on, hold all that is demanded. */
function completeAt({ n, turn }: Told, { complete }: Telling): number | null {
  const done = turn.texts.find(
    (last) =>
      last.n >= n &&
      complete(
        turn.texts
          .filter((one) => one.n <= last.n)
          .map(({ text }) => text)
          .join('\n'),
      ),
  )
  return done?.n ?? null
}

const earliest = (found: readonly (number | null)[]): number | null =>
  found.reduce((least, n) => (least === null || (n !== null && n < least) ? n : least), null)

export type Answer = { readonly yes: boolean; readonly n: number; readonly proposal: Proposal | null }

/** S4: how the customer answered what was proposed after `since`; null: not yet. */
export function answerTo(
  deeds: Deeds,
  shape: string,
  at: { since: number; attemptsMax: number | null },
): Answer | null {
  const made = deeds.proposals.get(shape)
  if (made === undefined) return null
  const said = made.answers
    .slice(firstAfter(made.answers, at.since, (one) => one.n))
    .find((one) => one.proposal.n > at.since)
  const first = firstAfter(made.lapsed, at.since, (one) => one.proposal)
  const last = at.attemptsMax === null ? undefined : made.lapsed[first + at.attemptsMax - 1]
  if (last !== undefined && (said === undefined || last.n < said.n))
    return { yes: false, n: last.n, proposal: null }
  return said ?? null
}

/** the first number in a rising list that is greater than `since` */
export function firstNumberAfter(numbers: readonly number[], since: number): number | null {
  return numbers[firstAfter(numbers, since, (n) => n)] ?? null
}

export const countAfter = (numbers: readonly number[], since: number): number =>
  numbers.length - firstAfter(numbers, since, (n) => n)

/** A message is looked through for many wordings and values one after the other: folded once. */
let last = { text: '', folded: '' }
export function foldedLast(text: string): string {
  if (last.text !== text) last = { text, folded: foldCase(text) }
  return last.folded
}

export function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

function proposalsOf(deeds: Deeds, shape: string): Proposals {
  const found = deeds.proposals.get(shape) ?? { answers: [], lapsed: [] }
  deeds.proposals.set(shape, found)
  return found
}

function firstAfter<Item>(items: readonly Item[], since: number, numberOf: (item: Item) => number): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && numberOf(item) <= since) low = middle + 1
    else high = middle
  }
  return low
}
