import type { TellAct } from '../../base/values/acts.ts'
import type { ClauseId } from '../../base/values/ids.ts'
import type { Bound } from '../tie/condition.ts'
import type { Tied } from '../tie/tying.ts'
import type { Demanded } from './demanded.ts'

/** An SOP's statements after their words are tied to a desk, still in the order of the text. */
export type Deed =
  | { readonly does: 'learn'; readonly field: string }
  | { readonly does: 'check'; readonly record: string }
  | { readonly does: 'confirm'; readonly words: string }
  | {
      readonly does: 'act'
      readonly tool: string
      /** the order itself, then the words around it */
      readonly words: string
      readonly more?: readonly string[]
      /** done the way another section tells */
      readonly via?: string
    }
  | {
      readonly does: 'tell'
      readonly act: TellAct
      readonly topic: string
      readonly demanded: Demanded
      /** "tell them to save it first": what they should do meanwhile; the procedure goes on */
      readonly advises?: true
    }
  | { readonly does: 'handover'; readonly reason: string }
  | { readonly does: 'again'; readonly fields: readonly string[]; readonly times: number }
  /** `as`: from there on as for that intent */
  | { readonly does: 'go'; readonly section: string; readonly back: boolean; readonly as?: string }
  | { readonly does: 'end' }
  /** demands no step of its own: a look at what is on the screen already, part of a proposal */
  | {
      readonly does: 'nothing' /** "look at the day": what it shows decides before anything more is asked */
      readonly looks?: boolean
    }

export type BoundStatement = {
  readonly cites: readonly ClauseId[]
  readonly text: string
  /** statements of one paragraph carry the same number */
  readonly paragraph: number
} & (
  | { readonly is: 'deed'; readonly deed: Deed }
  | {
      readonly is: 'if'
      readonly on: Exclude<Tied, { readonly loose: string }>
      readonly then: readonly BoundStatement[]
      readonly otherwise: readonly BoundStatement[] | null
      /** says when something may be done; what is done stands behind it, or stood before it */
      readonly permits?: true
      /** "you may ... instead": beside what stands before it, the agent's choice */
      readonly instead?: true
    }
  | { readonly is: 'rows'; readonly rows: readonly BoundRow[] }
  /** once this tool has been used; null: once what the text says is so */
  | {
      readonly is: 'after' | 'before'
      readonly tool: string | null
      readonly event: string
      readonly then: readonly BoundStatement[]
      /** a rule for every section: "before you cancel, replace or exchange anything, ..." */
      readonly everywhere?: true
    }
)

export type BoundRow = {
  readonly cites: readonly ClauseId[]
  readonly when: Bound
  readonly then: readonly BoundStatement[]
  /** what the row chooses: a tool's argument by name, and under '' what the customer gets */
  readonly chosen: ReadonlyMap<string, string>
}

export type BoundSection = {
  readonly id: string
  readonly title: string
  readonly level: number
  readonly statements: readonly BoundStatement[]
  /** intents whose business this section is; empty: everybody's, or somebody else sends here */
  readonly intents: readonly string[]
  /** holds while this does: a heading that names a term */
  readonly when: Bound | null
}
