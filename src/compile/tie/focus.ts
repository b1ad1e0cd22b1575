import type { Bound } from './condition.ts'
import type { DeskColumn, DeskField, DeskRecord } from './desk.ts'

/** What "it", "one" and "they do not want to say" speak of: the last things the text named. Moves along as it is read. */
export type Focus = {
  field: DeskField | null
  record: DeskRecord | null
  column: DeskColumn | null
  /** rows looked up on the way here */
  seen: ReadonlySet<string>
  /** fields asked for in this section, in order */
  asked: DeskField[]
  /** fields the last comparison was about */
  matched: readonly DeskField[]
  matchedIn: string
  /** what a yes or no would answer: a field that was asked for, or a proposal */
  /** a limit the text stated as a fact: "we take things back up to 30 days after ..." */
  limit: Bound | null
  /** who needs no proof: "the state of a parcel is no secret" */
  spared: Bound | null
  /** the words of the last thing that was named, read out or offered for a yes */
  proposal: string
  answering: { readonly kind: 'field' } | { readonly kind: 'proposal' } | null
}

export const noFocus = (): Focus => ({
  field: null,
  record: null,
  column: null,
  seen: new Set(),
  asked: [],
  matched: [],
  matchedIn: '',
  limit: null,
  spared: null,
  proposal: '',
  answering: null,
})
