import type { DefineCommand } from './command.ts'

/** One line per command. Nothing of a command is loaded before it is called. */
export type CommandEntry = {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<DefineCommand>
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'run agents on cases: progress, table, report, exit code by gates',
    load: async () => (await import('./commands/run.ts')).defineRun,
  },
]
