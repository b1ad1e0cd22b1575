/** A pack as a list shows it, without loading it. */
export type PackLine = {
  readonly pack: string
  /** null: it is not here any more, or cannot be read */
  readonly title: string | null
  /** what its money is counted in, as three letters; null: not known any more */
  readonly currency: string | null
}
