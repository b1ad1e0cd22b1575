import type { TellAct } from '../../base/values/acts.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Scalar } from '../../base/values/value.ts'
import { together } from '../../text/said/said.ts'
import type { Said } from '../../text/said/words.ts'
import type { StepOf } from '../model/graph.ts'

/** What the agent did for one request, in order, and how the customer answered. */
export type Deeds = {
  readonly tells: Told<Tell>[]
  /** deeds said to be done */
  readonly claims: Told<{ readonly tool: string }>[]
  readonly proposals: ProposedDeed[]
  /** answers to proposals; and proposals whose next customer message said neither yes nor no */
  readonly answers: { readonly proposal: ProposedDeed; readonly n: number; readonly yes: boolean }[]
  readonly lapsed: { readonly proposal: number; readonly shapes: ReadonlySet<string>; readonly n: number }[]
  /** messages with proposals of this turn */
  unanswered: ReadonlySet<number>
  readonly calls: Map<StepId, number[]>
  readonly endings: number[]
  /** fields asked for in this turn, with the last event that did; and askings left unanswered (V7) */
  readonly asked: Map<string, number>
  readonly attempts: Map<string, number[]>
  /** a wrong write was made (A6) */
  waivedAt: number | null
}
export type Arguments = Readonly<Record<string, Scalar>>
export type ProposedDeed = {
  readonly n: number
  /** the constraints it met */
  readonly shapes: readonly string[]
  readonly arguments: Arguments
}
/** What the agent said between two customer messages: words that belong together (S6). */
export type Turn = {
  readonly said: { readonly n: number; readonly said: Said }[]
  /** by message: all words up to it; worked out again when words come */
  words: readonly { readonly n: number; readonly all: Said }[] | null
  ended: number | null
}
export const newTurn = (): Turn => ({ said: [], words: null, ended: null })

/** A message comes once for each of its acts: kept as often, its words would grow with the square of them. */
export function recordSaid(turn: Turn, one: Turn['said'][number]): void {
  if (turn.said.some(({ n, said }) => n === one.n && said === one.said)) return
  turn.said.push(one)
  turn.words = null
}

const wordsOf = ({ said: all }: Turn): NonNullable<Turn['words']> =>
  all.map(({ n }) => ({ n, all: together(all.filter((one) => one.n <= n).map(({ said }) => said)) }))

type Tell = { readonly act: TellAct; readonly about?: string | undefined }
type Told<What> = { readonly what: What; readonly n: number; readonly turn: Turn }

export const noDeeds = (): Deeds => ({
  tells: [],
  claims: [],
  proposals: [],
  answers: [],
  lapsed: [],
  unanswered: new Set(),
  calls: new Map(),
  endings: [],
  asked: new Map(),
  attempts: new Map(),
  waivedAt: null,
})

export function recordProposal(deeds: Deeds, proposal: ProposedDeed): void {
  deeds.proposals.push(proposal)
  deeds.unanswered = new Set([...deeds.unanswered, proposal.n])
}

const proposedIn = (deeds: Deeds, message: number): readonly ProposedDeed[] =>
  deeds.proposals.filter(({ n }) => n === message)

export function recordAnswer(deeds: Deeds, answer: { proposal: number; n: number; yes: boolean }): void {
  for (const proposal of proposedIn(deeds, answer.proposal)) deeds.answers.push({ ...answer, proposal })
  deeds.unanswered = new Set([...deeds.unanswered].filter((n) => n !== answer.proposal))
}

/** The customer has spoken and said neither yes nor no to what is still unanswered. */
export function lapseProposals(deeds: Deeds, n: number): void {
  for (const proposal of deeds.unanswered) {
    const shapes = new Set(proposedIn(deeds, proposal).flatMap((one) => one.shapes))
    deeds.lapsed.push({ proposal, shapes, n })
  }
  deeds.unanswered = new Set()
}

/** What it takes for words to make a tell: `fits` the act, `complete` are words that hold all it demands. */
type Wanted = {
  readonly since: number
  readonly fits: (tell: Tell) => boolean
  readonly complete: (said: Said) => boolean
  /** acts whose truthful claim is this tell */
  readonly deeds: readonly StepOf<'act'>[]
}

/** S6: the first event after `since` at which this tell was made, by its own act or by the claim of its deed. */
export function toldAt(deeds: Deeds, wanted: Wanted): number | null {
  const own = deeds.tells.filter(({ what, n }) => n > wanted.since && wanted.fits(what))
  return earliest([
    ...own.map((one) => completeAt(one, wanted)),
    ...wanted.deeds.map((act) => claimedAt(deeds, act, wanted)),
  ])
}

/** The claim of a deed is true after its call, or with a call that follows in the same turn (A5). */
function claimedAt(deeds: Deeds, act: StepOf<'act'>, wanted: Wanted): number | null {
  const call = firstAfter(deeds.calls.get(act.id) ?? [], wanted.since)
  if (call === null) return null
  const made = deeds.claims.filter(
    ({ what, n, turn }) =>
      what.tool === act.tool && n > wanted.since && (turn.ended === null || call < turn.ended),
  )
  const told = earliest(made.map((one) => completeAt(one, wanted)))
  return told === null ? null : Math.max(told, call)
}

/** The message with which the words of a turn, from the one that tells on, hold all that is demanded. */
function completeAt({ n, turn }: Told<unknown>, { complete }: Wanted): number | null {
  turn.words ??= wordsOf(turn)
  return turn.words.find((last) => last.n >= n && complete(last.all))?.n ?? null
}

const earliest = (found: readonly (number | null)[]): number | null =>
  found.reduce((least, n) => (least === null || (n !== null && n < least) ? n : least), null)

export type Answer = { readonly yes: boolean; readonly n: number; readonly proposal: ProposedDeed | null }

/** S4: how the customer answered what was proposed after `since`; null: not yet. */
export function answerTo(
  deeds: Deeds,
  shape: string,
  { since, attemptsMax }: { since: number; attemptsMax: number | null },
): Answer | null {
  const said = deeds.answers.find(
    ({ proposal, n }) => n > since && proposal.n > since && proposal.shapes.includes(shape),
  )
  const lapsed = deeds.lapsed.filter(({ proposal, shapes }) => proposal > since && shapes.has(shape))
  const last = attemptsMax === null ? undefined : lapsed[attemptsMax - 1]
  if (last !== undefined && (said === undefined || last.n < said.n))
    return { yes: false, n: last.n, proposal: null }
  return said ?? null
}

/** the first number in a rising list that is greater than `since` */
export const firstAfter = (numbers: readonly number[], since: number): number | null =>
  numbers.find((n) => n > since) ?? null

export function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}
