import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Card } from '../../cards/card.ts'
import { decide, decideOpening } from './decide.ts'
import type { Plan } from './draft.ts'
import type { HeardTurn, Hearing } from './hear.ts'
import { type Character, type Mind, newMind } from './mind.ts'

/**
 * Where a customer stands in its conversation, and what it does next, worked out once: the same character that hears the same
 * words decides the same, in every trial and for every seed. With the same seed it says the same, too: all agents of a run
 * meet it.
 */
export type Standing = {
  readonly mind: Mind
  /** what it has decided from here; null: only one conversation came here, and what it decides is not kept */
  readonly decided: Decision[] | null
}

export type Decision = {
  /** null: nothing yet, before its first message */
  readonly heard: HeardTurn | null
  readonly plan: Plan
  /** what was said for this plan */
  readonly said: Said[]
  /** words for this plan that the gate has let through: they would pass it again */
  readonly passed: string[]
  readonly after: Standing
}

/** `used`: the wordings it was made of */
export type Said = { readonly seed: number; readonly text: string; readonly used: readonly string[] }

/** Where only this conversation stands. */
export const aloneAt = (mind: Mind): Standing => ({ mind, decided: null })

/** Lists are short: most conversations of one character go the same few ways. */
const LIST_MAX = 8

export function keepIn<Item>(list: Item[], item: Item): void {
  if (list.length >= LIST_MAX) list.length = 0
  list.push(item)
}

/** What the customer does before its first message. */
export const openFrom = (who: Character, from: Standing): Decision =>
  decisionFrom(who, from, null, from.decided)

/** What the customer does next. Words that nobody heard before may never come again: what follows from them is not kept. */
export const decideFrom = (who: Character, from: Standing, { turn, isNew }: Hearing): Decision =>
  decisionFrom(who, from, turn, isNew ? null : from.decided)

function decisionFrom(
  who: Character,
  { mind }: Standing,
  heard: HeardTurn | null,
  decided: Decision[] | null,
): Decision {
  const known = decided?.find((one) => one.heard === heard)
  if (known !== undefined) return known
  const plan = heard === null ? decideOpening(who, mind) : decide(who, mind, heard)
  const after: Standing = { mind: plan.next, decided: decided === null ? null : [] }
  const decision: Decision = { heard, plan, said: [], passed: [], after }
  if (decided === null) return decision
  keepIn(decided, decision)
  noteKept()
  return decision
}

type Start = {
  readonly who: Character
  readonly lexicon: Lexicon
  readonly standing: Standing
}

let starts = new WeakMap<Card, Start[]>()
let kept = 0
const KEPT_MAX = 1_000

/** A long run of an agent that never says the same twice must not fill the memory. */
function noteKept(): void {
  kept += 1
  if (kept < KEPT_MAX) return
  starts = new WeakMap()
  kept = 0
}

/** The beginning of all conversations of one character at one desk. */
export function startOf(who: Character, lexicon: Lexicon): Standing {
  const ofCard = starts.get(who.card) ?? []
  const known = ofCard.find((one) => one.lexicon === lexicon && isSame(one.who, who))
  if (known !== undefined) return known.standing
  const standing: Standing = { mind: newMind(who.card), decided: [] }
  starts.set(who.card, [...ofCard, { who, lexicon, standing }])
  noteKept()
  return standing
}

const isSame = (a: Character, b: Character): boolean =>
  a.card === b.card && a.tactic === b.tactic && a.intensity === b.intensity && a.opens === b.opens
