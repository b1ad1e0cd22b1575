import type { ClauseId } from '../../base/values/ids.ts'
import type { Bound } from '../tie/condition.ts'
import type { BoundSection, BoundStatement, Deed } from './bound.ts'

/** What one way through the procedure has seen so far. */
export type Way = {
  readonly facts: readonly Bound[]
  readonly learned: readonly string[]
  readonly checked: ReadonlySet<string>
  /** a proposal that waits for its act */
  readonly pending: { readonly words: string; readonly cites: readonly ClauseId[] } | null
  /** sections being carried out, the innermost last */
  readonly frames: readonly BoundSection[]
  /** questions a later sentence asks again */
  readonly rounds: ReadonlyMap<string, string>
  readonly chosen: ReadonlyMap<string, string>
  /** conditions the text states behind what they hold for, decided already */
  readonly passed: ReadonlySet<BoundStatement>
  /** tools whose proposal has been refused on this way: what follows proposes them no more */
  readonly refused: ReadonlySet<string>
  /** to be done right after the next yes */
  readonly deferred: readonly {
    readonly deed: Extract<Deed, { does: 'act' }>
    readonly cites: readonly ClauseId[]
  }[]
}

export const NOWHERE: Way = {
  facts: [],
  learned: [],
  checked: new Set(),
  pending: null,
  frames: [],
  rounds: new Map(),
  chosen: new Map(),
  passed: new Set(),
  refused: new Set(),
  deferred: [],
}
