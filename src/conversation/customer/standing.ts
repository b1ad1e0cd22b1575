import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Card } from '../../cards/card.ts'
import { decide, decideOpening } from './decide.ts'
import type { Plan } from './draft.ts'
import type { HeardTurn } from './hear.ts'
import { type Character, type Mind, newMind } from './mind.ts'

/**
 * Where a customer stands in its conversation, and what it does next, worked out once: the same character that hears the same
 * words decides the same, in every trial and for every seed. With the same seed it says the same, too: all agents of a run
 * meet it.
 */
export type Standing = {
  readonly mind: Mind
  /** what it has decided from here, by what it heard; `null` is nothing yet, before its first message */
  readonly decided: Map<HeardTurn | null, Decision>
}

export type Decision = {
  readonly plan: Plan
  /** what was said for this plan, by seed */
  readonly said: Map<number, Said>
  /** words for this plan that the gate has let through: they would pass it again */
  readonly passed: Set<string>
  readonly after: Standing
}

/** `used`: the wordings it was made of */
export type Said = { readonly text: string; readonly used: readonly string[] }

export const standingAt = (mind: Mind): Standing => ({ mind, decided: new Map() })

/** What the customer does next. `heard`: null before its first message. */
export function decideFrom(who: Character, from: Standing, heard: HeardTurn | null): Decision {
  const known = from.decided.get(heard)
  if (known !== undefined) return known
  const plan = heard === null ? decideOpening(who, from.mind) : decide(who, from.mind, heard)
  const decision: Decision = {
    plan,
    said: new Map(),
    passed: new Set(),
    after: standingAt(plan.next),
  }
  from.decided.set(heard, decision)
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
const KEPT_MAX = 2_000

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
  const standing = standingAt(newMind(who.card))
  starts.set(who.card, [...ofCard, { who, lexicon, standing }])
  noteKept()
  return standing
}

const isSame = (a: Character, b: Character): boolean =>
  a.card === b.card && a.tactic === b.tactic && a.intensity === b.intensity && a.opens === b.opens
