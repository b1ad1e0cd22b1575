import type { Terminal } from './terminal.ts'

/** Asks a person before an imported run starts something; without a person the answer is no. */
export const confirmImported =
  (terminal: Terminal) =>
  async (run: string, outside: readonly string[]): Promise<boolean> => {
    if (!terminal.live || terminal.openInput === undefined) return false
    terminal.err(`Run ${run} was imported. Resuming it would start or ask:\n`)
    for (const line of outside) terminal.err(`  ${line}\n`)
    const input = terminal.openInput()
    try {
      const said = await input.next('Type yes to go ahead: ')
      return said?.trim().toLowerCase() === 'yes'
    } finally {
      input.close()
    }
  }
