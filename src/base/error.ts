/** Exit codes of every command. */
export const EXIT = { ok: 0, barNotMet: 1, wrongUsage: 2, machinery: 3 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/**
 * Something went wrong that a person can do something about: what happened (message), why (cause), what to do (hint).
 * `code` is stable, for scripts; `exit` says whose side it is on.
 */
export class SageError extends Error {
  readonly code: string
  readonly hint: string
  readonly exit: ExitCode
  constructor(code: string, message: string, rest: { hint: string; exit: ExitCode; cause?: unknown }) {
    super(message, { cause: rest.cause })
    this.name = 'SageError'
    this.code = code
    this.hint = rest.hint
    this.exit = rest.exit
  }
}

/** Wrong usage or a wrong file: exit code 2. */
export const usageError = (code: string, message: string, hint: string, cause?: unknown): SageError =>
  new SageError(code, message, { hint, exit: EXIT.wrongUsage, cause })
