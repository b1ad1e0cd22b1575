/** Where in a file of the author's something stands. Lines and columns start at 1. */
export type Place = { readonly file: string; readonly line: number; readonly column: number }

/** One thing wrong in an author's file. Readers collect all of them; they never stop at the first. */
export type Problem = Place & {
  /** stable, kebab-case, e.g. `unknown-key`, `decide-incomplete` */
  readonly code: string
  /** what is wrong, in the author's words */
  readonly message: string
  /** what to do about it */
  readonly hint?: string
  /** a note is nothing wrong: something the author should know */
  readonly severity: 'error' | 'warning' | 'note'
}

/** What a reader returns: the value if there is one, and everything that is wrong. Errors mean no value. */
export type Reading<T> = { readonly value: T | undefined; readonly problems: readonly Problem[] }

export const problem = (at: Place, code: string, message: string, hint?: string): Problem => ({
  file: at.file,
  line: at.line,
  column: at.column,
  code,
  message,
  ...(hint === undefined ? {} : { hint }),
  severity: 'error',
})
