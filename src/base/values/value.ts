/** What a typed column or field holds. Dates are `YYYY-MM-DD` strings. */
export type Scalar = string | number | boolean

/** One row of a table; a `null` column is `absent`. */
export type Row = Readonly<Record<string, Scalar | null>>

/** The four values that are no data. Objects, so that a customer whose surname is "refused" is no problem. */
export class Special {
  readonly word: SpecialWord
  constructor(word: SpecialWord) {
    this.word = word
  }
  toJSON(): string {
    return this.word
  }
}
export type SpecialWord = 'unknown' | 'absent' | 'refused' | 'unavailable'

/** A field that has not been said. */
export const UNKNOWN = new Special('unknown')
/** No such row, or a member of no row, or an empty column. */
export const ABSENT = new Special('absent')
/** The customer will not say. */
export const REFUSED = new Special('refused')
/** The customer cannot say. */
export const UNAVAILABLE = new Special('unavailable')

export type Value = Scalar | Special
