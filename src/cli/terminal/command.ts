import type { Command } from 'commander'
import type { ExitCode } from '../../base/error.ts'
import type { Extensions } from '../../runner/plugins/extensions.ts'
import { STOP_CODES, type StopCode } from './stop-signals.ts'
import type { Terminal } from './terminal.ts'

/** What a command answers: an object for machines, a text for people, and an exit code. One of the two is printed. */
export type Answer = {
  readonly json: object
  readonly text: string
  readonly exit: ExitCode | StopCode
}

/** For help texts: how a command ends that was told to stop. The shell's own convention, none of ours. */
export const STOPPED_BY = `${STOP_CODES.SIGINT} stopped by Ctrl-C, ${STOP_CODES.SIGTERM} by SIGTERM, ${STOP_CODES.SIGHUP} by SIGHUP`

/** What a command's work is given: its words and options as commander parsed them, to be checked by the command. */
export type Asked = {
  readonly words: readonly unknown[]
  readonly options: unknown
  readonly terminal: Terminal
  readonly workingFolder: string
  /** what the plugins of the working folder add */
  readonly own: Extensions
}

/** Adds arguments, options, help and work to a bare command. `does` hangs the work on it. */
export type DefineCommand = (
  command: Command,
  does: (work: (asked: Asked) => Promise<Answer>) => () => void,
) => void

/** The examples at the end of a command's help. */
export const examples = (lines: readonly (readonly [command: string, about: string])[]): string =>
  `\nExamples:\n${lines.map(([command, about]) => `  ${command}\n      ${about}`).join('\n')}\n`
