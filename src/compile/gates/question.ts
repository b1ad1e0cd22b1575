/** Something a gate wants a person to look at: about a sentence, or about an item that no sentence says. */
export type Question = {
  /** the clause, or the item of a gap */
  readonly about: string
  readonly gate:
    | 'figure'
    | 'unit'
    | 'bound'
    | 'condition'
    | 'value'
    | 'agreement'
    | 'prohibition'
    | 'exception'
    | 'team'
    | 'waived'
    | 'retry'
    | 'order'
    | 'subject'
    | 'words'
    | 'decline'
    | 'language'
    | 'uncited'
    | 'name'
    | 'blind'
  readonly what: string
}

export const ask = (about: string, gate: Question['gate'], what: string): readonly Question[] => [
  { about, gate, what },
]
