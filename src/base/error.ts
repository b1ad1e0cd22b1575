/** Exit codes of every command. */
export const EXIT = { ok: 0, barNotMet: 1, wrongUsage: 2, machinery: 3 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Every code an error can have, for scripts that read `--json`. They are stable: docs/running.md lists those that 0.1 spelt otherwise. */
export const ERROR_CODES = [
  'agent-crashed',
  'agent-exited',
  'agent-left',
  'agent-twice',
  'already-adopted',
  'answer-cut',
  'answer-late',
  'answer-not-json',
  'answer-off-format',
  'answer-too-large',
  'baseline-differs',
  'case-name',
  'command-not-started',
  'connection-lost',
  'context-too-long',
  'desk-port',
  'diverged',
  'empty-run',
  'file-is-folder',
  'file-missing',
  'file-too-large',
  'file-unreadable',
  'file-unwritable',
  'gate-baseline',
  'imported-run',
  'judges-silent',
  'key-refused',
  'mapping-missing',
  'mapping-unused',
  'mcp-own-tools',
  'missing-key',
  'model-cut-off',
  'model-name',
  'model-own-tools',
  'model-refused',
  'model-silent',
  'model-unknown',
  'module-broken',
  'module-missing',
  'module-without-agent',
  'no-agent',
  'no-folder',
  'no-input',
  'no-labels',
  'no-look-up',
  'no-models',
  'no-pack',
  'no-run',
  'no-store',
  'no-team',
  'no-transcripts',
  'not-adopted',
  'not-comparable',
  'not-yet',
  'nothing-covered',
  'nothing-failed',
  'nothing-to-compare',
  'nothing-to-fork',
  'nothing-to-run',
  'out-of-credit',
  'overloaded',
  'pack-exists',
  'pack-link',
  'pack-too-large',
  'pages-unreadable',
  'plugin-broken',
  'plugin-clash',
  'port-taken',
  'rate-limited',
  'reference-own-tools',
  'report-unwritten',
  'request-refused',
  'run-changed',
  'run-exists',
  'run-file-damaged',
  'run-gone',
  'run-held',
  'run-in-use',
  'run-taken',
  'run-unfinished',
  'run-unreadable',
  'score-unreadable',
  'server-error',
  'service-busy',
  'service-error',
  'service-refused',
  'service-unreachable',
  'stopped',
  'store-busy',
  'store-corrupt',
  'store-failed',
  'store-full',
  'store-login',
  'store-read-only',
  'store-refused',
  'store-too-new',
  'store-unreachable',
  'store-unreadable',
  'studio-not-built',
  'timed-out',
  'too-many-files',
  'trial-taken',
  'trial-unreadable',
  'unknown-agent',
  'unknown-agent-kind',
  'unknown-case',
  'unknown-command',
  'unknown-format',
  'unknown-judge',
  'unknown-pack',
  'unknown-price',
  'unknown-provider',
  'unknown-run',
  'unknown-store',
  'unknown-suite',
  'unknown-tactic',
  'unknown-task',
  'unknown-trial',
  'unknown-voice',
  'unreachable',
  'unreadable-answer',
  'unusable-key',
  'usage',
  'which-agent',
  'wrong-file',
  'wrong-folder',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * Something went wrong that a person can do something about: what happened (message), why (cause), what to do (hint).
 * `code` is stable, for scripts; `exit` says whose side it is on.
 */
export class SageError extends Error {
  readonly code: ErrorCode
  readonly hint: string
  readonly exit: ExitCode
  constructor(code: ErrorCode, message: string, rest: { hint: string; exit: ExitCode; cause?: unknown }) {
    super(message, { cause: rest.cause })
    this.name = 'SageError'
    this.code = code
    this.hint = rest.hint
    this.exit = rest.exit
  }
}

/** Wrong usage or a wrong file: exit code 2. */
export const usageError = (code: ErrorCode, message: string, hint: string, cause?: unknown): SageError =>
  new SageError(code, message, { hint, exit: EXIT.wrongUsage, cause })

/** Names the variable only: its value must not be shown. */
export const unusableKey = (variable: string): SageError =>
  usageError(
    'unusable-key',
    `The environment variable ${variable} holds a line break or a character that no HTTP header may have.`,
    `Set it to the key alone, on one line: export ${variable}=...`,
  )
