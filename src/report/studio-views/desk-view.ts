import type { JsonObject } from '../../base/values/json.ts'
import type { SlotKind } from '../../graph/words/pieces.ts'
import type { DrawnPart } from '../graph-drawing/draw-model.ts'
import type { NeverExercised } from '../render/cover-text.ts'
import type { DiffLine } from './line-diff.ts'
import type { TrialView } from './trial-view.ts'

/** What the pages of the workbench show: a desk as its author works on it. It need not load as a pack. */

export type DeskLine = {
  readonly desk: string
  readonly title: string | null
  /** `bare`: no outline, so it runs as before; `broken`: its files cannot be read */
  readonly state: 'accepted' | 'draft' | 'bare' | 'broken'
  readonly sentences: number
  /** sentences and assumptions that no one has accepted */
  readonly open: number
  readonly cases: number
}

/** File of the desk -> fingerprint of its text. An edit carries those its page was made from. */
export type Versions = Readonly<Record<string, string>>

export type ProcedureView = {
  readonly desk: string
  readonly title: string
  readonly versions: Versions
  readonly sop: string
  readonly sections: readonly { readonly id: string; readonly title: string }[]
  readonly lines: readonly OutlineRow[]
  readonly gaps: readonly GapRow[]
  readonly problems: readonly DeskProblem[]
  /** null: the graph is not sound, so there is nothing to draw */
  readonly parts: readonly DrawnPart[] | null
  /** no sentence has a step yet */
  readonly untouched: boolean
  /** what a sentence can be said with; null: there is no graph to put it in */
  readonly choices: SentenceChoices | null
}

/** Names of the desk, for the slots of a sentence. */
export type SentenceChoices = {
  readonly requests: readonly Named[]
  /** where a step can be put in, in the order of the walk */
  readonly places: readonly {
    readonly id: string
    readonly scope: string
    readonly words: string
    /** the procedure is not written further here */
    readonly open: boolean
  }[]
  readonly variables: readonly {
    readonly id: string
    readonly name: string
    readonly type: 'string' | 'number' | 'boolean' | 'date' | 'enum' | 'row'
    /** values of a closed list, and answers like `refused` */
    readonly values: readonly string[]
  }[]
  readonly topics: readonly Named[]
  readonly tools: readonly (Named & { readonly parameters: readonly string[] })[]
  readonly reasons: readonly string[]
  /** what the procedure has already, to tie a sentence to */
  readonly items: readonly Named[]
}

/** A figure of a sentence, offered as a value of its slots. */
export type SentenceFigure = {
  readonly text: string
  readonly value: number
  readonly unit: string | null
  readonly bound: string | null
}

export type OutlineRow = {
  readonly clause: string
  readonly section: string
  readonly text: string
  readonly kind: string
  /** its colour */
  readonly shown: 'rule' | 'fact' | 'tone' | 'gap' | 'unread'
  /** why it is open; null: accepted */
  readonly open: string | null
  readonly accepted_by: string | null
  readonly gloss: readonly (readonly GlossPiece[])[]
  /** what gates ask about it */
  readonly questions: readonly { readonly gate: string; readonly what: string }[]
  /** faults of the text itself */
  readonly lint: readonly string[]
  /** nobody has said yet what it is */
  readonly unread: boolean
  readonly figures: readonly SentenceFigure[]
}

/** Words, or a place in graph.yaml that can be changed. */
export type GlossPiece =
  | string
  | {
      readonly slot: SlotKind
      readonly text: string
      /** as it stands in graph.yaml */
      readonly written: string
      readonly path: readonly (string | number)[]
      readonly within: { readonly start: number; readonly end: number } | null
      /** what could stand there; empty: it is typed */
      readonly options: readonly string[]
    }

export type GapRow = {
  /** assumptions that make one question */
  readonly items: readonly string[]
  readonly because: string
  readonly gloss: readonly string[]
  readonly open: string | null
  readonly accepted_by: string | null
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
      readonly changes: readonly FileChange[]
      /** what it opens or closes beside itself, in words */
      readonly affected: readonly string[]
    }
  | {
      readonly kind: 'written'
      readonly changes: readonly FileChange[]
      readonly affected: readonly string[]
      /** of the files that were written: the next edit of the same page is made on these */
      readonly versions: Versions
    }
  | { readonly kind: 'changed'; readonly files: readonly ChangedFile[] }
  | { readonly kind: 'refused'; readonly because: readonly string[] }

export type FileChange = { readonly file: string; readonly diff: readonly DiffLine[] }
/** Another tab or an editor was first: from what the page was made of to what is there now. */
export type ChangedFile = {
  readonly file: string
  /** null: the version the page was made from is not known any more */
  readonly diff: readonly DiffLine[] | null
  readonly now: string | null
}

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

/** A case as its form holds it: an entry of a cases file. */
export type CaseEntryView = { readonly id: string; readonly bucket: string } & JsonObject

/** What a form for a case can choose from, the cases there are, and what none of them covers. */
export type CasesView = {
  readonly desk: string
  readonly versions: Versions
  readonly cases: readonly CaseEntryView[]
  /** made from the graph: to start from */
  readonly planned: readonly CaseEntryView[]
  readonly never: readonly NeverExercised[]
  readonly choices: CaseChoices | null
  readonly problems: readonly DeskProblem[]
}
export type CaseChoices = {
  /** the day at the desk, from which days are counted; a case's dates mean nothing without it */
  readonly today: string
  readonly intents: readonly Named[]
  readonly fields: readonly (Named & {
    readonly type: string
    readonly of: readonly string[]
    readonly lacks: readonly string[]
  })[]
  readonly records: readonly (Named & {
    readonly table: string
    readonly key: string
    readonly columns: readonly {
      readonly name: string
      readonly type: string
      readonly of: readonly string[]
      readonly optional: boolean
    }[]
    readonly rows: readonly string[]
  })[]
  readonly writes: readonly (Named & { readonly parameters: readonly string[] })[]
  readonly reasons: readonly string[]
  readonly declines: readonly Named[]
  readonly traps: readonly Named[]
  readonly tactics: readonly Named[]
  readonly tones: readonly string[]
  readonly clauses: readonly Named[]
}
export type Named = { readonly id: string; readonly name: string }

/** A case that is not written yet, played at once. */
export type CasePreview = {
  /** what is wrong with it, in the words of its form */
  readonly problems: readonly string[]
  /** empty: the case cannot be played as it is */
  readonly trials: readonly TrialView[]
  /** how often the agent that gives in did so; the shown conversation is one of these, if there is any */
  readonly weak: { readonly tries: number; readonly gave_in: number; readonly tempted: boolean } | null
}
