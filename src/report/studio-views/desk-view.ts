/** What the pages of the workbench show: a desk as its author works on it. It need not load as a pack. */

export type DeskLine = {
  readonly desk: string
  readonly title: string | null
  /** `bare`: no outline, so it runs as before; `broken`: its files cannot be read */
  readonly state: 'accepted' | 'draft' | 'bare' | 'broken'
  readonly sentences: number
  /** sentences and assumptions that no one has accepted */
  readonly open: number
}

/** File of the desk -> fingerprint of its text. An edit carries those its page was made from. */
export type Versions = Readonly<Record<string, string>>

export type ProcedureView = {
  readonly desk: string
  readonly title: string
  readonly versions: Versions
  readonly sections: readonly {
    readonly id: string
    readonly title: string
    readonly lines: readonly OutlineRow[]
  }[]
  /** what no sentence says */
  readonly gaps: readonly OutlineRow[]
  readonly problems: readonly DeskProblem[]
}

/** A sentence, or an assumption of the graph, with what the graph makes of it. */
export type OutlineRow = {
  /** its clause, or the item that is assumed */
  readonly name: string
  readonly text: string
  readonly kind: string
  /** why it is open; null: accepted */
  readonly open: string | null
  readonly accepted_by: string | null
  readonly gloss: readonly string[]
  /** what gates ask about it, and faults of the text itself */
  readonly questions: readonly string[]
  /** whoever accepts it says which of these is its own; null: there is nothing to accept */
  readonly accept: { readonly is: 'figure' | 'kind'; readonly among: readonly string[] } | null
}

export type DeskProblem = {
  readonly file: string
  readonly line: number
  readonly message: string
  readonly hint: string | null
  readonly severity: 'error' | 'warning' | 'note'
}

/** What became of an edit. Only `written` changed a file. */
export type EditResult =
  | {
      readonly kind: 'preview'
      readonly files: readonly string[]
      /** at which sentences the graph says something else than before, in words */
      readonly differences: readonly {
        readonly about: string
        readonly before: readonly string[]
        readonly after: readonly string[]
      }[]
    }
  /** `versions`: of the files that were written; the next edit of the same page is made on these */
  | { readonly kind: 'written'; readonly files: readonly string[]; readonly versions: Versions }
  /** another tab, an editor or a command was first */
  | { readonly kind: 'changed'; readonly files: readonly string[] }
  | { readonly kind: 'refused'; readonly because: readonly string[] }

export type SignoffView = {
  readonly desk: string
  readonly versions: Versions
  readonly questions: readonly SignoffQuestion[]
  readonly clauses: Readonly<Record<string, string>>
  /** sentences that no question is about */
  readonly untouched: readonly string[]
}
export type SignoffQuestion = {
  readonly id: string
  readonly about: readonly string[]
  readonly situation: string
  readonly options: readonly string[]
  /** what was answered, and only then what the graph does */
  readonly answer: {
    readonly chosen: SignoffChoice
    readonly ours: number
    readonly agrees: boolean
  } | null
}
/** an option, none of them, or null: the text does not say */
export type SignoffChoice = number | 'none' | null
