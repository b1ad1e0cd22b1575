import type { VarName } from '../../base/guards/guard.ts'
import type { TimeSpan } from '../../text/figures/figure.ts'

/**
 * What a tell has to hold, compared by value: the words around it are the agent's own (S6). Where one thing can be named in
 * several ways that are not the same value, the author lists them, and one is enough.
 */
export type Hold = {
  /** as the author wrote it, the first way where there are several */ readonly text: string
} & (
  | { readonly kind: 'days'; readonly anyOf: readonly TimeSpan[] }
  | { readonly kind: 'sum'; readonly is: number | { readonly name: VarName } }
  | /** a variable, a day `YYYY-MM-DD`, or calendar words such as "first day of next month" */ {
      readonly kind: 'date'
      readonly is: { readonly name: VarName } | { readonly words: string }
    }
  | { readonly kind: 'item'; readonly is: { readonly name: VarName } | { readonly anyOf: readonly string[] } }
  | { readonly kind: 'condition' | 'warning'; readonly anyOf: readonly string[] }
)

/** The variable whose value has to be told, if it is one. */
export const variablesHeld = (hold: Hold): readonly VarName[] =>
  'is' in hold && typeof hold.is === 'object' && 'name' in hold.is ? [hold.is.name] : []
