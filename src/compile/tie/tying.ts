import type { Condition } from '../outline/outline.ts'
import type { Bound } from './condition.ts'
import type { Derived } from './derived.ts'
import type { Desk } from './desk.ts'
import type { Focus } from './focus.ts'
import type { Index } from './rank.ts'
import type { ValueTable } from './value-table.ts'

/** What an author's condition is about, once tied: variables, or the customer's answer to what was proposed. */
export type Tied =
  | { readonly bound: Bound }
  | {
      readonly answer: 'yes' | 'no'
      readonly about: string
      /** what was proposed, where it is known */
      readonly tool?: string
    }
  | { readonly loose: string }

export type Tying = {
  readonly desk: Desk
  readonly intents: Index
  readonly focus: Focus
  readonly terms: readonly Term[]
  readonly derived: Map<string, Derived>
  readonly values: readonly ValueTable[]
  /** the whole sentence the condition stands in */
  readonly sentence: string
}

/** A name the author gave to a condition: "a course matter". */
export type Term = { readonly stems: readonly string[]; readonly bound: Bound; readonly words: string }

export type Atom = Extract<Condition, { readonly atom: string }>

export const isNegated = (text: string): boolean =>
  /\b(?:not|no|never|without|nothing|nobody|none|cannot)\b|n't\b/.test(text)
