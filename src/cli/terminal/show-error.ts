import { CommanderError } from 'commander'
import { EXIT, type ExitCode, SageError } from '../../base/error.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import type { HideSecrets } from '../../base/secrets.ts'
import { countProblems, showProblems } from './show-problems.ts'
import type { Terminal } from './terminal.ts'

/** What went wrong, in the one form every command shows: what happened, why, what to do. */
type Trouble = {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly exit: ExitCode
  readonly why?: string
}

/** Prints an error for a person on `err` and, where JSON was asked for, as the one object on `out`. Gives the exit code. */
export function showError(
  error: unknown,
  terminal: Terminal,
  { json, hide }: { readonly json: boolean; readonly hide: HideSecrets },
): ExitCode {
  const trouble = troubleOf(error)
  const problems = error instanceof ProblemsError ? error.problems : []
  const { paint } = terminal
  const counted = problems.length > 0 ? ` ${countProblems(problems)}.` : ''
  const why = trouble.why === undefined ? '' : `  ${paint.dim(`Why: ${trouble.why}`)}\n`
  terminal.err(showProblems(problems, paint))
  terminal.err(
    `${paint.red('sage:')} ${trouble.message}${counted}\n${why}${trouble.hint === '' ? '' : `  ${trouble.hint}\n`}`,
  )
  if (json) {
    const { code, message, hint } = trouble
    const hidden = (_: string, value: unknown) => (typeof value === 'string' ? hide(value) : value)
    terminal.out(`${JSON.stringify({ error: { code, message, hint, problems } }, hidden)}\n`)
  }
  return trouble.exit
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof SageError) {
    const why =
      error.cause instanceof Error && error.exit === EXIT.machinery ? { why: error.cause.message } : {}
    return { code: error.code, message: error.message, hint: error.hint, exit: error.exit, ...why }
  }
  if (error instanceof CommanderError) return usageTrouble(error)
  const machine = machineTrouble(error)
  if (machine !== undefined) return machine
  // A bug of ours: the stack is the only witness.
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const hint = 'This is a bug in SAGE. Please report it with the lines above.'
  return { code: 'machinery', message: stack, hint, exit: EXIT.machinery }
}

const MACHINE_HINTS: Readonly<Record<string, string>> = {
  EMFILE: 'This shell allows too few open files. Raise the limit (ulimit -n 1024), or lower --concurrency.',
  ENFILE: 'This machine has too many open files. Close other programs.',
  ENOSPC: 'The disk is full. Free disk space.',
  EDQUOT: 'The disk quota is used up. Free disk space.',
  EROFS: 'The file system is read-only. Choose another folder.',
}

/** What the machine refuses is no bug: its own words, without a stack. */
function machineTrouble(error: unknown): Trouble | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const hint = MACHINE_HINTS[String(error.code)]
  if (hint === undefined) return undefined
  const code = error.code === 'EMFILE' || error.code === 'ENFILE' ? 'too-many-files' : 'file-unwritable'
  return { code, message: error.message, hint, exit: EXIT.machinery }
}

function usageTrouble(error: CommanderError): Trouble {
  const [said = '', ...more] = error.message.replace(/^error: /, '').split('\n')
  const suggestion = /\(Did you mean (.*)\?\)/s.exec(more.join('\n'))?.[1]
  const message = `${said.charAt(0).toUpperCase()}${said.slice(1)}${/[.?!]$/.test(said) ? '' : '.'}`
  const hint =
    suggestion === undefined
      ? 'Run the command with --help to see its arguments and options.'
      : `Did you mean ${suggestion}?`
  return { code: error.code.replace(/^commander\./, ''), message, hint, exit: EXIT.wrongUsage }
}
