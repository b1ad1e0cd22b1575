import type { TellAct } from '../../base/values/acts.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Scalar } from '../../base/values/value.ts'
import { foldCase } from '../../text/fold.ts'
import type { StepOf } from '../model/graph.ts'

/** What the agent did for one request, in order, so that "the first deed after n" is a search and no scan (S8). */
export type Deeds = {
  /** by act, by act and topic, and by act without topic */
  readonly tells: Map<string, Told[]>
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
type Told = { readonly n: number; readonly text: string }
type Proposals = {
  /** by the event of the answer */
  readonly answers: { readonly proposal: Proposal; readonly n: number; readonly yes: boolean }[]
  /** messages whose next customer message said neither yes nor no, by message */
  readonly lapsed: { readonly proposal: number; readonly n: number }[]
}

export const noDeeds = (): Deeds => ({
  tells: new Map(),
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
  told: { act: TellAct; about: string | null; n: number; text: string },
): void {
  const { act, about, n, text } = told
  const entry = { n, text }
  append(deeds.tells, act, entry)
  append(deeds.tells, about === null ? `${act} -` : `${act} - ${about}`, entry)
}

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

/** S6: the first act that made this tell after `since`. */
export function toldAt(deeds: Deeds, step: StepOf<'tell'>, since: number): number | null {
  if (deeds.tells.size === 0) return null
  const wordings = step.mustSay.map(foldCase)
  const of = (key: string): number | null => firstTold(deeds.tells.get(key), since, wordings)
  if (step.about === null) return of(step.act)
  const [about, untold] = [of(`${step.act} - ${step.about}`), of(`${step.act} -`)]
  return about === null || untold === null ? (about ?? untold) : Math.min(about, untold)
}

function firstTold(
  told: readonly Told[] | undefined,
  since: number,
  wordings: readonly string[],
): number | null {
  if (told === undefined) return null
  for (let i = firstAfter(told, since, (one) => one.n); i < told.length; i += 1) {
    const one = told[i]
    if (one === undefined) break
    if (wordings.length === 0 || wordings.some((wording) => foldedLast(one.text).includes(wording)))
      return one.n
  }
  return null
}

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
