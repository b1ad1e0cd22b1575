import type { Place } from '../../base/files/problem.ts'
import type { ClauseId } from '../../base/values/ids.ts'

/**
 * What an SOP's language says, before anyone looks at a desk: who must do what, under which condition, in which order.
 * In: sentences. Out: statements that keep the author's own words for things. It must not know fields, records or tools;
 * `bind/` ties words to those. Nothing is dropped: what cannot be read is an `unread` statement.
 */
export type Outline = { readonly sections: readonly OutlineSection[] }

export type OutlineSection = {
  /** as in the parsed SOP: `4.2`, or a slug */
  readonly id: string
  readonly title: string
  readonly level: number
  readonly at: Place
  readonly statements: readonly Statement[]
}

/** A stretch of one clause: what a step, an edge or a forbid will cite. */
export type Source = {
  /** `4#2` */
  readonly clause: ClauseId
  /** the author's words of this part */
  readonly text: string
  readonly at: Place
}

export type Statement = Source &
  (
    | { readonly says: 'do'; readonly deed: Deed }
    /** "If A, do B. Otherwise C."; `otherwise` null: the text does not say (a later sentence may, see `or-else`) */
    | {
        readonly says: 'if'
        readonly condition: Condition
        readonly then: readonly Statement[]
        readonly otherwise: readonly Statement[] | null
        /** "An order that is paid can be cancelled": what follows is done under this; what else holds is said elsewhere */
        readonly permits?: true
      }
    /** a decision table: columns with a condition each, the last ones what is done */
    | {
        readonly says: 'table'
        readonly columns: readonly string[]
        readonly rows: readonly TableRow[]
      }
    /** "After a refund, tell them ...", "When it is booked, ...", "Before you exchange, name the article" */
    | {
        readonly says: 'around'
        readonly order: 'after' | 'before'
        readonly event: string
        readonly then: readonly Statement[]
      }
    /** "Never refund an order that is in transit", "do not read out ... before the address has matched" */
    | {
        readonly says: 'never'
        readonly deed: Deed
        readonly when: Condition | null
        /** the condition that lifts it: "before X" and "unless X" */
        readonly unless: Condition | null
      }
    /** "A change of mind is the customer's own": a name for a group of values or a condition, used elsewhere */
    | { readonly says: 'means'; readonly term: string; readonly condition: Condition }
    /** demands nothing: where a number stands, who we are, how we sound; `because` says how we know */
    | { readonly says: 'background'; readonly because: string }
    | { readonly says: 'unread'; readonly because: string }
  )

export type TableRow = Source & {
  /** every cell as written, in the order of the columns */
  readonly cells: readonly string[]
  /** one condition a condition column; null: "any", "-" or empty */
  readonly conditions: readonly (Condition | null)[]
  readonly then: readonly Statement[]
}

export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  /** one thing that can be true or false, in the author's words: subject and predicate where the language shows them */
  | {
      readonly atom: string
      readonly subject: string | null
      readonly predicate: string
      /** a number with its unit where one is compared: `at most 30 days after they were signed for` */
      readonly measure: Measure | null
    }

export type Measure = {
  readonly compare: '<' | '<=' | '==' | '>=' | '>'
  readonly amount: number
  /** days, hours, euros, ... as written; null: a bare count */
  readonly unit: string | null
  /** `since delivery`, `before departure`: what it is counted from, as written */
  readonly from: string | null
}

/** One thing the agent does. `object` keeps the author's words. */
export type Deed =
  | {
      readonly does: 'ask' | 'check' | 'act' | 'offer' | 'tell' | 'comfort' | 'decline' | 'explain' | 'proof'
      readonly object: string
    }
  /** wait for a yes, get a confirmation; `object` is what is confirmed where it is said */
  | { readonly does: 'confirm'; readonly object: string | null }
  | { readonly does: 'handover'; readonly to: string | null }
  | { readonly does: 'close' }
  /** "ask once more", "try twice": the last ask or check again; `times` in all, null where the text sets no end */
  | { readonly does: 'again'; readonly times: number | null; readonly object: string | null }
  /** "go on with section 3", "as in 3.1", "continue with step 2" */
  | { readonly does: 'go'; readonly to: string; readonly comesBack: boolean }
  /** "treat it as X", "take it as used": the value stands for the answer nobody gave */
  | { readonly does: 'take'; readonly object: string; readonly as: string }
  | { readonly does: 'end' }
