import type { Place } from '../base/files/problem.ts'
import type { ClauseId } from '../base/values/ids.ts'

/** The company's procedure document, as written, with its sentences addressable as `section#sentence`. */
export type SopDocument = {
  readonly file: string
  readonly text: string
  readonly sections: readonly Section[]
  /** every clause of every section, keyed by id */
  readonly clauses: ReadonlyMap<ClauseId, Clause>
}

/** A heading and the prose under it up to the next heading of any level. */
export type Section = {
  /** the number the heading carries (`4`, `4.2`), or a slug of its words where it has none */
  readonly id: string
  readonly title: string
  readonly level: number
  readonly clauses: readonly Clause[]
  readonly at: Place
}

/** One sentence, list item or table row: the smallest thing a step can cite. */
export type Clause = {
  readonly id: ClauseId
  readonly section: string
  readonly text: string
  readonly form: 'sentence' | 'item' | 'row'
  readonly at: Place
  /** offsets into the document's text, for showing text and graph side by side */
  readonly start: number
  readonly end: number
}
