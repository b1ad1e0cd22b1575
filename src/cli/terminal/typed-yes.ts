import type { Terminal } from './terminal.ts'

/** Asks a person before an imported run starts something; without a person the answer is no. */
export const confirmImported =
  (terminal: Terminal) =>
  async (run: string, outside: readonly string[]): Promise<boolean> =>
    (await typedYes(terminal, [
      `Run ${run} was imported. Resuming it would start or ask:`,
      ...outside.map((line) => `  ${line}`),
    ])) === true

/** Shows what would happen and asks a person, who must type the whole word. Null: nobody can be asked, and nothing is shown. */
export async function typedYes(terminal: Terminal, what: readonly string[]): Promise<boolean | null> {
  if (!terminal.live || terminal.openInput === undefined) return null
  for (const line of what) terminal.err(`${line}\n`)
  const input = terminal.openInput()
  try {
    const said = await input.next('Type yes to go ahead: ')
    return said?.trim().toLowerCase() === 'yes'
  } finally {
    input.close()
  }
}
